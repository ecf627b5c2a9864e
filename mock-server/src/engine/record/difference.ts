import { isDeepStrictEqual } from 'node:util'
import { codeOf, type Example } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { type Overlay, WHOLE } from '#engine/state/overlay.ts'
import type { RecordedCall } from './exchanges.ts'
import type { Replace } from './replace.ts'

/** An example, and the overlay that turns it into a recorded answer. */
export interface Nearest {
  example: Example
  set: Overlay
}

/**
 * Returns the example of the same status and code that needs the smallest overlay; a success may have any code. For
 * text and bytes returns an example as it is, because the text may contain personal data.
 */
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

/** Returns the examples with the status and code of an answer; a success may have any code. */
export function examplesLike(contract: Contract, { operation, status, body }: RecordedCall): Example[] {
  const isAccepted = contract.accepts(operation, status, body)
  return operation.examples.filter(
    (example) =>
      example.status === status &&
      contract.accepts(operation, example.status, example.value) === isAccepted &&
      (isAccepted || codeOf(example.value) === codeOf(body)),
  )
}

/**
 * Computes the overlay that turns an example into a body. Contains only fields of the contract, and lists as a whole.
 */
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
    const value = withoutPersonal(to, path)
    if (value !== undefined && !isDeepStrictEqual(value, from)) set[path.join('.') || WHOLE] = value
  }
  /** Removes personal data and fields that the contract does not have. */
  const withoutPersonal = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value))
      return value.map((item) => withoutPersonal(item, path)).filter((item) => item !== undefined)
    if (!isObject(value)) return replace(value, path.at(-1) ?? '')
    const fields = contract.fields(operation, example, path)
    if (!fields) return undefined
    const known = fields.filter((field) => field in value)
    return Object.fromEntries(
      known.map(
        (field) =>
          [field, withoutPersonal(value[field], [...path, field]) ?? typical(contract, value[field], field)] as const,
      ),
    )
  }
  visit(example.value, body, [])
  return set
}

/** Replaces a text that no example of the contract contains. */
export const EXAMPLE_TEXT = 'Пример'
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Replaces a text or number that may be personal, inside a list: uses the value of an example's field of this name. */
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
