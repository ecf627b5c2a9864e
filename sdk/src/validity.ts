import type { FailureEntry, Operation, RejectRule } from './operation.ts'

/**
 * Whether the rule rejects a 200 with this code. A missing code is undefined, equals no number and is not above any: `except` rejects it, the other rules
 * accept it. A code that is no number goes without `from`.
 */
export const rejects = ({ codes, from, except }: RejectRule, code: number | undefined): boolean =>
  except ? !except.includes(code as number) : codes?.includes(code as number) || (code as number) >= (from as number)

export const isGood = (status: number): boolean => status >= 200 && status < 300

/** The first listed failure that matches the answer. */
export const listedFailure = (
  { failures }: Operation,
  status: number,
  code: number | undefined,
): FailureEntry | undefined =>
  failures.find(
    ({ codes, http }) =>
      (http ? http.includes(status) || http.includes(Math.floor(status / 100)) : isGood(status)) &&
      (!codes || codes.includes(code as number)),
  )

/** Whether a path of fields (`result.orderId`) has a value; null and an empty text do not count. */
export function has(body: unknown, path: string): boolean {
  const value = path.split('.').reduce((at, field) => (at as Record<string, unknown> | null | undefined)?.[field], body)
  return (value ?? '') !== ''
}
