import { measurePage } from '#analytics/measure.ts'
import { sendReports } from '#analytics/report-sender.ts'
import { checkReports } from '#config/report-settings.ts'
import type { ReportSettings } from '#config/settings.ts'
import { matchesPath } from './match-path.ts'
import { routeFacts } from './route-facts.ts'

const patterns = routeFacts.flatMap(({ paths }) => paths)
/** The route pattern that a path matches; `*` when there is none. */
export const routeOf = (path: string): string => patterns.find((pattern) => matchesPath(pattern, path)) ?? '*'

const scripts = () =>
  new Set([
    ...[...document.scripts].map(({ src }) => src),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ])

/** Starts the measurements and the sending of reports. */
export function followReports(settings: ReportSettings): void {
  const checked = checkReports(settings)
  measurePage()
  sendReports(checked, { routeOf, scripts })
  // Visible in the developer tools: reports are running.
  performance.mark('paket.reports')
}
