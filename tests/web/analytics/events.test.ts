// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAccount } from '#web/app/account.ts'
import { clientIdLookup } from '#web/analytics/client-id.ts'
import { sendEvents } from '#web/analytics/event-sender.ts'
import {
  forgetEvents,
  forgetSubscriber,
  knownSubscriber,
  pageName,
  persistUnsentEvents,
  trackEvent,
} from '#web/analytics/events.ts'
import { trackPages, watchViewTime } from '#web/analytics/view-time.ts'
import { messageOf } from '#web/messages/outcome-messages.ts'
import { ask, modalStack, watchModals } from '#web/modals/modal-stack.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { fetchThatAnswers } from '#support/fake-api.ts'
import type { HostToken } from '#web/hosts/host.ts'
import { session } from '#web/session/session.ts'
import { removeAddedListeners } from '#support/drop-listeners.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const utm = { utmSource: 'mail', utmMedium: null, utmCampaign: null }
interface Sent {
  fullUrl: string
  yandexId: string | null
  eventType: string
  eventName: string
  extendedData: Record<string, unknown>
}

function show(path: string) {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}
function hide(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  removeAddedListeners(window, document)
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  forgetEvents()
  window.sessionStorage.clear()
  window.history.replaceState(null, '', '/profile?order=o7&promocode=SECRET')
})
afterEach(() => {
  modalStack.open = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('events', () => {
  async function sending(
    answer: { status?: number; body?: unknown } | 'no connection' = { body: { code: 0 } },
    widgets: { clientId?: string } = {},
    hostToken: HostToken | null = null,
  ) {
    const { fetch, sent } = fetchThatAnswers({
      send_product_event: [answer],
      get_client_data: [clientDataAnswer()],
      create_order: [{ body: { code: 2004 } }],
      unbind_card: [{ body: { code: 0 } }],
    })
    vi.stubGlobal('fetch', vi.fn(fetch))
    const services = fakeServices(fakeIdentity())
    await services.session.start()
    trackPages()
    sendEvents({ ...services, settings: { ...services.settings, widgets }, host: { token: hostToken } }, utm)
    await pass(0)
    const events = () => sent.filter(({ call }) => call === 'send_product_event').map(({ body }) => body as Sent)
    return { services, events, names: () => events().map(({ eventName }) => eventName) }
  }

  test('are sent for many actions, in order, one second apart [O-ANALYTICS-01]', async () => {
    const { services, names } = await sending()
    const { api } = createAccount(services)
    watchModals((modal, what, message) => trackEvent({ type: 'modal', modal, message, what }))
    await api.createOrder({ source: 'web', bundleId: 'b', usingMainCard: true })
    await api.unbindCard({ bankCardId: 'c' })
    void ask('onboarding', { hasDeliveries: true, managesRenewal: true }, new AbortController().signal)
    modalStack.open[0]?.answer('finished')
    show('/manage')
    expect(names()).toHaveLength(1)
    await pass(20_000)
    expect(names().filter((name) => !/_\d+s$/.test(name))).toEqual([
      'profile_seen',
      'createOrder',
      'createOrder_alreadyConnecting',
      'unbindCard',
      'onboarding_shown',
      'manage_seen',
      'onboarding_finished',
    ])
  })
  test('are sent when the browser is idle, or after a second', async () => {
    const idle = vi.fn<typeof requestIdleCallback>()
    vi.stubGlobal('requestIdleCallback', idle)
    const { names } = await sending()
    await pass(5000)
    expect(names()).toEqual([])
    expect(idle.mock.calls.map(([, options]) => options)).toContainEqual({ timeout: 1000 })
    for (const [work] of idle.mock.calls) work({ didTimeout: false, timeRemaining: () => 50 })
    await pass(0)
    expect(names()).toEqual(['profile_seen'])
  })
  test('contain a message’s name and answer, and only answers from a closed set [O-ANALYTICS-01]', async () => {
    const { names } = await sending()
    watchModals((modal, what, message) => trackEvent({ type: 'modal', modal, message, what }))
    const { signal } = new AbortController()
    const answer = (value: unknown) => void modalStack.open.map((modal) => modal.answer(value as never))
    for (const value of ['retry', 'support'] as const) {
      void ask('message', { ...messageOf({ outcome: 'retry-or-support' })! }, signal)
      answer(value)
      await pass(0)
    }
    void ask('counterOffer', { offers: ['freeMonth'] }, signal)
    answer('freeMonth')
    await pass(0)
    void ask('addMember', { name: '', phone: '' }, signal)
    answer({ name: 'Пётр', phone: '79001112233' })
    await pass(60_000)
    expect(names().filter((name) => /^(message|counter|add)/.test(name))).toEqual([
      'message_retry_or_support_shown',
      'message_retry_or_support_retry',
      'message_retry_or_support_shown',
      'message_retry_or_support_support',
      'counterOffer_shown',
      'counterOffer_freeMonth',
      'addMember_shown',
      'addMember_answered',
    ])
  })
  describe('waiting when their page is left', () => {
    const leave = () => window.dispatchEvent(new Event('pagehide'))
    const note = (...pages: string[]) => pages.forEach((page) => trackEvent({ type: 'page', page }))
    const own = (names: string[]) => names.filter((name) => name.startsWith('p_'))

    test('are sent once by the next page of the tab, with their own address and time (OO-58)', async () => {
      persistUnsentEvents()
      const { names, events } = await sending()
      await pass(70_000)
      note('p_1', 'p_2', 'p_3')
      const at = Date.now()
      await pass(0)
      expect(own(names())).toEqual(['p_1_seen'])
      leave()
      expect(JSON.stringify(window.sessionStorage)).not.toMatch(/SECRET|o7/)
      await pass(60_000)
      expect(own(names())).toEqual(['p_1_seen'])
      show('/manage')
      persistUnsentEvents()
      await pass(60_000)
      expect(own(names())).toEqual(['p_1_seen', 'p_2_seen', 'p_3_seen'])
      const last = events().find(({ eventName }) => eventName === 'p_3_seen')
      expect(last?.fullUrl).toBe(`${window.location.origin}/profile`)
      expect(last?.extendedData['datetime']).toBe(new Date(at).toISOString())
      leave()
      persistUnsentEvents()
      await pass(60_000)
      expect(own(names())).toHaveLength(3)
    })
    test('continue when the same page is shown again', async () => {
      persistUnsentEvents()
      const { names } = await sending()
      await pass(60_000)
      note('p_1', 'p_2')
      await pass(0)
      leave()
      window.dispatchEvent(new Event('pageshow'))
      await pass(60_000)
      expect(own(names())).toEqual(['p_1_seen', 'p_2_seen'])
    })
    test('are dropped at a sign-out, except the event of the sign-out', async () => {
      persistUnsentEvents()
      const { names } = await sending()
      await pass(60_000)
      note('p_1', 'p_2')
      trackEvent({ type: 'session', what: 'sign_out' })
      forgetEvents()
      leave()
      persistUnsentEvents()
      await pass(60_000)
      expect(names().filter((name) => name.startsWith('p_') || name === 'sign_out')).toEqual(['sign_out'])
    })
    test('are dropped when the session is lost, because the next user may be another one [O-CACHE-08]', async () => {
      persistUnsentEvents()
      const { names } = await sending()
      await pass(70_000)
      note('p_1', 'p_2')
      await pass(0)
      session.state = 'lost'
      trackEvent({ type: 'session', what: 'sign_in' })
      leave()
      session.state = 'signedIn'
      persistUnsentEvents()
      await pass(60_000)
      expect(names().filter((name) => name.startsWith('p_') || name === 'sign_in')).toEqual(['p_1_seen', 'sign_in'])
    })
    test('drops the events of the previous user without a pause [O-ANALYTICS-01]', async () => {
      const { names } = await sending()
      await pass(70_000)
      note('p_1', 'p_2', 'p_3')
      await pass(0)
      forgetEvents()
      note('p_4')
      await pass(1000)
      expect(own(names())).toEqual(['p_1_seen', 'p_4_seen'])
    })
    test('ignores malformed stored JSON', async () => {
      window.sessionStorage.setItem(
        'paket.events',
        '[{"event":{}},null,{"event":{"type":"page","page":"p_0"},"url":"https://x5.example/"}]',
      )
      persistUnsentEvents()
      const { names } = await sending()
      note('p_1')
      await pass(60_000)
      expect(own(names())).toEqual(['p_1_seen'])
    })
    test('are sent with keepalive, so that they arrive after the page is closed', async () => {
      await sending()
      expect(vi.mocked(globalThis.fetch).mock.lastCall?.[1]).toMatchObject({ method: 'POST', keepalive: true })
    })
  })
  test('contain the page, the time, the subscription, the visit and the browser, but no query and no personal data [C-CALL-06]', async () => {
    const known = { bundleId: 'b1', subscriberStatus: 'activated' }
    Object.assign(knownSubscriber, known)
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/?q=SECRET')
    const brands = [
      { brand: 'Chromium', version: '142' },
      { brand: 'Not-A.Brand', version: '99' },
    ]
    Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: { brands } })
    vi.stubGlobal('metricsId', (give: (id: string) => void) => give('42'))
    onTestFinished(() => {
      forgetSubscriber()
      Reflect.deleteProperty(navigator, 'userAgentData')
    })
    const { events } = await sending(undefined, { clientId: 'metricsId' })
    const [first] = events()
    expect(first).toMatchObject({
      fullUrl: `${window.location.origin}/profile`,
      yandexId: '42',
      eventType: 'page',
      extendedData: {
        webview: false,
        ...utm,
        ...known,
        deviceType: 'desktop',
        browserVersion: 'Chromium 142',
        referrer: 'https://search.example',
      },
    })
    expect(Date.parse(String(first?.extendedData['datetime']))).toBe(Date.now())
    expect(JSON.stringify(events())).not.toMatch(/SECRET|o7|7900/)
  })
  const hostToken: HostToken = { first: async () => 'opaque', refresh: async () => 'opaque' }
  test.each([
    [false, false, { webview: false, deviceType: 'desktop' }],
    [false, true, { webview: false, deviceType: 'mobile' }],
    [true, true, { webview: true, deviceType: 'mobile' }],
  ])(
    'in a partner’s app (%s), on a narrow screen (%s), contain %j [C-CALL-06]',
    async (isWebview, isNarrow, expected) => {
      vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: !isNarrow } as MediaQueryList)
      const { events } = await sending(undefined, {}, isWebview ? hostToken : null)
      await pass(1000)
      expect(events()[0]?.extendedData).toMatchObject(expected)
    },
  )
  const apple = '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const iPhone = '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  test.each([
    [`Mozilla/5.0 ${apple} Version/18.5 Safari/605.1.15`, 'Safari 18'],
    [`Mozilla/5.0 ${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari 18'],
    [`Mozilla/5.0 ${iPhone} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, 'CriOS 142'],
    [`Mozilla/5.0 ${iPhone} FxiOS/145.0 Mobile/15E148 Safari/604.1`, 'FxiOS 145'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145'],
    [`Mozilla/5.0 ${iPhone} Mobile/15E148`, undefined],
  ])('of a browser without brands, %j, name it %s [C-CALL-06]', async (userAgent, browserVersion) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    const { events } = await sending()
    await pass(1000)
    expect(events()[0]?.extendedData['browserVersion']).toBe(browserVersion)
  })
  test('are sent without the client id when it does not come within 1 s [C-WIDGET-09]', async () => {
    const { events } = await sending(undefined, { clientId: 'metricsId' })
    await pass(999)
    expect(events()).toEqual([])
    await pass(1)
    expect(events()).toMatchObject([{ yandexId: null }])
  })
  test.each([[{ status: 500 }], [{ status: 401 }], ['no connection' as const]])(
    'that fail with %j are ignored: the next one is sent, without a refresh',
    async (answer) => {
      const { services, names } = await sending(answer)
      trackEvent({ type: 'session', what: 'sign_in' })
      await pass(900)
      await pass(200)
      expect(names().slice(0, 2)).toEqual(['profile_seen', 'sign_in'])
      expect({ open: modalStack.open, signInCalls: services.signIn.mock.calls }).toEqual({ open: [], signInCalls: [] })
    },
  )
})

test.each([
  ['/', 'landing'],
  ['/offers/milk', 'offers'],
  ['/auto_activation_offline', 'auto_activation_offline'],
  ['/offline-activation', 'offline_activation'],
  ['/Иванов', 'other'],
])('%s is the page %s', (path, name) => expect(pageName(path)).toBe(name))

describe('the time of a page', () => {
  const marks: [string, number][] = []
  beforeEach(() => void marks.splice(0))

  test('is reported at nine marks; pauses in a hidden tab; restarts on another page [O-ANALYTICS-02]', async () => {
    watchViewTime((page, seconds) => marks.push([page, seconds]))
    await pass(999)
    expect(marks).toEqual([])
    await pass(1)
    expect(marks).toEqual([['profile', 1]])
    await pass(3000)
    hide(true)
    await pass(60_000)
    expect(marks).toHaveLength(1)
    hide(false)
    await pass(999)
    expect(marks).toHaveLength(1)
    await pass(1)
    expect(marks.at(-1)).toEqual(['profile', 5])
    await pass(3_600_000)
    expect(marks.map(([, seconds]) => seconds)).toEqual([1, 5, 10, 20, 40, 60, 120, 360, 600])
    show('/manage')
    await pass(1000)
    expect(marks.at(-1)).toEqual(['manage', 1])
  })
})

describe('the client id', () => {
  test('is what the metrics give to the callback', async () => {
    const lookUp = clientIdLookup({ metricsId: (give: (id: string) => void) => give('42') }, 'metricsId')
    expect(await lookUp()).toBe('42')
  })
  test('is omitted when it does not arrive within 1 s; later events have one that arrives later [C-WIDGET-09]', async () => {
    let give: (id: string) => void = () => undefined
    const lookUp = clientIdLookup({ metricsId: (callback: typeof give) => (give = callback) }, 'metricsId')
    const onSettled = vi.fn()
    void lookUp().then(onSettled)
    await pass(999)
    expect(onSettled).not.toHaveBeenCalled()
    await pass(1)
    expect(onSettled.mock.calls).toEqual([[null]])
    expect(await lookUp()).toBeNull()
    give('42')
    expect(await lookUp()).toBe('42')
  })
  test('is polled until its script has loaded', async () => {
    const page: { metricsId?: (callback: (id: string) => void) => void } = {}
    const found = clientIdLookup(page, 'metricsId')()
    await pass(400)
    page.metricsId = (callback) => callback('42')
    await pass(100)
    expect(await found).toBe('42')
  })
  test('is added to later events when its script comes after the first second [C-WIDGET-09]', async () => {
    const page: { metricsId?: (callback: (id: string) => void) => void } = {}
    const lookUp = clientIdLookup(page, 'metricsId')
    const first = lookUp()
    await pass(3000)
    expect(await first).toBeNull()
    page.metricsId = (callback) => callback('42')
    await pass(100)
    expect(await lookUp()).toBe('42')
  })
  test('stops polling for a script that never loads', async () => {
    void clientIdLookup({}, 'metricsId')()
    await pass(59_000)
    expect(vi.getTimerCount()).toBe(1)
    await pass(2000)
    expect(vi.getTimerCount()).toBe(0)
  })
  test.each([
    [undefined, {}],
    [
      'metricsId',
      {
        metricsId: () => {
          throw new Error('theirs')
        },
      },
    ],
  ])('%j of a page that has none costs no time', async (name, page) => {
    expect(await clientIdLookup(page, name)()).toBeNull()
  })
})
