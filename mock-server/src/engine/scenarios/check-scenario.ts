import { durationMs } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { unknownName } from '#engine/nearest.ts'
import { type Overlay, variablesIn, variablesInPath } from '#engine/state/overlay.ts'
import { unknownField } from '#engine/state/overlay-mistakes.ts'
import type { ScenarioCheck } from './rules.ts'
import type { Place, Source, SourceFile, SourceMove, SourceSequenceStep } from './scenario-source.ts'

/** Names that a scenario may use. */
export interface Names {
  contract: Contract
  effects: readonly string[]
  events: readonly string[]
  variables: readonly string[]
}

/** Receives the mistakes. */
type MistakeSink = Pick<SourceFile, 'blame'>

/** Validates changes of answers that come from a request; returns the mistakes with their paths. */
export function checkChanges(answers: SourceMove['answers'], names: Names): string[] {
  const mistakes: string[] = []
  const check = new Check({ blame: (place, message) => void mistakes.push(`${place.join('.')}: ${message}`) }, names)
  check.changes([], answers)
  return mistakes
}

/**
 * Validates a scenario's calls, examples, fields, effects, events, variables and durations against the contract.
 * Returns the checker for the product's own part.
 */
export function checkScenario(file: SourceFile, source: Source, names: Names): ScenarioCheck {
  const { effects, events } = names
  const check = new Check(file, names)
  for (const [call, answer] of Object.entries(source.answers ?? {})) {
    const place = ['answers', call]
    const operation = check.call(place, call)
    if (!operation) continue
    if (typeof answer === 'string') check.example(place, operation, answer)
    else {
      check.example([...place, 'example'], operation, answer.example, answer.set, operation)
      if (answer.otherwise) check.example([...place, 'otherwise'], operation, answer.otherwise)
      if (answer.effect) check.name([...place, 'effect'], 'effect', answer.effect, effects)
      check.moves([...place, 'moves'], answer.moves, operation)
      check.sequence([...place, 'sequence'], operation, answer.sequence)
      if (answer.afterRefusal) {
        check.example([...place, 'afterRefusal', 'example'], operation, answer.afterRefusal.example)
        check.duration([...place, 'afterRefusal', 'for'], answer.afterRefusal.for)
      }
      for (const [index, each] of (answer.when ?? []).entries()) {
        const { body = {}, parameters = {}, state = {}, example, set, sequence, moves } = each
        const at = [...place, 'when', index]
        for (const field of Object.keys(body)) check.requestField([...at, 'body', field], operation, field)
        for (const name of Object.keys(parameters)) check.parameter([...at, 'parameters', name], operation, name)
        for (const [known, fields] of Object.entries(state)) check.state([...at, 'state', known], known, fields)
        check.example([...at, 'example'], operation, example, set, operation)
        check.moves([...at, 'moves'], moves, operation)
        check.sequence([...at, 'sequence'], operation, sequence)
      }
    }
  }
  check.duration(['activatesAfter'], source.activatesAfter)
  for (const [event, moves] of Object.entries(source.on ?? {})) {
    check.name(['on', event], 'event', event, events)
    check.moves(['on', event], moves)
  }
  return check
}

class Check implements ScenarioCheck {
  readonly #file: MistakeSink
  readonly #contract: Contract
  readonly #variables: readonly string[]
  constructor(file: MistakeSink, { contract, variables }: Names) {
    this.#file = file
    this.#contract = contract
    this.#variables = variables
  }

  name(place: Place, what: string, name: string, known: readonly string[]): void {
    if (!known.includes(name)) this.#file.blame(place, unknownName(what, name, known))
  }

  call(place: Place, call: string): Operation | undefined {
    const calls = this.#contract.operations.map(({ id }) => id)
    this.name(place, 'call', call, calls)
    return this.#contract.operation(call)
  }

  duration(place: Place, text: string | undefined): void {
    if (text !== undefined && durationMs(text) === null)
      this.#file.blame(place, `${text} is not an ISO 8601 duration such as PT10S or P1D`)
  }

  /** Validates moves; `requestCall` is the call whose request the overlays may refer to. */
  moves(place: Place, moves: readonly SourceMove[] = [], requestCall?: Operation): void {
    for (const [index, { after, answers }] of moves.entries()) {
      if (after !== 'activatesAfter') this.duration([...place, index, 'after'], after)
      this.changes([...place, index, 'answers'], answers, requestCall)
    }
  }
  changes(place: Place, answers: SourceMove['answers'], requestCall?: Operation): void {
    for (const [call, change] of Object.entries(answers)) {
      const at = [...place, call]
      const operation = this.call(at, call)
      if (operation) this.example(at, operation, change.example, change.set, requestCall)
    }
  }

  sequence(place: Place, operation: Operation, steps: readonly SourceSequenceStep[] = []): void {
    for (const [index, step] of steps.entries()) {
      const at = [...place, index]
      if (typeof step === 'string') this.example(at, operation, step)
      else if (!('violation' in step)) this.example([...at, 'example'], operation, step.example, step.set, operation)
    }
  }

  /** Validates conditions on the fields of a call's answer. */
  state(place: Place, call: string, fields: Record<string, unknown>): void {
    const operation = this.call(place, call)
    if (operation) this.example(place, operation, undefined, fields)
  }

  requestField(place: Place, operation: Operation, field: string): void {
    this.name(place, `field of the request of ${operation.id}`, field, this.#contract.requestFields(operation))
  }

  parameter(place: Place, operation: Operation, name: string): void {
    this.name(place, `parameter of ${operation.id}`, name, this.#contract.parameters(operation))
  }

  /** Validates a named example and its overlay; without a name, the overlay of the first success. */
  example(
    place: Place,
    operation: Operation,
    name: string | undefined,
    set: Overlay = {},
    requestCall?: Operation,
  ): void {
    const names = operation.examples.map((example) => example.name)
    if (name !== undefined) this.name(place, `example of ${operation.id}`, name, names)
    const example = this.#contract.example(operation, name)
    const around = place.at(-1) === 'example' ? place.slice(0, -1) : place
    for (const [path, value] of Object.entries(set)) {
      const at = [...around, 'set', path]
      const mistake = example && unknownField(this.#contract, operation, example, path)
      if (mistake) this.#file.blame(at, mistake)
      for (const variable of [...variablesIn(value), ...variablesInPath(path)])
        this.#variable(at, variable, requestCall)
    }
  }

  #variable(place: Place, variable: string, requestCall: Operation | undefined): void {
    const [, field] = /^body\.(.+)$/.exec(variable) ?? []
    if (field !== undefined && requestCall) this.requestField(place, requestCall, field)
    else this.name(place, 'variable', variable, this.#variables)
  }
}
