import { measurePage } from '#analytics/measure.ts'
import { sendReports } from '#analytics/report-sender.ts'
import { checkReports } from '#config/report-settings.ts'
import type { ReportSettings } from '#config/settings.ts'
import { routeFacts } from './route-facts.ts'

const routes = routeFacts
  .flatMap(({ paths }) => paths)
  .filter((route) => route !== '*')
  .map((route) => ({ route, pattern: new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`) }))
/** The route of a path as its table writes it; `*` where there is no page. */
export const routeOf = (path: string): string => routes.find(({ pattern }) => pattern.test(path))?.route ?? '*'

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
