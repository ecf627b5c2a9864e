import type { AnyFailure } from './failure.ts'
import type { OperationId } from './operation.ts'
import { report } from './report.ts'

/** What is called with the events of every call. */
export interface Listeners {
  /** A request is about to be sent. What is written into `headers` is sent with it, but for the headers that are the SDK's own. */
  request?: (event: CallEvent & { attempt: number; path: string; headers: Record<string, string> }) => void
  response?(
    event: CallEvent & { attempt: number; status: number; durationMs: number; requestId: string | undefined },
  ): void
  failure?(failure: FailureEvent): void
  refresh?(event: RefreshEvent): void
  drift?(event: { operation: OperationId; differences: string[] }): void
}
/** Why a refresh returned no token: there is no `refresh`; it returned none; it, or `getToken`, threw; the time was over. */
export type RefreshCause = 'noRefresh' | 'noToken' | 'threw' | 'timedOut'
/** The result of a refresh, without tokens and without what was thrown. */
export interface RefreshEvent {
  reason: 'expiring' | 'refused'
  ok: boolean
  durationMs: number
  /** With `ok: false`. */
  cause?: RefreshCause
}
/** Which call an event is of: `call` counts the calls of a client from 1, so that those of one operation can be distinguished. */
export interface CallEvent {
  operation: OperationId
  call: number
}
/** A failure as an event: without the message of the server or the network. */
export type FailureEvent = Omit<AnyFailure, 'message'>

/** What a listener wants to be sent. A header that no request could have goes to the console, and none of them is sent. */
export function addedHeaders(listen: (headers: Record<string, string>) => unknown): Record<string, string> {
  const asked: Record<string, string> = {}
  const headers: Record<string, string> = {}
  notify(() => listen(asked))
  notify(() =>
    new Headers(asked).forEach((value, name) => {
      if (!/^(authorization|content-type|idempotency-key)$/.test(name)) headers[name] = value
    }),
  )
  return headers
}

/** Calls a listener. What it throws, or rejects with, goes to the console; one that is async is not awaited. */
export function notify(listen: () => unknown): void {
  try {
    const returned = listen()
    if (typeof returned === 'object') Promise.resolve(returned).catch(report)
  } catch (error) {
    report(error)
  }
}
