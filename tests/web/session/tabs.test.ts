// @vitest-environment happy-dom
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession, session as seen } from '#web/session/session.ts'
import type { BrowserStore } from '#web/session/browser-store.ts'
import { subscribeToTabs, type SessionChange, broadcastSession } from '#web/session/tabs.ts'
import { fakeIdentity } from '#support/fake-services.ts'

beforeEach(() => window.localStorage.clear())

/** Returns what another tab would receive. */
const heardAs = async (key: string | null, newValue: string | null) => {
  const heard: SessionChange[] = []
  const events = new EventTarget()
  vi.resetModules()
  const other = await import('#web/session/tabs.ts')
  other.subscribeToTabs((news) => heard.push(news), events)
  events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  return heard
}

test.each(['login', 'logout'] as const)('%s is broadcast through storage and received [C-AUTH-06]', async (news) => {
  const setItem = vi.fn<BrowserStore['setItem']>(() => true)
  broadcastSession(news, { setItem })
  const [key, value] = setItem.mock.calls[0] ?? []
  expect(await heardAs(key ?? '', value ?? '')).toEqual([news])
})
test('sends the same change twice as two events', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const values = new Set<string>()
  for (const now of [1, 2]) {
    vi.setSystemTime(now)
    broadcastSession('login', { setItem: (_, value) => values.add(value).size > 0 })
  }
  vi.useRealTimers()
  expect(values.size).toBe(2)
})
test.each([
  ['other', 'login 1'],
  ['paket.session', null],
  ['paket.session', 'hello 1'],
  [null, null],
])('ignores %s = %s', async (key, value) => expect(await heardAs(key, value)).toEqual([]))
test.each([
  ['logout', true, ['logout']],
  ['login', true, ['login']],
  ['logout', false, []],
  [null, true, []],
] as const)(
  '%s while the page was in the bfcache (%s) is heard as %j when it is shown again [C-AUTH-08]',
  (news, persisted, is) => {
    const heard: SessionChange[] = []
    const events = new EventTarget()
    const show = () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    broadcastSession('login')
    subscribeToTabs((each) => heard.push(each), events)
    // A tab does not receive its own messages.
    broadcastSession('login')
    show()
    expect(heard).toEqual([])
    if (news) window.localStorage.setItem('paket.session', `${news} 7`)
    show()
    show()
    expect(heard).toEqual(is)
  },
)
describe('by broadcast', () => {
  /** Tabs of one browser: each is a copy of the module. */
  async function tab(target = new EventTarget()) {
    vi.resetModules()
    const own = await import('#web/session/tabs.ts')
    const heard: SessionChange[] = []
    own.subscribeToTabs((news) => heard.push(news), target)
    tabs.push(target)
    return { ...own, heard, target }
  }
  let tabs: EventTarget[] = []
  const turn = () => new Promise((done) => setTimeout(done, 50))
  const hide = (target: EventTarget) => target.dispatchEvent(new Event('pagehide'))
  const show = (target: EventTarget, persisted = true) =>
    target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  beforeEach(() => void vi.stubGlobal('BroadcastChannel', NodeBroadcastChannel))
  afterEach(() => {
    for (const target of tabs) hide(target)
    tabs = []
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test('a logout reaches another tab when the storage is full', async () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({ setItem, getItem: () => null } as unknown as Storage)
    const [one, other] = [await tab(), await tab()]
    one.broadcastSession('logout')
    await vi.waitFor(() => expect(other.heard).toEqual(['logout']))
    await turn()
    expect(one.heard).toEqual([])
  })
  test('handles a change once that arrives by storage and by broadcast', async () => {
    const [one, other] = [await tab(), await tab()]
    one.broadcastSession('logout')
    const newValue = window.localStorage.getItem('paket.session')
    other.target.dispatchEvent(Object.assign(new Event('storage'), { key: 'paket.session', newValue }))
    expect(other.heard).toEqual(['logout'])
    await turn()
    expect(other.heard).toEqual(['logout'])
    one.broadcastSession('login')
    await vi.waitFor(() => expect(other.heard).toEqual(['logout', 'login']))
    // The storage event of an earlier message arrives after the last message.
    other.target.dispatchEvent(Object.assign(new Event('storage'), { key: 'paket.session', newValue }))
    show(other.target)
    expect(other.heard).toEqual(['logout', 'login'])
  })
  test('closes the channel when the page enters the bfcache, and opens it when it is restored', async () => {
    const [one, other] = [await tab(), await tab()]
    hide(other.target)
    one.broadcastSession('login')
    await turn()
    expect(other.heard).toEqual([])
    show(other.target)
    expect(other.heard).toEqual(['login'])
    one.broadcastSession('logout')
    await vi.waitFor(() => expect(other.heard).toEqual(['login', 'logout']))
  })
  test.each([42, null, { news: 'logout' }, 'hello 1'])('ignores the message %j', async (data) => {
    const { heard } = await tab()
    const channel = new NodeBroadcastChannel('paket.session')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(data)
    await turn()
    channel.close()
    expect(heard).toEqual([])
  })
  test.each<[string, unknown]>([
    ['is none', undefined],
    [
      'is denied',
      function denied() {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
  ])('where there %s the storage alone reports', async (_, channel) => {
    vi.stubGlobal('BroadcastChannel', channel)
    const { heard, broadcastSession: broadcast, target } = await tab()
    broadcast('login')
    target.dispatchEvent(Object.assign(new Event('storage'), { key: 'paket.session', newValue: 'logout 9' }))
    expect(heard).toEqual(['logout'])
  })
})
test('works in a browser without storage', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementationOnce(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(() => broadcastSession('login')).not.toThrow()
})
test('broadcasts login and logout, and never the token [C-AUTH-05] [C-AUTH-06]', async () => {
  const broadcast = vi.fn<(news: SessionChange) => void>()
  const session = createSession(async () => fakeIdentity(), { broadcast })
  await session.completeSignIn()
  expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: 'opaque' })
  await session.signOut()
  expect(broadcast.mock.calls).toEqual([['login'], ['logout']])
})
test('clears the session after a logout in another tab [C-AUTH-08]', async () => {
  const session = createSession(async () => fakeIdentity())
  await session.start()
  session.forget()
  expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedOut', getToken: null })
})
