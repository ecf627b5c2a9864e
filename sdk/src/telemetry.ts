import type { Failure } from './failure.ts'
import type { OperationId } from './operation.ts'
import { report } from './report.ts'
import type { RefreshEvent } from './token.ts'

/** Listeners for the events of every call; `Failed` are its failures as events. */
export interface Listeners<Failed extends { readonly operation: string } = FailureEvent> {
  /** A request is about to be sent. What is written into `headers` is sent with it, but for the headers that are the SDK's own. */
  request?: (
    event: CallEvent<Failed['operation']> & { attempt: number; path: string; headers: Record<string, string> },
  ) => void
  response?(
    event: CallEvent<Failed['operation']> & {
      attempt: number
      status: number
      durationMs: number
      requestId: string | undefined
    },
  ): void
  failure?(failure: Failed): void
  refresh?(event: RefreshEvent): void
  drift?(event: { operation: Failed['operation']; differences: string[] }): void
}
/** Which call an event is of: `call` counts the calls of a client from 1, so that those of one operation can be distinguished. */
export interface CallEvent<Id extends string = OperationId> {
  operation: Id
  call: number
}
/** A failure as an event: without the message of the server or the network. */
export type AsEvent<Failed> = Failed extends unknown ? Omit<Failed, 'message'> : never
/** A failure of any call as an event: `operation` narrows it to the call. */
export type FailureEvent = AsEvent<Failure>

/** The headers that a listener adds. After an invalid one, which is logged to the console, none is sent. */
export function addedHeaders(listen: (headers: Record<string, string>) => unknown): Record<string, string> {
  const added: Record<string, string> = {}
  const sent: Record<string, string> = {}
  void notify(() => listen(added))
  void notify(() =>
    new Headers(added).forEach(
      (value, name) => ['authorization', 'content-type', 'idempotency-key'].includes(name) || (sent[name] = value),
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
