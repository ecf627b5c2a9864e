import type { IncomingMessage } from 'node:http'
import { Problem } from './http.ts'
import { nameIn, type Origins } from './origins.ts'

/**
 * Rejects requests that a foreign page makes a browser on this machine send. With DNS rebinding the page could read
 * answers, so the Host header must be known. With a simple cross-origin request it could change state without reading
 * the answer, so the Origin header must be allowed. A client that sends neither `Origin` nor `Sec-Fetch-Site` is not a
 * browser.
 */
export function refuseForeignPages(origins: Origins, request: IncomingMessage): void {
  const { method = '', headers } = request
  const { host, origin, 'sec-fetch-site': site } = headers
  // Only HTTP/1.0 allows none, as the health checks of load balancers send it; no browser does.
  if (host !== undefined && !origins.isName(host))
    throw new Problem(
      421,
      'Unknown host name',
      `The mock does not accept the host name ${JSON.stringify(host)}: call ${origins.main}, or start it with --name ${nameIn(host) || '<name>'} if it is a name of this machine`,
    )
  if (isReading(method)) return
  if (origin === undefined ? site === 'cross-site' : !origins.mayCall(origin, request))
    throw new Problem(
      403,
      'Origin not allowed',
      `Pages of the origin ${JSON.stringify(origin ?? 'not named')} may not change state: if your app runs there, start the mock with --app-origin`,
    )
}

/**
 * Requires a custom header from browsers that change state through `/__mock`. A page cannot send it across origins
 * without CORS permission, and `/__mock` gives none. So other pages of this machine can call the API, but only the
 * panel can use the controls.
 */
export function requirePanelHeader({ method = '', headers }: IncomingMessage): void {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  if (isBrowser && !isReading(method) && headers['x-paket-mock'] === undefined)
    throw new Problem(
      403,
      'Missing header',
      'A page that uses the controls must have the mock’s own origin and send the header X-Paket-Mock: 1; curl needs neither',
    )
}

const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
