import type * as generated from './generated/operations.gen.ts'
import type { OperationTypes } from './generated/operations.gen.ts'
import type { Outcome } from './generated/outcomes.gen.ts'

/** Name of a call: the operationId of the contract. */
export type OperationId = keyof OperationTypes
/** Request body of a call. */
export type Request<Id extends OperationId> = OperationTypes[Id]['request']
/** Response body of a call that succeeds. */
export type Data<Id extends OperationId> = OperationTypes[Id]['data']

/** Failures that every call has; a call may override their outcome. */
export type CommonName =
  | 'unauthorized'
  | 'tooManyRequests'
  | 'unexpectedStatus'
  | 'unknownCode'
  | 'malformed'
  | 'notSent'
  | 'noConnection'
  | 'timeOut'

/** One failure of a call: by codes of a rejected 200, by HTTP status, or by both. A status below 10 means its class: 5 is 5XX. */
export interface FailureEntry {
  readonly name: string
  readonly outcome: Outcome
  readonly codes?: readonly number[]
  readonly http?: readonly number[]
}

/** When a 200 is a failure (the contract's `x-validity`). */
export interface RejectRule {
  readonly codes?: readonly number[]
  readonly from?: number
  readonly except?: readonly number[]
}

/** How a call of another contract is sent and read. Our own calls are POSTs of JSON whose answer has a numeric `code`. */
interface Wire {
  /** What is sent; it gets the token and the key too. */
  readonly init?: (content: unknown) => { method: string; headers: Record<string, string>; body: string | null }
  readonly read?: (
    text: string | undefined,
    status: number,
  ) => {
    body: object | undefined
    code: number | undefined
    message?: string
  }
}

/** The description of a call in the contract, as data. Generated, one constant per call. */
export interface Operation extends Wire {
  readonly id: OperationId
  readonly path: string
  /** The call sends a token when there is one, and never refreshes it. */
  readonly anonymous?: true
  /**
   * The call moves money and takes an `Idempotency-Key`. `assumed`: no backend has confirmed that it honours the key, so the call is never
   * retried automatically; only `documented` would allow that.
   */
  readonly idempotencyKey?: 'assumed' | 'documented'
  readonly reject: RejectRule
  /** Required fields: an accepted answer without one is malformed. */
  readonly require: readonly string[]
  readonly failures: readonly FailureEntry[]
  /** The failures that every call has, by their outcome. */
  readonly common: { readonly [Out in Outcome]?: readonly CommonName[] }
}

/** The generated constant of a call. */
export type OperationOf<Id extends OperationId> = (typeof generated)[Id]
