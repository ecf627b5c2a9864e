import { type CrashedPart, trackEvent } from '#analytics/events.ts'
import { storedCache } from './stored-cache.ts'

/**
 * An error of drawing, for whoever watches the console and for the analytics, which hear no word of it: it may be the server's. What is
 * stored may be the cause and would break the next visit too: it is cleared.
 */
export function reportCrash(error: unknown, what: CrashedPart): void {
  // oxlint-disable-next-line no-console
  console.error(error)
  trackEvent({ type: 'crash', what })
  storedCache.clear()
}
