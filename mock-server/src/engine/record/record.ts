import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { codeOf } from '@paket/contract'
import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Loaded } from '#engine/load.ts'
import type { SourceAnswer, SourceCase, SourceSequenceStep } from '#engine/scenarios/scenario-source.ts'
import type { Answer, Scenario } from '#engine/state/scenario.ts'
import { isObject, nearestExample } from './difference.ts'
import { callsIn, type RecordedCall } from './exchanges.ts'
import { type Replace, replacer } from './replace.ts'

export interface Recording {
  /** The scenario, as YAML. */
  text: string
  /** What was taken and what was not, a sentence each. */
  notes: string[]
}

/**
 * A scenario of a recorded session: each call's answers in their order, as the nearest example with what differs laid over it, apart for requests that
 * were answered differently; an answer outside of the contract as a violation. `usual` is what every scenario has: a success of a call that does
 * something there stays as it is, so that what it begins goes on, unless such a call was answered differently over time.
 */
export function record(
  session: string,
  { contract, behaviour }: Pick<Loaded, 'contract' | 'behaviour'>,
  usual: Scenario['answers'],
  name: string,
): Recording {
  const calls = callsIn(session, contract)
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

class Recorder {
  readonly #contract: Contract
  readonly #replace: Replace
  constructor(contract: Contract, replace: Replace) {
    this.#contract = contract
    this.#replace = replace
  }

  /** What a call answers; `isActive`: the call would do something if it were not a sequence. */
  answer(operation: Operation, calls: readonly RecordedCall[], isActive: boolean): SourceAnswer {
    const groups = this.#byRequest(calls)
    const steps = this.#steps(calls)
    const [only] = steps
    if (steps.length === 1 && only !== undefined && !isActive && !isViolation(only)) return only
    if (groups.length === 1) return { example: exampleOf(steps, operation), sequence: steps }
    return {
      example: exampleOf(groups[0]!.steps, operation),
      sequence: groups[0]!.steps,
      when: groups.map(({ body, steps: own }): SourceCase => ({
        body,
        example: exampleOf(own, operation),
        sequence: own,
      })),
    }
  }

  /** What was taken of a call, in a sentence. */
  note(operation: Operation, calls: readonly RecordedCall[]): string {
    const steps = this.#steps(calls)
    const what = steps.length === 1 ? `${nameOf(steps[0])}` : `${steps.length} answers in their order`
    const violations = calls.flatMap((call) => this.#violationOf(call) ?? [])
    const outside = violations.length > 0 ? `; outside of the contract: ${[...new Set(violations)].join('; ')}` : ''
    return `${operation.id}: ${what}${outside}`
  }

  /** Steps in their order; equal ones at the end are one, as the last step stays. */
  #steps(calls: readonly RecordedCall[]): SourceSequenceStep[] {
    const steps = calls.map((call) => this.#step(call))
    while (steps.length > 1 && isDeepStrictEqual(steps.at(-1), steps.at(-2))) steps.pop()
    return steps
  }

  #step(call: RecordedCall): SourceSequenceStep {
    const found = this.#violationOf(call) === null ? nearestExample(this.#contract, call, this.#replace) : undefined
    if (!found) return { violation: { status: call.status, body: this.#plain(call.body, '') } }
    const { example, set } = found
    return Object.keys(set).length > 0 ? { example: example.name, set } : example.name
  }

  /** How an answer breaks the contract; null when it does not. No value of it is in the sentence. */
  #violationOf({ operation, status, body }: RecordedCall): string | null {
    const { examples } = operation
    const code = codeOf(body)
    const isAccepted = this.#contract.accepts(operation, status, body)
    const isKnown = examples.some((each) => each.status === status && (isAccepted || codeOf(each.value) === code))
    if (!isKnown) return `HTTP ${status}, code ${code ?? 'none'}`
    const violations = this.#contract.answerViolations(operation, status, body)
    return violations.length > 0
      ? inOneLine(violations.map(({ field, message }) => ({ field, message: message.replace(/, got .*/s, '') })))
      : null
  }

  /** Requests that were answered differently, apart; one group when the request makes no difference. */
  #byRequest(calls: readonly RecordedCall[]): { body: Record<string, unknown>; steps: SourceSequenceStep[] }[] {
    const bodies = calls.map(({ request }) => this.#request(request))
    const fields = [...new Set(bodies.flatMap((body) => Object.keys(body)))].filter((field) =>
      bodies.some((body) => !isDeepStrictEqual(body[field], bodies[0]?.[field])),
    )
    const keys = bodies.map((body) => JSON.stringify(fields.map((field) => body[field])))
    const groups = [...new Set(keys)].map((key) => {
      const body = bodies[keys.indexOf(key)] ?? {}
      const present = fields.filter((field) => body[field] !== undefined)
      return {
        body: Object.fromEntries(present.map((field) => [field, body[field]])),
        steps: this.#steps(calls.filter((_call, at) => keys[at] === key)),
      }
    })
    const isSame = groups.every(({ steps }) => isDeepStrictEqual(steps, groups[0]?.steps))
    // A request that nothing distinguishes from another cannot choose.
    return isSame || groups.some(({ body }) => Object.keys(body).length === 0)
      ? [{ body: {}, steps: this.#steps(calls) }]
      : groups
  }

  /** The fields of a request that are no person's. */
  #request(request: unknown): Record<string, unknown> {
    if (!isObject(request)) return {}
    const fields = Object.entries(request).map(([field, value]) => [field, this.#without(value, field)] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  /** A value without what is a person's. */
  #without(value: unknown, field: string): unknown {
    if (Array.isArray(value))
      return value.map((item) => this.#without(item, field)).filter((item) => item !== undefined)
    if (isObject(value)) return this.#request(value)
    return this.#replace(value, field)
  }

  /** An answer outside of the contract, every text and number that may be a person's replaced by one of its kind. */
  #plain(value: unknown, field: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#plain(item, field))
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#plain(part, name)]))
    // A code that came as text says nothing of a person.
    if (typeof value === 'string' && /^\d{1,4}$/.test(value)) return value
    return this.#replace(value, field) ?? (typeof value === 'number' ? 0 : typeof value === 'string' ? 'Пример' : value)
  }
}

const isViolation = (step: SourceSequenceStep) => typeof step === 'object' && 'violation' in step
const nameOf = (step: SourceSequenceStep | undefined) =>
  step === undefined || typeof step === 'string' ? step : 'violation' in step ? 'a violation' : step.example
/** An example where one must be: the first that the steps name, or the call's first. */
const exampleOf = (steps: readonly SourceSequenceStep[], { examples }: Operation): string => {
  const named = steps.find((step) => !isViolation(step))
  return (named && nameOf(named)) ?? examples[0]?.name ?? ''
}
