import { ownRelease } from '#config/release.ts'
import type { ReportSettings } from '#config/settings.ts'
import { attribute, type LogRecord, recordOf, type ReportedPage } from './report-record.ts'
import { deliverReports } from './reports.ts'

const EVERY_MS = 10_000
const PATIENCE_MS = 10_000
/** A beacon takes 64 kB at most, in all that are under way. */
const MOST_IN_BATCH = 50
/** Per page: a failure that repeats must not become a load of its own. */
const MOST_OF_PAGE = 300

/**
 * Sends reports to the collector, as OTLP/HTTP JSON: in batches, and at the end of the page by a beacon. Whether a visit is reported is drawn once;
 * each record's resource says how many visits it represents.
 */
export function sendReports({ address, sample = 1 }: ReportSettings, page: ReportedPage, draw = Math.random()): void {
  const isSampled = draw < sample
  let batch: LogRecord[] = []
  let taken = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function take(): string | null {
    clearTimeout(timer)
    timer = undefined
    if (batch.length === 0) return null
    const text = exportOf(batch, sample)
    batch = []
    return text
  }
  const send = () => {
    const body = take()
    if (body === null) return
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    // The collector is no part of the contract, and learns nothing about the visitor. A lost report is not repeated.
    // oxlint-disable-next-line no-restricted-globals
    void fetch(address, { ...init, credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => undefined,
    )
  }
  deliverReports((noted) => {
    if (!isSampled || taken >= MOST_OF_PAGE) return
    taken++
    batch.push(recordOf(noted, page))
    if (batch.length >= MOST_IN_BATCH) send()
    else timer ??= setTimeout(send, EVERY_MS)
  })
  // After the measurements, which end with the page too.
  const sendLast = () =>
    queueMicrotask(() => {
      const body = take()
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
