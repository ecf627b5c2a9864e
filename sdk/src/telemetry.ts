import type { AnyFailure } from './failure.ts'
import type { OperationId } from './operation.ts'
import { report } from './report.ts'
import type { RefreshEvent } from './token.ts'

/** What is called with the events of every call. */
export interface Listeners {
  request?: (event: { operation: OperationId; attempt: number }) => void
  response?(event: {
    operation: OperationId
    attempt: number
    status: number
    durationMs: number
    requestId: string | undefined
  }): void
  failure?(failure: FailureEvent): void
  refresh?(event: RefreshEvent): void
  drift?(event: { operation: OperationId; differences: string[] }): void
}
/** A failure as an event: without the message of the server or the network. */
export type FailureEvent = Omit<AnyFailure, 'message'>

/** Calls a listener. What it throws, or rejects with, goes to the console; one that is async is not awaited. */
export function notify(listen: () => unknown): void {
  try {
    const returned = listen()
    if (typeof returned === 'object') Promise.resolve(returned).catch(report)
  } catch (error) {
    report(error)
  }
}
