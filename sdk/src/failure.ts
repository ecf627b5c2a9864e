import { errorCatalogue } from './generated/operations.gen.ts'
import type { Outcome } from './generated/outcomes.gen.ts'
import type { CommonName, FailureEntry, OperationId, OperationOf } from './operation.ts'

/**
 * `business`: the server said no; expected, not to be retried by itself, not worth an error report.
 * `technical`: it could not be asked, or its answer could not be read.
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
  /** What the server said, or the network when no answer came: for logs, never for the page. */
  readonly message: string | undefined
  /** Place of this failure in the error catalogue. */
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

interface CommonArms {
  /** There is no token, none came in time, or it was refused again after one refresh and one repeat. The server has done nothing. */
  unauthorized: { readonly kind: 'business' }
  /** HTTP 429: asked too often; the server has done nothing. */
  tooManyRequests: { readonly kind: 'technical'; readonly status: 429 }
  /** An HTTP status that the call does not list. 0: a redirect in a browser, which hides its status; none is followed. */
  unexpectedStatus: { readonly kind: 'technical'; readonly status: number }
  /** A rejected code that the contract does not list: the failure carries it. */
  unknownCode: { readonly kind: 'business'; readonly status: number; readonly code: number | undefined }
  /** The body is not what the contract says, could not be read to its end or is too large. */
  malformed: { readonly kind: 'technical'; readonly status: number }
  /** No token could be asked for, for want of a connection: the server has done nothing, and the session may be alive. */
  notSent: { readonly kind: 'technical' }
  /** No answer came. */
  noConnection: { readonly kind: 'technical'; readonly status: undefined; readonly code: undefined }
  /** No answer came in time. */
  timeOut: { readonly kind: 'technical'; readonly status: undefined; readonly code: undefined }
}
/** `Omit`: without strictNullChecks `number & undefined` would make the whole arm never. */
type Common<Id extends OperationId> = {
  [Name in CommonName]: Omit<Named<Id, Name, OperationOf<Id>['common'][Name]>, keyof CommonArms[Name]> &
    CommonArms[Name]
}[CommonName]

/** Every way in which a call can fail: the compiler knows each by `name`. */
export type Failure<Id extends OperationId = OperationId> = Id extends OperationId
  ? Listed<Id, OperationOf<Id>['failures'][number]> | Common<Id>
  : never

/** A failure with its names forgotten: what the runtime builds before the types say which call it belongs to. */
export type AnyFailure = Named<OperationId, string, Outcome>

/** What the network, or the host that was asked for a token, threw. It is on the Error alone: it goes into no event and no log by itself. */
const causes = /* @__PURE__ */ new WeakMap<object, unknown>()
export function keepCause(failure: AnyFailure, cause: unknown): void {
  if (cause !== undefined) causes.set(failure, cause)
}

/** An `Error` that carries a failure, for those who want exceptions. `cause`: what the network threw, or what refused a token. */
export class PaketError<Id extends OperationId = OperationId> extends Error {
  override readonly name = 'PaketError'
  readonly failure: Failure<Id>
  constructor(failure: Failure<Id>, options?: ErrorOptions) {
    const { operation, name, status, code, docs } = failure
    const numbers = [status && `HTTP ${status}`, code !== undefined && `code ${code}`].filter(Boolean).join(', ')
    const cause = causes.has(failure) ? { cause: causes.get(failure) } : undefined
    super(`${operation}: ${name}${numbers && ` (${numbers})`}. ${docs}`, options ?? cause)
    this.failure = failure
  }
}

/** Whether something thrown is a PaketError; works across copies of the package. */
export const isPaketError = (error: unknown): error is PaketError =>
  error instanceof Error && error.name === 'PaketError' && 'failure' in error

/** What the client has to do about a failure. */
export const outcomeOf = (failure: { readonly outcome: Outcome }): Outcome => failure.outcome

/** Address of a failure's place in an error catalogue: the contract's, or the one that the client was given. */
export const docsOf = (operation: OperationId, name: string, base: string = errorCatalogue): string =>
  `${base}#${operation}.${name}`
