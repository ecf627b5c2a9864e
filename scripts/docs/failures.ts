import { type Call, callsOf, type Contract, type Failure, failuresOf, list } from '@paket/contract'

/** One way in which a call can fail, ready to be read. */
export interface DocumentedFailure {
  /** Place in the catalogue, as `failure.docs` of the SDK names it. */
  anchor: string
  name: string
  /** Codes, HTTP statuses, or what happened when there is neither. */
  when: string
  outcome: string
  /** What a person must come to know (`say` of the outcome); null when the failure's description says it. */
  say: string | null
  description: string
  isCommon: boolean
}
export interface DocumentedCall extends Call {
  failures: DocumentedFailure[]
}
/** `HTTP 422, 5XX with code 2001`; what happened, where there is no answer to look at. */
function whenOf({ code, http, when }: Failure): string {
  const codes = code === undefined ? '' : `code ${list(code).join(', ')}`
  const statuses = http === undefined ? '' : `HTTP ${list(http).join(', ')}`
  return [statuses, codes].filter(Boolean).join(' with ') || (when ?? '').replaceAll('-', ' ')
}

function documented(contract: Contract, call: string, failure: Failure): DocumentedFailure {
  const { name, outcome, description = '', isCommon } = failure
  const say = contract['x-outcomes'][outcome]?.say
  if (!say) throw new Error(`${call}: no outcome is called ${outcome}`)
  return {
    anchor: `${call}.${name}`,
    name,
    when: whenOf(failure),
    outcome,
    say: say === description ? null : say,
    description,
    isCommon,
  }
}

/** Every call with every failure of it, those that all calls have among them. */
export const documentedCalls = (contract: Contract): DocumentedCall[] =>
  callsOf(contract).map((call) => ({
    ...call,
    failures: failuresOf(contract, call.operation).map((failure) => documented(contract, call.id, failure)),
  }))
