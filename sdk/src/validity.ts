import type { FailureEntry, Operation, RejectRule } from './operation.ts'

/** Whether the rule rejects a 200 with this code. A missing code equals no number: `except` rejects it, the other rules accept it. */
export function rejects({ codes, from, except }: RejectRule, code: number | undefined): boolean {
  if (except) return code === undefined || !except.includes(code)
  return code !== undefined && (codes?.includes(code) === true || (from !== undefined && code >= from))
}

export const isGood = (status: number): boolean => status >= 200 && status < 300

const meansStatus = (http: number, status: number) => http === status || http === Math.floor(status / 100)

/** The first listed failure that matches the answer. */
export function listedFailure(
  operation: Operation,
  status: number,
  code: number | undefined,
): FailureEntry | undefined {
  return operation.failures.find(
    ({ codes, http }) =>
      (http ? http.some((one) => meansStatus(one, status)) : isGood(status)) &&
      (!codes || (code !== undefined && codes.includes(code))),
  )
}

/** Whether a path of fields (`result.orderId`) has a value; null and an empty text do not count. */
export function has(body: unknown, path: string): boolean {
  let at = body
  for (const field of path.split('.')) {
    if (typeof at !== 'object' || at === null) return false
    at = (at as Record<string, unknown>)[field]
  }
  return at !== undefined && at !== null && at !== ''
}
