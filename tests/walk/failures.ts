import type { OperationId, Outcome } from '@paket/sdk'
import { type Call, failureOf, outcomeOf, readContract } from '../contract/contract.ts'

/** A fault of the mock: what it answers instead of the scenario's example. */
export interface Fault {
  example?: string
  code?: number
  status?: number
  break?: 'reset' | 'not-json'
}
/** One failure of a call, and what the contract defines for it. */
export interface Failing {
  operation: OperationId
  path: string
  fault: Fault
  name: string
  outcome: Outcome
  code: number | undefined
}
const { document, calls } = await readContract()
export const operations = calls.map((call) => ({ ...call, id: call.id as OperationId }))

/** A code that no call lists. */
const UNLISTED = 987_654

/** All failures that the contract has examples of, each code separately, and then those that every call can have. */
export function failuresOf(call: Call): Failing[] {
  const shown = call.answers.flatMap((answer) => {
    const failure = failureOf(document, call, answer.status, answer.value)
    return failure ? [{ ...failure, fault: { example: answer.name } }] : []
  })
  // Of the statuses that mean the same, one is enough; of the codes, none is left out.
  const seen = new Set<string>()
  const distinct = shown.filter(({ name, status, code }) => {
    const key = status === 200 ? `${name} ${code}` : `${name} ${status === 422 ? 422 : Math.floor(status / 100)}`
    return !seen.has(key) && seen.add(key)
  })
  const unlisted = failureOf(document, call, 200, { code: UNLISTED })
  const any = [
    ...(unlisted ? [{ ...unlisted, fault: { code: UNLISTED } as Fault }] : []),
    ...(['noConnection', 'malformed'] as const).map((name) => ({
      name,
      outcome: outcomeOf(document, call, name),
      code: undefined,
      fault: { break: name === 'malformed' ? ('not-json' as const) : ('reset' as const) },
    })),
  ]
  return [...distinct, ...any].map(({ fault, name, outcome, code }) => ({
    operation: call.id as OperationId,
    path: call.path,
    fault,
    name,
    outcome: outcome as Outcome,
    code,
  }))
}

/** The first failure of each outcome, which is enough for a second path to the same call. */
export const oneOfEachOutcome = (all: readonly Failing[]): Failing[] =>
  all.filter(({ outcome }, at) => all.findIndex((one) => one.outcome === outcome) === at)
