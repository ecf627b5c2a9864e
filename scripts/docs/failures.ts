import { type Call, callsOf, type Contract, type Failure, failuresOf, list } from '@paket/contract'

/** A failure of a call, prepared for display. */
export interface DocumentedFailure {
  /** Its id on the page, which the SDK's `failure.docs` links to. */
  anchor: string
  name: string
  /** Codes and HTTP statuses, or the situation when there are none. */
  when: string
  outcome: string
  /** What the user must learn (`say` of the outcome); null when the failure's description contains it. */
  say: string | null
  description: string
  isCommon: boolean
}
export interface DocumentedCall extends Call {
  failures: DocumentedFailure[]
}
/** Describes when a failure occurs: `HTTP 422, 5XX with code 2001`, or the situation when there is no answer. */
function whenOf({ code, http, when }: Failure): string {
  const codes = code === undefined ? '' : `code ${list(code).join(', ')}`
  const statuses = http === undefined ? '' : `HTTP ${list(http).join(', ')}`
  return [statuses, codes].filter(Boolean).join(' with ') || (when ?? '').replaceAll('-', ' ')
}

function documented(contract: Contract, call: string, failure: Failure): DocumentedFailure {
  const { name, outcome, description = '', isCommon } = failure
  const say = contract['x-outcomes'][outcome]?.say
  if (!say) throw new Error(`${call}: unknown outcome ${outcome}`)
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

/** Returns all calls with all their failures, including the common ones. */
export const documentedCalls = (contract: Contract): DocumentedCall[] =>
  callsOf(contract).map((call) => ({
    ...call,
    failures: failuresOf(contract, call.operation).map((failure) => documented(contract, call.id, failure)),
  }))
