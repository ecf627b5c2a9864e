import { measurePage } from '#analytics/measure.ts'
import { sendReports } from '#analytics/report-sender.ts'
import { checkReports } from '#config/report-settings.ts'
import type { ReportSettings } from '#config/settings.ts'
import { matchesPath } from './match-path.ts'
import { routeFacts } from './route-facts.ts'

const patterns = routeFacts.flatMap(({ paths }) => paths)
/** The route of a path as its table writes it; `*` where there is no page. */
export const routeOf = (path: string): string => patterns.find((pattern) => matchesPath(pattern, path)) ?? '*'

const scripts = () =>
  new Set([
    ...[...document.scripts].map(({ src }) => src),
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ])

/** Measures the page, and sends what is reported. */
export function followReports(settings: ReportSettings): void {
  const checked = checkReports(settings)
  measurePage()
  sendReports(checked, { routeOf, scripts })
  // For anyone who wonders in the developer tools whether it has come.
  performance.mark('paket.reports')
}
