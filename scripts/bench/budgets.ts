import type { GeneratedCosts } from './generated.ts'
import type { Numbers } from './numbers.ts'

/** What a call may cost in bytes, min+gzip with all of its runtime. sdk/src/README.md says where they are. */
export const ONE_CALL_BYTES = 3300
export const ALL_CALLS_BYTES = 5600
/** What a call may take of the time that openapi-fetch takes with the same time-out, where `fetch` builds a Request, as platforms do. */
const TIME_RATIO = 1

export const timeColumn = 'success + Request'
export const timeReference = 'openapi-fetch + time-out'
const ours = '@paket/sdk'
const checking = ['@paket/sdk', 'hey-api + valibot', 'orval + zod', 'Redocly + zod']

/** What is measured against each budget, a line each. */
export function judged(times: Record<string, Numbers>, costs: GeneratedCosts): { line: string; isWithin: boolean }[] {
  const taken = times[timeColumn] ?? {}
  const atMost = (what: string, value: number, most: number) => ({
    line: `${what}: ${Number(value.toFixed(2))}, at most ${most}`,
    isWithin: value <= most,
  })
  const first = (what: string, numbers: Numbers) => ({
    line: `${what}: the least among the clients that check answers`,
    isWithin: checking.every((name) => (numbers[ours] ?? Number.NaN) <= (numbers[name] ?? Infinity)),
  })
  return [
    atMost(`time of a call, × ${timeReference}`, (taken[ours] ?? Number.NaN) / (taken[timeReference] ?? 0), TIME_RATIO),
    atMost('bytes of one call', costs.oneCall[ours] ?? Number.NaN, ONE_CALL_BYTES),
    atMost(`bytes of ${costs.calls} calls`, costs.allCalls[ours] ?? Number.NaN, ALL_CALLS_BYTES),
    first(`bytes of ${costs.calls} calls`, costs.allCalls),
    first('type checking', costs.checking),
  ]
}
