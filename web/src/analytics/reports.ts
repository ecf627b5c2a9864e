import type { FailureEvent, RefreshEvent } from '@paket/sdk'
import type { CrashedPart } from './events.ts'

/** A report to the operator about speed or errors. `report-record.ts` decides which of its values may leave the page. */
export type Report =
  | { kind: 'error'; error: unknown; where: CrashedPart | 'script' | 'promise' | 'flow' | 'chunk' }
  /** A call ended in a failure of the contract; ignored ones are reported too. */
  | { kind: 'failure'; failure: Pick<FailureEvent, 'operation' | 'name' | 'outcome' | 'status' | 'code' | 'requestId'> }
  | { kind: 'refresh'; refresh: Pick<RefreshEvent, 'ok' | 'reason' | 'cause'> }
  /** An order was created; both are ids. */
  | { kind: 'order'; intent: string; order: string }
  /** A violation of the Content-Security-Policy. */
  | { kind: 'violation'; directive: string; blocked: string }
  /** A measurement of `web-vitals`, in milliseconds, except CLS. */
  | { kind: 'vital'; name: string; value: number; rating: string }
  /** Animation frames of a page that took over 50 ms; `longest` and `blocking` in milliseconds. */
  | { kind: 'longFrames'; count: number; longest: number; blocking: number }

/** A report with its place and time. */
export interface NotedReport {
  report: Report
  path: string
  /** Milliseconds since 1970. */
  at: number
}
/** Limit of the reports that wait for the sender's chunk. */
const MAX_WAITING = 30
let waiting: NotedReport[] = []
let deliver: ((noted: NotedReport) => void) | null = null
let isOn = false

/** Starts to queue reports, and to report uncaught errors and rejections. Without a collector this is never called, and reports are dropped. */
export function collectReports(target: Window = window): void {
  isOn = true
  // An event without an error comes from a third-party script, or is not a script's error.
  target.addEventListener('error', ({ error }) => error && report({ kind: 'error', error, where: 'script' }))
  target.addEventListener('unhandledrejection', ({ reason }) =>
    report({ kind: 'error', error: reason, where: 'promise' }),
  )
}

/** Reports to the operator. `path` is the page that the report belongs to, if it is another than the current one. */
export function report(content: Report, path = window.location.pathname): void {
  const noted = { report: content, path, at: Date.now() }
  if (deliver) deliver(noted)
  else if (isOn && waiting.length < MAX_WAITING) waiting.push(noted)
}

/** Passes all reports from now on to `to`, the waiting ones first. */
export function deliverReports(to: (noted: NotedReport) => void): void {
  deliver = to
  waiting.forEach(to)
  waiting = []
}
