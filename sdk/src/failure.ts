import { errorCatalogue } from './generated/operations.gen.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, FailureEntry, OperationId, OperationOf } from './operation.ts'
import type { Token } from './token.ts'
import { withoutToken } from './transport.ts'

/**
 * `business`: the server refused; expected, so neither retry nor report it. But report one with status 422: your request may be wrong.
 * `technical`: the server could not be reached, or its answer could not be read.
 */
export type FailureKind = 'business' | 'technical'

/** What every failure carries. */
export interface FailureDetails {
  readonly kind: FailureKind
  /** Business code of the answer; undefined when it had none. */
  readonly code: number | undefined
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined
  /** The server's `x-request-id`, for support. */
  readonly requestId: string | undefined
  /** How long the server asks to wait before the next try, in milliseconds: its `Retry-After`, which another origin must expose. */
  readonly retryAfterMs: number | undefined
  /** What the server says (`message`, or the `detail` or `title` of a problem), or why there is no answer or it is malformed: for logs, never for the page. */
  readonly message: string | undefined
  /** Address of this failure in the error catalogue. */
  readonly docs: string
}

interface Named<Id extends OperationId, Name extends string, Out extends Outcome> extends FailureDetails {
  readonly operation: Id
  readonly name: Name
  readonly outcome: Out
}

/** A failure that the contract lists for this call. With codes alone, the code is one of them. */
type Listed<Id extends OperationId, Entry extends FailureEntry> = Entry extends { readonly http: readonly number[] }
  ? Named<Id, Entry['name'], Entry['outcome']>
  : Named<Id, Entry['name'], Entry['outcome']> & {
      readonly kind: 'business'
      readonly status: number
      readonly code: Entry extends { readonly codes: readonly (infer Code)[] } ? Code : number
    }

export interface CommonArms {
  /** No one is signed in, no token came in time, or the token was refused again after one refresh and one retry. The server has done nothing. */
  unauthorized: { readonly kind: 'business' }
  /** HTTP 429: too many requests; the server has done nothing. */
  tooManyRequests: { readonly kind: 'technical'; readonly status: 429 }
  /** An HTTP status that the call does not list. 0: a redirect in a browser, which hides its status; none is followed. */
  unexpectedStatus: { readonly kind: 'technical'; readonly status: number }
  /** A rejected code that the contract does not list: the failure carries it. */
  unknownCode: { readonly kind: 'business'; readonly status: number }
  /** The body does not match the contract, could not be read to its end or is too large. */
  malformed: { readonly kind: 'technical'; readonly status: number }
  /** The token could not be requested, for example while offline: the server has done nothing, and the session may still be valid. */
  notSent: { readonly kind: 'technical' }
  /** The connection failed before an answer. */
  noConnection: { readonly kind: 'technical' }
  /** The deadline expired before an answer. */
  timeOut: { readonly kind: 'technical' }
}
/** The outcome of a common failure. */
type CommonOutcome<Outcomes, Name> = {
  [Out in keyof Outcomes & Outcome]: Outcomes[Out] extends readonly (infer One)[]
    ? Name extends One
      ? Out
      : never
    : never
}[keyof Outcomes & Outcome]
type Common<Id extends OperationId> = {
  [Name in CommonName]: Named<Id, Name, CommonOutcome<OperationOf<Id>['common'], Name>> & CommonArms[Name]
}[CommonName]

/** Every failure of a call, as a union discriminated by `name`. */
export type Failure<Id extends OperationId = OperationId> = Id extends OperationId
  ? Listed<Id, OperationOf<Id>['failures'][number]> | Common<Id>
  : never

/** A failure of any call: what the runtime builds, before the types narrow it to the call. */
export type AnyFailure = Named<OperationId, string, Outcome>

/** What the network, `getToken` or `refresh` threw, and the token that was sent. Only the Error has the cause, so that it never gets into events and logs unasked. */
export const causes = /* @__PURE__ */ new WeakMap<object, { cause: unknown; token: Token }>()

/** An `Error` with a failure, for code that prefers exceptions. `cause`: what the network, `getToken` or `refresh` threw. */
export class PaketError<Id extends OperationId = OperationId> extends Error {
  override readonly name = 'PaketError'
  readonly failure: Failure<Id>
  constructor(failure: Failure<Id>, options?: { cause?: unknown }) {
    const { operation, name, status, code, docs } = failure
    const numbers = [status && `HTTP ${status}`, code !== undefined && `code ${code}`].filter(Boolean).join(', ')
    const thrown = causes.get(failure)
    super(
      `${operation}: ${name}${numbers && ` (${numbers})`}. ${docs}`,
      options ?? (thrown?.cause === undefined ? undefined : { cause: withoutToken(thrown.cause, thrown.token) }),
    )
    this.failure = failure
  }
}

/** Whether a thrown value is a PaketError; also works across copies of the package. */
export const isPaketError = (error: unknown): error is PaketError =>
  error instanceof Error && error.name === 'PaketError' && 'failure' in error

/** What the client should do about a failure. */
export const outcomeOf = (failure: { readonly outcome: Outcome }): Outcome => failure.outcome

/** Address of a failure in the error catalogue: the contract's, or the `docs` of the client. */
export const docsOf = (operation: OperationId, name: string, base: string = errorCatalogue): string =>
  `${base}#${operation}.${name}`
