import { isDeepStrictEqual } from 'node:util'
import { codeOf, type Example } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { type Overlay, WHOLE } from '#engine/state/overlay.ts'
import type { RecordedCall } from './exchanges.ts'
import type { Replace } from './replace.ts'

/** An example, and what differs from it. */
export interface Nearest {
  example: Example
  set: Overlay
}

/** The example of the same status and code that needs the least laid over it; of successes, whatever their code. What is not JSON is an example as it is: its text may be a person's. */
export function nearestExample(contract: Contract, call: RecordedCall, replace: Replace): Nearest | undefined {
  const { operation, body, type } = call
  const candidates = examplesLike(contract, call)
  if (body === undefined || type !== undefined) {
    const same = candidates.find((example) => contract.sent(operation, example, type).value === body) ?? candidates[0]
    return same && { example: same, set: {} }
  }
  const [best] = candidates
    .map((example) => ({ example, set: difference(contract, operation, example, body, replace) }))
    .toSorted((a, b) => JSON.stringify(a.set).length - JSON.stringify(b.set).length)
  return best
}

/** The examples of the status and code of an answer; of successes, whatever their code. */
export function examplesLike(contract: Contract, { operation, status, body }: RecordedCall): Example[] {
  const isAccepted = contract.accepts(operation, status, body)
  return operation.examples.filter(
    (example) =>
      example.status === status &&
      contract.accepts(operation, example.status, example.value) === isAccepted &&
      (isAccepted || codeOf(example.value) === codeOf(body)),
  )
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
    if (value !== undefined && !isDeepStrictEqual(value, from)) set[path.join('.') || WHOLE] = value
  }
  /** A value without what is a person's, and without what the contract does not have. */
  const taken = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => taken(item, path)).filter((item) => item !== undefined)
    if (!isObject(value)) return replace(value, path.at(-1) ?? '')
    const fields = contract.fields(operation, example, path)
    if (!fields) return undefined
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

/** In place of a text that no example of the contract has. */
export const EXAMPLE_TEXT = 'Пример'
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Replaces, in a list, text or a number that may be a person's: what an example of the contract has in a field of this name. */
function typical(contract: Contract, value: unknown, field: string): unknown {
  for (const { examples } of contract.operations)
    for (const example of examples) {
      const found = fieldIn(example.value, field)
      if (typeof found === typeof value) return found
    }
  return typeof value === 'number' ? 0 : typeof value === 'string' ? EXAMPLE_TEXT : value
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
