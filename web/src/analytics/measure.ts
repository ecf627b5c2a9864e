import { type MetricType, onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import { onPageChange } from '#navigation/page-change.ts'
import { report } from './reports.ts'

/** Reports web vitals, long animation frames and violations of the Content-Security-Policy. */
export function measurePage(): void {
  const pathAt = pathsOverTime()
  const reportVital = (metric: MetricType) => {
    const { name, value, rating } = metric
    report({ kind: 'vital', name, value, rating }, pathAt(whenOf(metric)))
  }
  onLCP(reportVital)
  onINP(reportVital)
  onCLS(reportVital)
  onTTFB(reportVital)
  measureLongFrames()
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report({ kind: 'violation', directive: effectiveDirective, blocked: blockedURI }),
  )
}

/** Records which page is shown when. Returns a function from a time, in ms since the document's start, to the path of the page at that time. */
function pathsOverTime(): (time: number) => string {
  const paths = [{ path: window.location.pathname, since: 0 }]
  onPageChange((path) => void paths.push({ path, since: performance.now() }))
  return (time) => paths.findLast(({ since }) => since <= time)?.path ?? window.location.pathname
}
/** The time that decides which page a metric belongs to: loading metrics belong to the first page of the visit, the others to the page of their last entry. */
function whenOf({ name, entries }: MetricType): number {
  if (name === 'LCP' || name === 'TTFB' || name === 'FCP') return 0
  return entries.at(-1)?.startTime ?? 0
}

interface LongFrame extends PerformanceEntry {
  blockingDuration: number
}
/** One report for each page: how many frames took over 50 ms, the longest of them, and how long all of them blocked input. */
function measureLongFrames(): void {
  const type = 'long-animation-frame'
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  let path = window.location.pathname
  let seen = { count: 0, longest: 0, blocking: 0 }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  function add(entries: readonly PerformanceEntry[]): void {
    for (const { duration, blockingDuration } of entries as readonly LongFrame[])
      seen = {
        count: seen.count + 1,
        longest: Math.max(seen.longest, duration),
        blocking: seen.blocking + blockingDuration,
      }
  }
  function end(): void {
    add(observer.takeRecords())
    if (seen.count > 0) report({ kind: 'longFrames', ...seen }, path)
    seen = { count: 0, longest: 0, blocking: 0 }
  }
  observer.observe({ type, buffered: true })
  onPageChange((next) => {
    end()
    path = next
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && end())
}
