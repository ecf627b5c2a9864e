// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createSession, session as seen } from '../../../web/src/session/session.ts'
import type { BrowserStore } from '../../../web/src/session/browser-store.ts'
import { hearTabs, type SessionNews, tellTabs } from '../../../web/src/session/tabs.ts'
import { fakeIdentity } from '../../support/fake-services.ts'

beforeEach(() => window.localStorage.clear())

/** What another tab of the browser would get. */
const heardAs = (key: string | null, newValue: string | null) => {
  const heard: SessionNews[] = []
  const events = new EventTarget()
  hearTabs((news) => heard.push(news), events)
  events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  return heard
}

test.each(['login', 'logout'] as const)('%s is told through storage and heard [C-AUTH-06]', (news) => {
  const setItem = vi.fn<BrowserStore['setItem']>(() => true)
  tellTabs(news, { setItem })
  const [key, value] = setItem.mock.calls[0] ?? []
  expect(heardAs(key ?? '', value ?? '')).toEqual([news])
})
test('the same news twice are two events', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const values = new Set<string>()
  for (const now of [1, 2]) {
    vi.setSystemTime(now)
    tellTabs('login', { setItem: (_, value) => values.add(value).size > 0 })
  }
  vi.useRealTimers()
  expect(values.size).toBe(2)
})
test.each([
  ['other', 'login 1'],
  ['paket.session', null],
  ['paket.session', 'hello 1'],
  [null, null],
])('%s = %s is no news', (key, value) => expect(heardAs(key, value)).toEqual([]))
test.each([
  ['logout', true, ['logout']],
  ['login', true, ['login']],
  ['logout', false, []],
  [null, true, []],
] as const)(
  '%s while the page was kept aside (%s) is heard as %j when it is shown again [C-AUTH-08]',
  (news, persisted, is) => {
    const heard: SessionNews[] = []
    const events = new EventTarget()
    const show = () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    tellTabs('login')
    hearTabs((each) => heard.push(each), events)
    // What this tab itself has said is no news to it.
    tellTabs('login')
    show()
    expect(heard).toEqual([])
    if (news) window.localStorage.setItem('paket.session', `${news} 7`)
    show()
    show()
    expect(heard).toEqual(is)
  },
)
test('a browser without storage goes on', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementationOnce(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(() => tellTabs('login')).not.toThrow()
})
test('the session tells of its login and logout, and never the token [C-AUTH-05] [C-AUTH-06]', async () => {
  const tell = vi.fn<(news: SessionNews) => void>()
  const session = createSession(async () => fakeIdentity(), undefined, undefined, tell)
  await session.completeSignIn()
  expect([seen.state, session.getToken()]).toEqual(['signedIn', 'opaque'])
  await session.signOut()
  expect(tell.mock.calls).toEqual([['login'], ['logout']])
})
test('after a logout elsewhere nothing is left [C-AUTH-08]', async () => {
  const session = createSession(async () => fakeIdentity())
  await session.start()
  session.forget()
  expect([seen.state, session.getToken()]).toEqual(['signedOut', null])
})
