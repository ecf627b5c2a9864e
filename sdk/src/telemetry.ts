import type { AnyFailure } from './failure.ts'
import type { OperationId } from './operation.ts'
import { report } from './report.ts'
import type { RefreshEvent } from './token.ts'

/** Listeners for the events of every call. */
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
/** Which call an event is of: `call` counts the calls of a client from 1, so that those of one operation can be distinguished. */
export interface CallEvent {
  operation: OperationId
  call: number
}
/** A failure as an event: without the message of the server or the network. */
export type FailureEvent = Omit<AnyFailure, 'message'>

/** The headers that a listener adds. After an invalid one, which is logged to the console, none is sent. */
export function addedHeaders(listen: (headers: Record<string, string>) => unknown): Record<string, string> {
  const added: Record<string, string> = {}
  const sent: Record<string, string> = {}
  void notify(() => listen(added))
  void notify(() =>
    new Headers(added).forEach(
      (value, name) => /^(authorization|content-type|idempotency-key)$/.test(name) || (sent[name] = value),
    ),
  )
  return sent
}

/** Calls a listener synchronously. Logs its error or rejection to the console; does not wait for it. */
export async function notify(listen: () => unknown): Promise<void> {
  try {
    await listen()
  } catch (error) {
    report(error)
  }
}
