import type * as generated from './generated/operations.gen.ts'
import type { OperationTypes } from './generated/operations.gen.ts'
import type { Outcome } from './generated/outcomes.gen.ts'

/** Name of a call, the contract's operationId. */
export type OperationId = keyof OperationTypes
/** Body that a call takes. */
export type Request<Id extends OperationId> = OperationTypes[Id]['request']
/** Body that a call answers when it succeeds. */
export type Data<Id extends OperationId> = OperationTypes[Id]['data']

/** Failures that every call has; a call may give them another outcome. */
export type CommonName =
  | 'unauthorized'
  | 'tooManyRequests'
  | 'unexpectedStatus'
  | 'unknownCode'
  | 'malformed'
  | 'notSent'
  | 'noConnection'
  | 'timeOut'

/** One failure of a call: by codes of a rejected 200, by HTTP status, or by both. A status below 10 stands for its class: 5 is 5XX. */
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

/** A call as data: what the contract says of it. Generated, one constant per call. */
export interface Operation {
  readonly id: OperationId
  readonly path: string
  /** A token is sent when there is one, and never refreshed for this call. */
  readonly anonymous?: true
  /**
   * The call moves money and takes an `Idempotency-Key`. `assumed`: no backend has said that it honours the key, so the call is never repeated
   * by itself; only `documented` allows that.
   */
  readonly idempotencyKey?: 'assumed' | 'documented'
  readonly reject: RejectRule
  /** Fields without which an accepted answer is malformed. */
  readonly require: readonly string[]
  readonly failures: readonly FailureEntry[]
  readonly common: Readonly<Record<CommonName, Outcome>>
}

/** The generated constant of a call. */
export type OperationOf<Id extends OperationId> = (typeof generated)[Id]
