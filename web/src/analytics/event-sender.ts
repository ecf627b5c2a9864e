import { createClientOf, eventQueue, type Request, type Token } from '@paket/sdk'
import { sendProductEvent } from '@paket/sdk/operations'
import { clientIdLookup } from './client-id.ts'
import { deliverEvents, eventName, knownSubscriber, type TrackedEvent, take } from './events.ts'
import { ownRelease } from '#config/release.ts'
import type { Settings } from '#config/settings.ts'
import type { Host } from '#hosts/host.ts'
import type { Session } from '#session/session.ts'
import type { Utm } from './utm.ts'

type EventData = NonNullable<Request<'sendProductEvent'>['extendedData']>
/** The parts of the app that events are about. */
interface Visited {
  settings: Settings
  host: Pick<Host, 'token'>
  session: Pick<Session, 'currentToken'>
}
interface Brands {
  userAgentData?: { brands: readonly { brand: string; version: string }[] }
}

/** Sends product events in order, throttled to one a second, each with the analytics' client id if that is known within 1 s. */
export function sendEvents({ settings, host, session }: Visited, utm: Utm): void {
  const client = createClientOf(
    { sendProductEvent },
    {
      baseUrl: settings.api,
      auth: { getToken: (): Token => session.currentToken() },
      // Arrives even when the page is closed meanwhile.
      fetch: (address, init) => globalThis.fetch(address, { ...init, keepalive: true }),
    },
  )
  const notes = new WeakMap<Request<'sendProductEvent'>, TrackedEvent>()
  const isWanted = (request: Request<'sendProductEvent'>) => {
    const noted = notes.get(request)
    return noted !== undefined && take(noted)
  }
  const send = eventQueue(client, { isWanted })
  const lookUp = clientIdLookup(window, settings.widgets.clientId)
  const visit = { webview: host.token !== null, ...utm, ...device(), ...releaseOf() }
  /** In the order in which they happened, however long the first look-up takes. */
  async function sendAfter(before: Promise<void>, noted: TrackedEvent): Promise<void> {
    const [yandexId] = await Promise.all([lookUp(), before])
    const request = requestOf(noted, yandexId, visit)
    notes.set(request, noted)
    send(request)
  }
  let last: Promise<void> = Promise.resolve()
  deliverEvents((noted) => {
    last = sendAfter(last, noted)
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

function device(): EventData {
  const { brands = [] } = (navigator as Brands).userAgentData ?? {}
  const real = brands.filter(({ brand }) => !/not.?a.?brand/i.test(brand)).at(-1)
  return {
    deviceType: window.matchMedia('(min-width: 768px)').matches ? 'desktop' : 'mobile',
    referrer: URL.canParse(document.referrer) ? new URL(document.referrer).origin : null,
    ...(real && { browserVersion: `${real.brand} ${real.version}` }),
  }
}
