import type { GeneratedCosts } from './generated.ts'
import type { Numbers } from './numbers.ts'

/** Budgets in bytes, min+gzip, of one call and of all calls with the runtime. sdk/src/README.md lists what takes them. */
export const ONE_CALL_BYTES = 3370
export const ALL_CALLS_BYTES = 5600
/** Budget of a call's time, as a share of openapi-fetch's with the same time-out and a `fetch` that builds a Request, as platforms do. */
const TIME_RATIO = 1

export const timeColumn = 'success + Request'
export const timeReference = 'openapi-fetch + time-out'
const ours = '@paket/sdk'
const checking = ['@paket/sdk', 'hey-api + valibot', 'orval + zod', 'Redocly + zod']

/** Compares the measurements with the budgets, one line for each. */
export function compareWithBudgets(
  times: Record<string, Numbers>,
  costs: GeneratedCosts,
): { line: string; isWithin: boolean }[] {
  const measured = times[timeColumn] ?? {}
  const atMost = (what: string, value: number, most: number) => ({
    line: `${what}: ${Number(value.toFixed(2))}, at most ${most}`,
    isWithin: value <= most,
  })
  const cheapest = (what: string, numbers: Numbers) => ({
    line: `${what}: the least among the clients that check answers`,
    isWithin: checking.every((name) => (numbers[ours] ?? Number.NaN) <= (numbers[name] ?? Infinity)),
  })
  return [
    atMost(
      `time of a call, × ${timeReference}`,
      (measured[ours] ?? Number.NaN) / (measured[timeReference] ?? 0),
      TIME_RATIO,
    ),
    atMost('bytes of one call', costs.oneCall[ours] ?? Number.NaN, ONE_CALL_BYTES),
    atMost(`bytes of ${costs.calls} calls`, costs.allCalls[ours] ?? Number.NaN, ALL_CALLS_BYTES),
    cheapest(`bytes of ${costs.calls} calls`, costs.allCalls),
    cheapest('type checking', costs.checking),
  ]
}
