import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { codeOf, type Example } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Loaded } from '#engine/load.ts'
import type { Overlay } from '#engine/state/overlay.ts'
import type { Answer, Scenario } from '#engine/state/scenario.ts'
import { callsIn, type RecordedCall } from './har.ts'
import { type Replace, replacer } from './replace.ts'

export interface Recording {
  /** The scenario, as YAML. */
  text: string
  /** What was taken and what was not, a sentence each. */
  notes: string[]
}
interface Nearest {
  example: Example
  set: Overlay
}

/**
 * A scenario of a recorded session: the first answer of each call, as the nearest example with what differs laid over it. `usual` is what
 * every scenario has: a success of a call that does something there stays as it is, so that what it begins goes on.
 */
export function record(
  har: string,
  { contract, behaviour }: Pick<Loaded, 'contract' | 'behaviour'>,
  usual: Scenario['answers'],
  name: string,
): Recording {
  const calls = callsIn(har, contract)
  const replace = replacer(contract, behaviour.words, calls[0]?.at ?? Date.now())
  const notes: string[] = []
  const answers: Record<string, string | { example: string; set: Overlay }> = {}
  for (const operation of new Set(calls.map((call) => call.operation))) {
    const [first, ...later] = calls.filter((call) => call.operation === operation)
    if (!first) continue
    const isRuled = [...(behaviour.uses?.keys() ?? [])].some((use) => use.startsWith(`${operation.id} `))
    if ((isRuled || does(usual[operation.id])) && contract.accepts(operation, first.status, first.body)) {
      notes.push(`${operation.id}: answers as in every scenario, for what it does`)
      continue
    }
    const found = nearestExample(contract, first, replace)
    if (!found) {
      const what = `HTTP ${first.status}, code ${codeOf(first.body) ?? 'none'}`
      notes.push(`${operation.id}: left out, ${what} is not in the contract`)
      continue
    }
    const { example, set } = found
    answers[operation.id] = Object.keys(set).length > 0 ? { example: example.name, set } : example.name
    const others = later.filter(({ body }) => !isDeepStrictEqual(body, first.body)).length
    notes.push(
      `${operation.id}: ${example.name}${others > 0 ? `; ${others} later answers that differ are left out` : ''}`,
    )
  }
  const title = `Recorded: ${name}`
  const description = 'From a recorded session; names, phones, ids and cards are replaced, dates are relative.'
  return { text: stringify({ title, description, answers }, { lineWidth: 120 }), notes }
}

const does = (answer: Answer | undefined) =>
  answer !== undefined && (answer.effect !== undefined || answer.moves.length > 0 || answer.when.length > 0)

/** The example of the same status and code that needs the least laid over it; of successes, whatever their code. */
function nearestExample(
  contract: Contract,
  { operation, status, body }: RecordedCall,
  replace: Replace,
): Nearest | undefined {
  const isAccepted = contract.accepts(operation, status, body)
  const candidates = operation.examples.filter(
    (example) =>
      example.status === status &&
      contract.accepts(operation, example.status, example.value) === isAccepted &&
      (isAccepted || codeOf(example.value) === codeOf(body)),
  )
  const [best] = candidates
    .map((example) => ({ example, set: difference(contract, operation, example, body, replace) }))
    .toSorted((a, b) => JSON.stringify(a.set).length - JSON.stringify(b.set).length)
  return best
}

/** What must be laid over an example to get a body. Only fields of the contract; a list as a whole. */
function difference(
  contract: Contract,
  operation: Operation,
  example: Example,
  body: unknown,
  replace: Replace,
): Overlay {
  const set: Overlay = {}
  const visit = (from: unknown, to: unknown, path: readonly string[]) => {
    const fields = contract.fields(operation, example, path)
    if (isObject(from) && isObject(to) && fields) {
      for (const field of fields) if (field in to) visit(from[field], to[field], [...path, field])
      return
    }
    const value = taken(to, path)
    if (value !== undefined && !isDeepStrictEqual(value, from)) set[path.join('.')] = value
  }
  /** A value without what is a person's, and without what the contract does not have. */
  const taken = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => taken(item, path)).filter((item) => item !== undefined)
    if (!isObject(value)) return replace(value, path.at(-1) ?? '')
    const fields = contract.fields(operation, example, path) ?? []
    const known = fields.filter((field) => field in value)
    return Object.fromEntries(
      known.map(
        (field) => [field, taken(value[field], [...path, field]) ?? typical(contract, value[field], field)] as const,
      ),
    )
  }
  visit(example.value, body, [])
  return set
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Stands in a list for text or a number that may be a person's: what an example of the contract has in a field of this name. */
function typical(contract: Contract, value: unknown, field: string): unknown {
  for (const { examples } of contract.operations)
    for (const example of examples) {
      const found = fieldIn(example.value, field)
      if (typeof found === typeof value) return found
    }
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 'Пример' : value
}
function fieldIn(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => fieldIn(item, field)).find((found) => found !== undefined)
  if (!isObject(value)) return undefined
  return (
    value[field] ??
    Object.values(value)
      .map((part) => fieldIn(part, field))
      .find((found) => found !== undefined)
  )
}
