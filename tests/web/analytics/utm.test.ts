// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { moveUtmCookies } from '#web/analytics/utm.ts'

/** Simulates a browser's cookies: a write with max-age=0 removes only the cookie of the same name and domain. */
function cookieJar(domain: string, ...cookies: string[]) {
  const jar = new Map(cookies.map((cookie) => [`${cookie.split('=')[0]}@${domain}`, cookie]))
  return {
    get cookie() {
      return [...jar.values()].join('; ')
    },
    set cookie(written: string) {
      const [name] = written.split('=')
      const [, of = ''] = /domain=([^;]*)/.exec(written) ?? []
      expect(written).toMatch(/=; path=\/; max-age=0/)
      jar.delete(`${name}@${of}`)
    },
  }
}
function move(path: string, cookies: string[], domain = '') {
  window.history.replaceState({ state: 1 }, '', path)
  const jar = cookieJar(domain, ...cookies)
  moveUtmCookies(jar, window)
  return { path: window.location.pathname + window.location.search + window.location.hash, left: jar.cookie }
}

test.each<[string, string[], string, string]>([
  [
    '/',
    ['utm_source=app', 'utm_medium=push', 'utm_campaign=may', 'sid=1'],
    '/?utm_source=app&utm_medium=push&utm_campaign=may',
    'sid=1',
  ],
  ['/?a=1&utm_source=site#h', ['utm_source=app'], '/?a=1&utm_source=site#h', ''],
  ['/', ['utm_campaign=%D0%BC%D0%B0%D0%B9'], '/?utm_campaign=%D0%BC%D0%B0%D0%B9', ''],
  ['/', ['utm_campaign=100%'], '/?utm_campaign=100%25', ''],
  ['/?a=1', ['utm_content=x', 'sid=1'], '/?a=1', 'utm_content=x; sid=1'],
  ['/', [], '/', ''],
])('%s with %j becomes %s, leaving %j [C-WIDGET-08] [O-WIDGET-07]', (from, cookies, to, left) => {
  expect(move(from, cookies)).toEqual({ path: to, left })
})
test.each(['', 'club.paket.example', 'paket.example'])(
  'cookies that were set for the domain «%s» go too [C-WIDGET-08] [O-WIDGET-07]',
  (domain) => {
    const before = window.location.href
    Reflect.get(window, 'happyDOM').setURL('https://club.paket.example/')
    expect(move('/', ['utm_source=app'], domain)).toEqual({ path: '/?utm_source=app', left: '' })
    Reflect.get(window, 'happyDOM').setURL(before)
  },
)
test('the history entry is replaced, with its state', () => {
  const before = window.history.length
  move('/', ['utm_source=app'])
  expect({ history: window.history.length, state: window.history.state }).toEqual({
    history: before,
    state: { state: 1 },
  })
})
