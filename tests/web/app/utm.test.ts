// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { moveUtmCookies } from '../../../web/src/app/utm.ts'

/** A document's cookies as a browser keeps them: each write sets or, with max-age=0, takes away one. */
function cookieJar(...cookies: string[]) {
  const kept = new Map(cookies.map((cookie) => cookie.split('=') as [string, string]))
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(written: string) {
      const [name = '', value = ''] = (written.split(';')[0] ?? '').split('=')
      if (/max-age=0/.test(written)) kept.delete(name)
      else kept.set(name, value)
    },
  }
}
function move(path: string, ...cookies: string[]) {
  window.history.replaceState({ kept: true }, '', path)
  const jar = cookieJar(...cookies)
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
])('%s with %j becomes %s, leaving %j [C-WIDGET-08]', (from, cookies, to, left) => {
  expect(move(from, ...cookies)).toEqual({ path: to, left })
})
test('the history entry is replaced, with its state', () => {
  const before = window.history.length
  move('/', 'utm_source=app')
  expect([window.history.length, window.history.state]).toEqual([before, { kept: true }])
})
