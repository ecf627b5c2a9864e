import type { ErrorObject } from 'ajv/dist/2020.js'
import { type Reading } from '../description/reading.ts'
import type { RuleId } from '../rules/rules.ts'
import { allowedOf, errorsOf, isChoice, stepsOf } from './body-errors.ts'
import { BodyPlaces } from './body-place.ts'
import type { Check, Expectation } from './expectations.ts'
import { isObject } from './exchange.ts'
import type { FindingCollector, Sample } from './finding-collector.ts'
import type { GivenCheck } from './given.ts'
import type { Known } from './known.ts'
import { joined, shownText, shapeOf, type Shown, typeName, type Words } from './shown.ts'

/** The call, the place (`request`, `answer 200`) and the exchange of a body. */
export interface Occurrence {
  expected: Expectation
  place: Shown
  sample: Sample
}
interface Sent extends Occurrence {
  isAnswer: boolean
  /** What closed objects refuse, by object and field: those are findings of their own. */
  refused: ReadonlySet<string>
  /** The labels of values that are not valid. */
  wrong: ReadonlySet<string>
}
interface Wrong {
  label: Shown
  why: Shown
  /** The shape of the value. */
  shape?: Shown
}
const NONE: ReadonlySet<string> = new Set()
const MOST_LISTED = 8
const DEEPEST = 64

/** Compares bodies with their schemas. */
export class BodyFindings {
  readonly #collector: FindingCollector
  readonly #places: BodyPlaces
  readonly #words: Words
  constructor(collector: FindingCollector, reading: Reading, words: Words) {
    this.#collector = collector
    this.#places = new BodyPlaces(reading, words)
    this.#words = words
  }

  /** Returns whether a response body is valid; reports errors and fields that the contract does not name. */
  answer(occurrence: Occurrence, check: Check, body: unknown): boolean {
    const isValid = check.isValid(body)
    const errors = isValid ? [] : errorsOf(check, body)
    const refused = new Set<string>()
    const wrong = new Set<string>()
    for (const error of errors) {
      const name = this.#refusedBy(error)
      const { label } = this.#places.find(check, stepsOf(error))
      if (name === null) wrong.add(label)
      else refused.add(`${label} ${name}`)
    }
    this.#unknown({ ...occurrence, isAnswer: true, refused, wrong }, check, check.known, body, [])
    for (const error of errors) this.#error(occurrence, check, error)
    return isValid
  }
  /** Reports read-only fields in a request. */
  sent(occurrence: Occurrence, check: Check, body: unknown): void {
    if (this.#words.has('readOnly'))
      this.#unknown({ ...occurrence, isAnswer: false, refused: NONE, wrong: NONE }, check, check.known, body, [])
  }
  /** Reports the errors of a request that the server accepted. */
  request(occurrence: Occurrence, check: Check, body: unknown): void {
    const { expected, place, sample } = occurrence
    for (const error of errorsOf(check, body)) {
      const { label, at } = this.#places.find(check, stepsOf(error))
      const name = this.#refusedBy(error)
      const cause = { call: expected.id, place, field: label }
      if (name)
        this.#collector.add(
          { ...cause, rule: sample.probe ? 'live-unknown-accepted' : 'seen-request-accepted-unknown', variant: name },
          sample,
          () => ({
            differs: shownText`${quoted(label)} of ${expected.id} was sent with a field that is not in the contract, ${name}`,
            at,
          }),
        )
      else
        this.#collector.add(
          {
            ...cause,
            rule: sample.probe ? 'live-forbidden-accepted' : 'seen-request-refused',
            variant: keywordOf(error),
          },
          sample,
          () => ({
            differs: shownText`${quoted(label)} of ${expected.id} is not valid: ${this.#why(error)}`,
            at,
          }),
          error.keyword === 'required' ? undefined : shapeOf(error.data),
        )
    }
  }
  /** Reports a name that an object has twice; `way` is the path to it. */
  twice({ expected, place, sample }: Occurrence, check: Check | null, way: readonly string[]): void {
    const known = check && this.#places.find(check, way)
    const label = known?.label ?? shownText``
    this.#collector.add({ rule: 'seen-name-twice', call: expected.id, place, field: label }, sample, () => ({
      differs: shownText`${label === '' ? shownText`A name` : quoted(label)} of ${expected.id}, ${place}, was twice in one object`,
      at: known?.at ?? expected.call.at,
    }))
  }
  /** Returns why a parameter or a header is not valid. */
  given(name: Shown, check: GivenCheck, value: unknown): Wrong {
    return (
      this.wrong(name, check, value)[0] ?? {
        label: quoted(name),
        why: shownText`it cannot be read`,
        shape: shapeOf(value),
      }
    )
  }
  /** Returns why a parameter, a header or, without a name, a body is not valid. */
  wrong(name: Shown, check: GivenCheck, value: unknown): Wrong[] {
    return errorsOf(check, value).map((error) => {
      const { label } = this.#places.find(check, stepsOf(error))
      const dot = name === '' || label === '' || label.startsWith('[') ? shownText`` : shownText`.`
      return {
        label: quoted(shownText`${name}${dot}${label}`),
        why: this.#why(error),
        ...(error.keyword !== 'required' && { shape: shapeOf(error.data) }),
      }
    })
  }
  #why(error: ErrorObject): Shown {
    if (error.keyword === 'required') return shownText`it is required`
    if (error.keyword === 'type') return shownText`it is ${typeName(error.data)}; the contract has ${typesOf(error)}`
    return shownText`it ${this.#unfit(error)}`
  }
  #unfit(error: ErrorObject): Shown {
    const keyword = keywordOf(error)
    const refused = this.#refusedBy(error)
    if (refused !== null) return shownText`has a field that the contract does not allow, ${refused}`
    if (isChoice(error)) return shownText`is not one of ${this.#listOf(error)}`
    if (Array.isArray(error.params['passingSchemas'])) return shownText`fits more than one alternative of oneOf`
    const limit = this.#limitOf(error)
    return limit === '' ? shownText`violates ${keyword}` : shownText`violates ${keyword} ${limit}`
  }
  /** The field that a closed object refuses; null for any other error. */
  #refusedBy({ params }: ErrorObject): Shown | null {
    const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
    return typeof name === 'string' ? this.#words.name(name) : null
  }
  #limitOf({ schema }: ErrorObject): Shown {
    return typeof schema === 'string' || typeof schema === 'number' ? this.#words.value(schema) : shownText``
  }

  #error({ expected, place, sample }: Occurrence, check: Check, error: ErrorObject): void {
    const { label, at } = this.#places.find(check, stepsOf(error))
    const value: unknown = error.data
    const rule = ruleOf(error)
    const name = quoted(label)
    const variant =
      rule === 'seen-field-type'
        ? typeName(value)
        : rule === 'seen-field-form'
          ? (this.#refusedBy(error) ?? keywordOf(error))
          : undefined
    const describe = (): Shown => {
      if (rule === 'seen-field-missing') return shownText`${name} of ${expected.id} was missing`
      if (rule === 'seen-field-type') {
        const has = this.#places.isContradictory(check, stepsOf(error))
          ? shownText`the schemas of the contract contradict each other and allow no value`
          : shownText`the contract has ${typesOf(error)}`
        return shownText`${name} of ${expected.id} was ${typeName(value)}; ${has}`
      }
      if (rule === 'seen-field-value') return shownText`${name} of ${expected.id} was not one of ${this.#listOf(error)}`
      return shownText`${name} of ${expected.id} ${this.#unfit(error)}`
    }
    this.#collector.add(
      { rule, call: expected.id, place, field: label, ...(variant !== undefined && { variant }) },
      sample,
      () => ({ differs: describe(), at }),
      rule === 'seen-field-value' || rule === 'seen-field-form' ? shapeOf(value) : undefined,
    )
  }
  #listOf(error: ErrorObject): Shown {
    const values = allowedOf(error)
    const some = joined(values.slice(0, MOST_LISTED).map((value) => this.#words.value(value)))
    return values.length > MOST_LISTED ? shownText`${some} …` : some
  }

  /**
   * Reports fields that the contract does not name, fields that are not sent in this direction, and numbers that
   * JavaScript cannot read exactly.
   */
  #unknown(occurrence: Sent, check: Check, known: Known, value: unknown, path: readonly string[]): void {
    if (path.length > DEEPEST || !hasMore(value)) return
    if (typeof value === 'number') return this.#large(occurrence, check, value, path)
    if (Array.isArray(value)) {
      const items = known.items
      if (items)
        for (const item of value) if (hasMore(item)) this.#unknown(occurrence, check, items, item, [...path, '0'])
      return
    }
    const { fields, rest, hidden } = known
    if ((!fields && !rest) || !isObject(value)) return
    for (const name in value) {
      const inner = fields?.get(name) ?? rest
      const part = value[name]
      if (hidden?.has(name)) this.#hidden(occurrence, check, [...path, name])
      if (inner) {
        if (hasMore(part)) this.#unknown(occurrence, check, inner, part, [...path, name])
      } else if (!known.isOpen && occurrence.isAnswer) this.#unnamed(occurrence, check, name, path)
    }
  }
  #large(
    { expected, place, sample, isAnswer, wrong }: Sent,
    check: Check,
    value: number,
    path: readonly string[],
  ): void {
    const { label, at } = this.#places.find(check, path)
    const isInteger = this.#places.isInteger(check, path)
    if (!isAnswer || wrong.has(label) || !(isInteger || !Number.isFinite(value))) return
    const limit = isInteger ? shownText`an integer beyond 2^53` : shownText`a number beyond 1.8e308`
    this.#collector.add({ rule: 'seen-integer-large', call: expected.id, place, field: label }, sample, () => ({
      differs: shownText`${quoted(label)} of ${expected.id} was ${limit}`,
      at,
    }))
  }
  #unnamed({ expected, place, sample, refused }: Sent, check: Check, name: string, path: readonly string[]): void {
    const { label, at } = this.#places.find(check, path)
    const shown = this.#words.name(name)
    if (refused.has(`${label} ${shown}`)) return
    this.#collector.add(
      { rule: 'seen-field-unknown', call: expected.id, place, field: label, variant: shown },
      sample,
      () => ({
        differs: shownText`${quoted(label)} of ${expected.id} had a field that is not in the contract, ${shown}`,
        at,
      }),
    )
  }
  #hidden({ expected, place, sample, isAnswer }: Sent, check: Check, path: readonly string[]): void {
    const { label, at } = this.#places.find(check, path)
    this.#collector.add(
      { rule: isAnswer ? 'seen-field-write-only' : 'seen-field-read-only', call: expected.id, place, field: label },
      sample,
      () => ({
        differs: isAnswer
          ? shownText`${quoted(label)} of ${expected.id} was returned, but is write-only in the contract`
          : shownText`${quoted(label)} of ${expected.id} was sent, but is read-only in the contract`,
        at,
      }),
    )
  }
}

/** Whether a value has fields, or is a number too large to be read exactly. */
const hasMore = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null : typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
const quoted = (label: Shown): Shown => (label === '' ? shownText`The body` : shownText`\`${label}\``)
const typesOf = ({ params }: ErrorObject): Shown =>
  joined(
    [params['type']].flat().map((type) => TYPES.get(String(type)) ?? shownText`another type`),
    ' or ',
  )
const TYPES = new Map<string, Shown>(
  [
    shownText`null`,
    shownText`boolean`,
    shownText`integer`,
    shownText`number`,
    shownText`string`,
    shownText`array`,
    shownText`object`,
  ].map((type) => [type, type]),
)
const KEYWORDS = new Map<string, Shown>(
  [
    shownText`format`,
    shownText`pattern`,
    shownText`minLength`,
    shownText`maxLength`,
    shownText`minimum`,
    shownText`maximum`,
    shownText`exclusiveMinimum`,
    shownText`exclusiveMaximum`,
    shownText`multipleOf`,
    shownText`minItems`,
    shownText`maxItems`,
    shownText`uniqueItems`,
    shownText`contains`,
    shownText`items`,
    shownText`minProperties`,
    shownText`maxProperties`,
    shownText`propertyNames`,
    shownText`additionalProperties`,
    shownText`unevaluatedProperties`,
    shownText`unevaluatedItems`,
    shownText`dependentRequired`,
    shownText`not`,
    shownText`oneOf`,
    shownText`anyOf`,
    shownText`if`,
    shownText`required`,
    shownText`type`,
    shownText`enum`,
    shownText`const`,
  ].map((keyword) => [keyword, keyword]),
)
const keywordOf = ({ keyword }: ErrorObject): Shown => KEYWORDS.get(keyword) ?? shownText`a condition`
function ruleOf({ keyword }: ErrorObject): RuleId & `seen-field-${string}` {
  if (keyword === 'required') return 'seen-field-missing'
  if (keyword === 'type') return 'seen-field-type'
  return keyword === 'enum' || keyword === 'const' ? 'seen-field-value' : 'seen-field-form'
}
