import type { FailureEvent, RefreshEvent } from '@paket/sdk'
import type { CrashedPart } from './events.ts'

/** What the operator learns of a visit: how fast it was, what went wrong. `report-record.ts` decides what of it leaves the page. */
export type Report =
  | { kind: 'error'; error: unknown; where: CrashedPart | 'script' | 'promise' | 'flow' | 'chunk' }
  /** A call ended in a failure of the contract, an ignored one too. */
  | { kind: 'failure'; failure: Pick<FailureEvent, 'operation' | 'name' | 'outcome' | 'status' | 'code' | 'requestId'> }
  | { kind: 'refresh'; refresh: Pick<RefreshEvent, 'ok' | 'reason' | 'cause'> }
  /** An order was made: by which intent, and which. */
  | { kind: 'order'; intent: string; order: string }
  /** Of the Content-Security-Policy. */
  | { kind: 'violation'; directive: string; blocked: string }
  /** A measurement of `web-vitals`; milliseconds, but for CLS. */
  | { kind: 'vital'; name: string; value: number; rating: string }
  /** Animation frames over 50 ms of a page, in milliseconds. */
  | { kind: 'longFrames'; count: number; longest: number; blocking: number }

/** A report, where and when it happened. */
export interface NotedReport {
  report: Report
  path: string
  /** Milliseconds since 1970. */
  at: number
}
/** Those before the sender has come. */
const MOST_WAITING = 30
let waiting: NotedReport[] = []
let deliver: ((noted: NotedReport) => void) | null = null
let isOn = false

/** From now on reports are stored, those of what no one catches too; until then, and without a collector, they are forgotten. */
export function collectReports(target: Window = window): void {
  isOn = true
  // Without an error it is a script of others, or no error of a script.
  target.addEventListener('error', ({ error }) => error && report({ kind: 'error', error, where: 'script' }))
  target.addEventListener('unhandledrejection', ({ reason }) =>
    report({ kind: 'error', error: reason, where: 'promise' }),
  )
}

/** Keeps a report until it is sent; `path` and `at` when it belongs to another page than this one. */
export function report(happened: Report, path = window.location.pathname, at = Date.now()): void {
  const noted = { report: happened, path, at }
  if (deliver) deliver(noted)
  else if (isOn && waiting.length < MOST_WAITING) waiting.push(noted)
}

/** From now on reports go to `to`, those that wait first. */
export function deliverReports(to: (noted: NotedReport) => void): void {
  deliver = to
  waiting.forEach(to)
  waiting = []
}
