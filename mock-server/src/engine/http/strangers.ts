import type { IncomingMessage } from 'node:http'
import { Problem } from './http.ts'
import { nameIn, type Origins } from './origins.ts'

/**
 * Refuses what a page of a stranger makes a browser of this machine send: under a name of its own that leads here (DNS
 * rebinding), so that it could read the answer, and across origins, so that it could change something without reading.
 * Who sends neither `Origin` nor `Sec-Fetch-Site` is no browser.
 */
export function refuseStrangers(origins: Origins, request: IncomingMessage): void {
  const { method = '', headers } = request
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (!origins.isName(host))
    throw new Problem(
      421,
      'Not a name of the mock',
      `The mock does not answer to the host ${JSON.stringify(host)}: call ${origins.main}, or start it with --name ${nameIn(host) || '<name>'} when that is a name of this machine`,
    )
  if (isReading(method)) return
  if (origin === undefined ? site === 'cross-site' : !origins.mayCall(origin, request))
    throw new Problem(
      403,
      'A page of another origin',
      `Pages of the origin ${JSON.stringify(origin ?? 'not named')} may change nothing here: start the mock with --app-origin when an app runs there`,
    )
}

/**
 * A browser must show that the page asked for permission, or is the mock's own: a header of ours cannot be sent across origins
 * without, and the controls give no permission. So a page of this machine may call the API, and its controls only as the panel.
 */
export function refuseSimpleWrites({ method = '', headers }: IncomingMessage): void {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  if (isBrowser && !isReading(method) && headers['x-paket-mock'] === undefined)
    throw new Problem(
      403,
      'A header is missing',
      'A page that uses the controls sends the header X-Paket-Mock: 1 and is of the mock’s own origin; curl needs neither',
    )
}

const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
