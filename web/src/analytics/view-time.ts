import { trackEvent, pageName } from './events.ts'
import { onPageChange } from '#navigation/page-change.ts'

/** After how many seconds in the foreground a page is reported (O-ANALYTICS-02). */
const MARKS_S = [1, 5, 10, 20, 40, 60, 120, 360, 600] as const

/** Tracks which pages are shown, and for how long. */
export function trackPages(): void {
  const seen = () => trackEvent({ type: 'page', page: pageName(window.location.pathname) })
  seen()
  onPageChange(seen)
  watchViewTime((page, seconds) => trackEvent({ type: 'view-time', page, seconds }))
}

/** Calls `report` at each mark of the time that a page has been in the foreground. The time restarts on another page (OO-58). */
export function watchViewTime(report: (page: string, seconds: number) => void): void {
  let next = 0
  let seenMs = 0
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    const mark = MARKS_S[next]
    if (document.hidden || mark === undefined || timer) return
    since = performance.now()
    timer = setTimeout(() => reach(mark), mark * 1000 - seenMs)
  }
  function pause(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    seenMs += performance.now() - since
  }
  function reach(mark: number): void {
    timer = undefined
    seenMs = mark * 1000
    next++
    report(pageName(window.location.pathname), mark)
    run()
  }
  document.addEventListener('visibilitychange', () => (document.hidden ? pause() : run()))
  onPageChange(() => {
    pause()
    next = 0
    seenMs = 0
    run()
  })
  run()
}
