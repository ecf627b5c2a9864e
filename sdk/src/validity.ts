import type { FailureEntry, Operation, RejectRule } from './operation.ts'

/**
 * Whether the rule rejects a 200 with this code. A missing code is undefined, equals no number and is not above any: `except` rejects it, the other rules
 * accept it. A code that is no number goes without `from`.
 */
export const rejects = ({ codes, from, except }: RejectRule, code: number | undefined): boolean =>
  except ? !except.includes(code as number) : codes?.includes(code as number) || (code as number) >= (from as number)

/** The first digit of a status. */
const classOf = (status: number): number => (status / 100) | 0
export const isGood = (status: number): boolean => classOf(status) === 2

/** The first listed failure that matches the answer. */
export const listedFailure = (
  { failures }: Operation,
  status: number,
  code: number | undefined,
): FailureEntry | undefined =>
  failures.find(
    ({ codes, http }) =>
      (http ? http.includes(status) || http.includes(classOf(status)) : isGood(status)) &&
      (!codes || codes.includes(code as number)),
  )

/** Whether a path of fields (`result.orderId`) has a value; null and an empty text do not count. */
export function has(body: unknown, path: string): boolean {
  const value = path.split('.').reduce((at, field) => (at as Record<string, unknown> | null | undefined)?.[field], body)
  return (value ?? '') !== ''
}
