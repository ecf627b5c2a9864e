import { type CrashedPart, trackEvent } from '#analytics/events.ts'
import { report } from '#analytics/reports.ts'
import { storedCache } from './stored-cache.ts'

/**
 * Logs a render error and reports it, to the analytics without its text, which may come from the server. Clears the stored cache, which may be
 * the cause and would then break the next visit too.
 */
export function reportCrash(error: unknown, what: CrashedPart): void {
  // oxlint-disable-next-line no-console
  console.error(error)
  trackEvent({ type: 'crash', what })
  report({ kind: 'error', error, where: what })
  storedCache.clear()
}
