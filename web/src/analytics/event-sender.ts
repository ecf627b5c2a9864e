import { createClientOf, eventQueue, type Request, type Token } from '@paket/sdk'
import { sendProductEvent } from '@paket/sdk/operations'
import { clientIdLookup } from './client-id.ts'
import { deliverEvents, eventName, knownSubscriber, takeEvent, type TrackedEvent } from './events.ts'
import { ownRelease } from '#config/release.ts'
import type { Settings } from '#config/settings.ts'
import type { Host } from '#hosts/host.ts'
import type { Session } from '#session/session.ts'
import type { Utm } from './utm.ts'
import { deferUntilIdle } from './widgets.ts'

/** The latest start of a request on a busy page. */
const LATEST_MS = 1000

type EventData = NonNullable<Request<'sendProductEvent'>['extendedData']>
/** The services that sending needs. */
interface SenderServices {
  settings: Settings
  host: Pick<Host, 'token'>
  session: Pick<Session, 'currentToken'>
}
interface Brands {
  userAgentData?: { brands: readonly { brand: string; version: string }[] }
}

/**
 * Sends product events in order, throttled to one a second, when the browser is idle: a press is answered first. Each has the analytics'
 * client id, if that is known within 1 s.
 */
export function sendEvents({ settings, host, session }: SenderServices, utm: Utm): void {
  const client = createClientOf(
    { sendProductEvent },
    {
      baseUrl: settings.api,
      auth: { getToken: (): Token => session.currentToken() },
      // `keepalive` lets a request outlive the page.
      fetch: (address, init) => globalThis.fetch(address, { ...init, keepalive: true }),
    },
  )
  const sources = new WeakMap<Request<'sendProductEvent'>, TrackedEvent>()
  const isWanted = (request: Request<'sendProductEvent'>) => {
    const tracked = sources.get(request)
    return tracked !== undefined && takeEvent(tracked)
  }
  const send = eventQueue(client, { isWanted })
  const lookUp = clientIdLookup(window, settings.widgets.clientId)
  const visit = { webview: host.token !== null, ...utm, ...device(), ...releaseOf() }
  const untilIdle = () => new Promise<void>((done) => void deferUntilIdle(done, LATEST_MS))
  /** Sends an event after the previous one, because the first look-up of the client id may take longer than later ones. */
  async function sendAfter(previous: Promise<void>, tracked: TrackedEvent): Promise<void> {
    const [yandexId] = await Promise.all([lookUp(), previous, untilIdle()])
    const request = requestOf(tracked, yandexId, visit)
    sources.set(request, tracked)
    send(request)
  }
  let last: Promise<void> = Promise.resolve()
  deliverEvents((tracked) => {
    last = sendAfter(last, tracked)
  })
}

const requestOf = (
  { event, url, at }: TrackedEvent,
  yandexId: string | null,
  visit: EventData,
): Request<'sendProductEvent'> => ({
  fullUrl: url,
  yandexId,
  eventType: event.type,
  eventName: eventName(event),
  extendedData: { ...visit, ...knownSubscriber, datetime: at.toISOString() },
})

const releaseOf = (): EventData => (ownRelease() ? { release: ownRelease() } : {})

const device = (): EventData => ({
  deviceType: window.matchMedia('(min-width: 768px)').matches ? 'desktop' : 'mobile',
  referrer: document.referrer ? new URL(document.referrer).origin : null,
  ...browser(),
})
function browser(): EventData {
  const { brands = [] } = (navigator as Brands).userAgentData ?? {}
  // Browsers add a made-up brand such as "Not-A.Brand".
  const real = brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)).at(-1)
  if (real) return { browserVersion: `${real.brand} ${real.version}` }
  // Safari, Firefox and all browsers of an iPhone have no brands. Safari calls itself "Version".
  const [, name, version] = /(Firefox|CriOS|FxiOS|EdgiOS|Version)\/(\d+)/.exec(navigator.userAgent) ?? []
  return name ? { browserVersion: `${name.replace('Version', 'Safari')} ${version}` } : {}
}
