import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { codeOf } from '@paket/contract'
import { withoutValues } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { essenceOf, isIn } from '#engine/contract/forms.ts'
import { isJson, isText } from '#engine/http/media.ts'
import type { Loaded } from '#engine/load.ts'
import type { SourceAnswer, SourceCase, SourceSequenceStep } from '#engine/scenarios/scenario-source.ts'
import type { Answer } from '#engine/state/scenario.ts'
import { EXAMPLE_TEXT, examplesLike, isObject, nearestExample } from './difference.ts'
import { callsIn, type RecordedCall } from './exchanges.ts'
import { type Replace, replacer } from './replace.ts'

export interface Recording {
  /** The scenario, as YAML. */
  text: string
  /** What was recorded and what was not, a sentence each. */
  notes: string[]
}

/**
 * Converts a recorded session to a scenario. Each call gets its answers in order, as the nearest example with an
 * overlay; separately per request when requests were answered differently; and as a violation when outside the
 * contract. A successful call with effects keeps the answer that every scenario has, so that the effects still apply, unless such a call was answered differently over time.
 */
export async function record(
  session: string,
  { contract, behaviour, scenarios, product }: Loaded,
  name: string,
): Promise<Recording> {
  const calls = await callsIn(session, { contract, basePaths: product.basePaths })
  const usual = scenarios.find((each) => each.name === product.scenarios.visitor)?.answers ?? {}
  const recorder = new Recorder(contract, replacer(contract, behaviour.words, calls[0]?.at ?? Date.now()))
  const operations = [...new Set(calls.map((call) => call.operation))]
  const callsOf = (operation: Operation) => calls.filter((call) => call.operation === operation)
  const changes = (operation: Operation) =>
    callsOf(operation).some(({ body }, _at, [first]) => !isDeepStrictEqual(body, first?.body))
  const isActive = ({ id }: Operation) => does(usual[id]) || (behaviour.active?.has(id) ?? false)
  const goesOn = !operations.some((operation) => isActive(operation) && changes(operation))
  const notes: string[] = []
  const answers: Record<string, SourceAnswer> = {}
  for (const operation of operations) {
    const own = callsOf(operation)
    const isAccepted = own.every(({ status, body }) => contract.accepts(operation, status, body))
    if (goesOn && isActive(operation) && isAccepted) {
      notes.push(`${operation.id}: answers as in every scenario, for what it does`)
      continue
    }
    answers[operation.id] = recorder.answer(operation, own, isActive(operation))
    notes.push(recorder.note(operation, own))
  }
  const title = `Recorded: ${name}`
  const description = 'From a recorded session; names, phones, ids and cards are replaced, dates are relative.'
  return { text: stringify({ title, description, answers }, { lineWidth: 120 }), notes }
}

const does = (answer: Answer | undefined) =>
  answer !== undefined && (answer.effect !== undefined || answer.moves.length > 0 || answer.when.length > 0)

/** The request fields that the requests with one sequence of answers have in common. */
interface Conditions {
  body: Record<string, unknown>
  parameters: Record<string, unknown>
}
interface Group extends Conditions {
  steps: SourceSequenceStep[]
}
const conditions = ({ body, parameters }: Conditions) => Object.keys(body).length + Object.keys(parameters).length
const withoutNone = (fields: [string, unknown][]): Record<string, unknown> =>
  Object.fromEntries(fields.filter(([, value]) => value !== undefined))
const picked = (values: Record<string, unknown>, names: readonly string[]) =>
  withoutNone(names.map((name) => [name, values[name]]))

class Recorder {
  readonly #contract: Contract
  readonly #replace: Replace
  constructor(contract: Contract, replace: Replace) {
    this.#contract = contract
    this.#replace = replace
  }

  /** Converts the recorded answers of one call. `isActive`: without a sequence, the call would have effects. */
  answer(operation: Operation, calls: readonly RecordedCall[], isActive: boolean): SourceAnswer {
    const groups = this.#byRequest(calls)
    const steps = this.#steps(calls)
    const [only] = steps
    if (steps.length === 1 && only !== undefined && !isActive && !isViolation(only)) return only
    const [first] = groups
    if (first === undefined) return { example: exampleOf(steps, operation), sequence: steps }
    return {
      example: exampleOf(first.steps, operation),
      sequence: first.steps,
      // The first match answers, so cases with more conditions come first.
      when: groups
        .toSorted((a, b) => conditions(b) - conditions(a))
        .map(({ body, parameters, steps: own }): SourceCase => ({
          ...(Object.keys(body).length > 0 && { body }),
          ...(Object.keys(parameters).length > 0 && { parameters }),
          example: exampleOf(own, operation),
          sequence: own,
        })),
    }
  }

  /** Describes in a sentence what was recorded of a call. */
  note(operation: Operation, calls: readonly RecordedCall[]): string {
    const steps = this.#steps(calls)
    const what = steps.length === 1 ? `${nameOf(steps[0])}` : `${steps.length} answers in order`
    const violations = calls.flatMap((call) => this.#violationOf(call) ?? [])
    const outside = violations.length > 0 ? `; outside of the contract: ${[...new Set(violations)].join('; ')}` : ''
    const isNotJson = calls.some((call) => call.type !== undefined && this.#violationOf(call) === null)
    return `${operation.id}: ${what}${isNotJson ? '; text and bytes are replaced by the contract’s example' : ''}${outside}`
  }

  /** Returns the steps in order. Drops equal steps at the end, because the last step repeats. */
  #steps(calls: readonly RecordedCall[]): SourceSequenceStep[] {
    const steps = calls.map((call) => this.#step(call))
    while (steps.length > 1 && isDeepStrictEqual(steps.at(-1), steps.at(-2))) steps.pop()
    return steps
  }

  #step(call: RecordedCall): SourceSequenceStep {
    const found = this.#violationOf(call) === null ? nearestExample(this.#contract, call, this.#replace) : undefined
    if (!found) return this.#asItCame(call)
    const { example, set } = found
    return Object.keys(set).length > 0 ? { example: example.name, set } : example.name
  }

  /** Describes how an answer violates the contract, without any of its values; null when it does not. */
  #violationOf(call: RecordedCall): string | null {
    const { operation, status, body, type } = call
    const [known] = examplesLike(this.#contract, call)
    if (!known) return `HTTP ${status}, code ${codeOf(body) ?? 'none'}`
    if ((known.value === undefined) !== (body === undefined))
      return `HTTP ${status} with${body === undefined ? 'out' : ''} a body`
    const sent = this.#contract.sent(operation, known, type).type
    if (body !== undefined && !(type === undefined ? isJson(sent) : isIn(sent, type)))
      return `HTTP ${status}, ${essenceOf(type ?? 'application/json')}`
    const violations = type === undefined ? this.#contract.answerViolations(operation, status, body) : []
    return violations.length > 0 ? withoutValues(violations) : null
  }

  /** Converts an answer outside the contract. Of text and bytes only the media type is taken. */
  #asItCame({ status, body, type }: RecordedCall): SourceSequenceStep {
    if (body === undefined) return { violation: { status } }
    if (type === undefined) return { violation: { status, body: this.#plain(body, '') } }
    return { violation: { status, type: essenceOf(type), body: isText(type) ? EXAMPLE_TEXT : '' } }
  }

  /** Groups calls by request when different requests got different answers; empty otherwise. */
  #byRequest(calls: readonly RecordedCall[]): Group[] {
    const requests = calls.map(({ request, isForm, parameters }) => ({
      body: isForm ? this.#texts(request) : this.#request(request),
      parameters: this.#texts(parameters),
    }))
    const differing = (part: keyof Conditions) => {
      const values = requests.map((each) => each[part])
      return [...new Set(values.flatMap((each) => Object.keys(each)))].filter((field) =>
        values.some((each) => !isDeepStrictEqual(each[field], values[0]?.[field])),
      )
    }
    const [inBody, inParameters] = [differing('body'), differing('parameters')]
    const which = requests.map(({ body, parameters }): Conditions => ({
      body: picked(body, inBody),
      parameters: picked(parameters, inParameters),
    }))
    const keys = which.map((each) => JSON.stringify(each))
    const groups = [...new Set(keys)].map((key) => ({
      ...which[keys.indexOf(key)]!,
      steps: this.#steps(calls.filter((_call, at) => keys[at] === key)),
    }))
    const isSame = groups.every(({ steps }) => isDeepStrictEqual(steps, groups[0]?.steps))
    // A request without distinguishing fields cannot select an answer.
    return isSame || groups.some((group) => conditions(group) === 0) ? [] : groups
  }

  /**
   * Replaces personal data in parameters and form fields, which are strings; a string of digits is judged as the number
   * it is.
   */
  #texts(given: Record<string, unknown>): Record<string, unknown> {
    const withoutPersonal = (value: unknown, name: string) => {
      const isNumber = typeof value === 'string' && /^-?\d{1,9}$/.test(value)
      const replaced = this.#without(isNumber ? Number(value) : value, name)
      return isNumber && replaced !== undefined ? value : replaced
    }
    return withoutNone(Object.entries(given).map(([name, value]) => [name, withoutPersonal(value, name)]))
  }
  /** Returns the request's fields without personal data. */
  #request(request: unknown): Record<string, unknown> {
    if (!isObject(request)) return {}
    return withoutNone(
      Object.entries(request).map(([field, value]) => [this.#name(field), this.#without(value, field)]),
    )
  }
  /** Removes personal data from a value. */
  #without(value: unknown, field: string): unknown {
    if (Array.isArray(value))
      return value.map((item) => this.#without(item, field)).filter((item) => item !== undefined)
    if (isObject(value)) return this.#request(value)
    return this.#replace(value, field)
  }

  /** Returns a field name, replaced when it may be personal: the keys of a map can be phone numbers or ids. */
  #name(name: string): string {
    const known = this.#replace(name, '')
    return typeof known === 'string' ? known : fieldName.test(name) ? name : EXAMPLE_TEXT
  }

  /** Copies an answer outside the contract, replacing each text and number that may be personal. */
  #plain(value: unknown, field: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#plain(item, field))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [this.#name(name), this.#plain(part, name)]),
      )
    // A short code sent as a string is not personal.
    if (typeof value === 'string' && /^\d{1,4}$/.test(value)) return value
    return (
      this.#replace(value, field) ?? (typeof value === 'number' ? 0 : typeof value === 'string' ? EXAMPLE_TEXT : value)
    )
  }
}

/** Matches field names that contain no personal data: Latin letters, `_`, `$`, `-`, and numbers of up to 3 or 4 digits. */
const fieldName = /^(\d{1,4}|[A-Za-z_$]([A-Za-z_$-]|\d{1,3}(?!\d))*)$/
const isViolation = (step: SourceSequenceStep) => typeof step === 'object' && 'violation' in step
const nameOf = (step: SourceSequenceStep | undefined) =>
  step === undefined || typeof step === 'string' ? step : 'violation' in step ? 'a violation' : step.example
/** Returns an example where one is required: the first that the steps name, or the call's first. */
const exampleOf = (steps: readonly SourceSequenceStep[], { examples }: Operation): string => {
  const named = steps.find((step) => !isViolation(step))
  return (named && nameOf(named)) ?? examples[0]?.name ?? ''
}
