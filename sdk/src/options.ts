import type { OperationId, OperationOf } from './operation.ts'
import type { Listeners } from './telemetry.ts'
import type { Auth, TokenSource } from './token.ts'

/** Options of a client. */
export interface ClientOptions {
  /** Address of the contract's base path: absolute or, in a page, relative to its origin (`/bff/api`). Throws when it is invalid. */
  baseUrl: string
  /** Where tokens come from. Clients with the same object share one refresh. */
  auth: Auth
  /**
   * Default: the platform's `fetch`. Called with an address and an init, never with a Request. A call ends at its deadline even when your `fetch`
   * ignores `init.signal`; one that ignores `init.redirect` may send an order to another address.
   */
  fetch?: typeof globalThis.fetch | undefined
  /** Timeout of a request with its answer, in milliseconds from 0; waiting for its token has the same timeout again, at most 30 s. Default: 30 000. */
  timeoutMs?: number | undefined
  /** Limit of an answer's body, in bytes. A larger one is cancelled and `malformed`. Default: 8 MB. */
  maxBytes?: number | undefined
  /** Events of calls, for logs and metrics, without tokens and texts of a server. What a listener throws goes to the console. */
  on?: Listeners | undefined
  /** From the `schemas` entry: lists where an answer differs from its schema, for `on.drift`. */
  schemas?: ((operation: OperationId, data: unknown) => string[]) | undefined
  /** With `schemas`: an answer that differs from its schema is the failure `malformed`. */
  strict?: boolean | undefined
  /** Address of your copy of the error catalogue, for `failure.docs`: `https://docs.example/errors.html`. Default: the contract's address. */
  docs?: string | undefined
  /** A monotonic clock in milliseconds, for token lifetimes, backoff and durations. Default: performance.now. */
  now?: (() => number) | undefined
}
/** Options of `createClientOf`, which carries only what it is given. */
export interface ClientOfOptions extends Omit<ClientOptions, 'auth'> {
  /** Where tokens come from: `{ getToken }` where your own code renews them, or `withRefresh({ getToken, refresh })`. */
  auth: TokenSource
}
/** Options of any call. */
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Overrides the client's timeout. */
  timeoutMs?: number | undefined
}
/** Options of a call that moves money. */
export interface MoneyCallOptions extends CallOptions {
  /**
   * A UUID per intent of the user (`crypto.randomUUID()`), sent as `Idempotency-Key`: reuse it to retry the same intent, make a new one
   * for a new decision. The call rejects with a TypeError when it is not a UUID.
   */
  idempotencyKey?: string | undefined
}
/** Options of this call. */
export type OptionsOf<Id extends OperationId> =
  OperationOf<Id> extends { readonly idempotencyKey: string } ? MoneyCallOptions : CallOptions
