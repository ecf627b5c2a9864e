import { ownRelease } from '#config/release.ts'
import type { ReportSettings } from '#config/settings.ts'
import { attribute, type LogRecord, recordOf, type ReportedPage } from './report-record.ts'
import { deliverReports } from './reports.ts'

const BATCH_MS = 10_000
const TIMEOUT_MS = 10_000
/** The browser limits all pending beacons together to 64 kB. */
const MAX_BATCH_SIZE = 50
/** Limit per page, so that a repeated failure does not load the collector. */
const MAX_REPORTS = 300

/**
 * Sends reports to the collector as OTLP/HTTP JSON: in batches, and by a beacon when the page ends. Visits are sampled by `draw`, a random number
 * from 0 to 1; the resource of each record contains the sampling rate.
 */
export function sendReports({ address, sample = 1 }: ReportSettings, page: ReportedPage, draw = Math.random()): void {
  const isSampled = draw < sample
  let batch: LogRecord[] = []
  let reported = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function takeBatch(): string | null {
    clearTimeout(timer)
    timer = undefined
    if (batch.length === 0) return null
    const text = exportOf(batch, sample)
    batch = []
    return text
  }
  const send = () => {
    const body = takeBatch()
    if (body === null) return
    // `keepalive` lets a request outlive the page.
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' }, keepalive: true }
    // The collector is not part of the contract, and gets no cookies. A lost report is not repeated.
    // oxlint-disable-next-line no-restricted-globals
    void fetch(address, { ...init, credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => undefined,
    )
  }
  deliverReports((noted) => {
    if (!isSampled || reported >= MAX_REPORTS) return
    reported++
    batch.push(recordOf(noted, page))
    if (batch.length >= MAX_BATCH_SIZE) send()
    else timer ??= setTimeout(send, BATCH_MS)
  })
  // In a microtask, because other listeners of the same event report the last measurements.
  const sendLast = () =>
    queueMicrotask(() => {
      const body = takeBatch()
      if (body !== null) navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }))
    })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendLast())
  window.addEventListener('pagehide', sendLast)
}

/** An `ExportLogsServiceRequest`. */
function exportOf(logRecords: readonly LogRecord[], sample: number): string {
  const attributes = [
    attribute('service.name', 'paket-web'),
    attribute('service.version', ownRelease() || 'unreleased'),
    attribute('paket.sample', sample),
  ]
  return JSON.stringify({
    resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: 'paket-web' }, logRecords }] }],
  })
}
