// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { storedCache } from '#web/cache/stored-cache.ts'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { readJson, sharedStore, tabStore } from '#web/session/browser-store.ts'

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
function without(storage: () => Storage): void {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(storage)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(storage)
}
const full = () => ({ getItem: () => 'old', setItem: denied, removeItem: () => undefined }) as unknown as Storage
afterEach(() => vi.restoreAllMocks())

test('writes to the browser’s storage when it is allowed', () => {
  expect(tabStore.setItem('own', '1')).toBe(true)
  expect({ tabStore: tabStore.getItem('own'), sessionStorage: window.sessionStorage.getItem('own') }).toEqual({
    tabStore: '1',
    sessionStorage: '1',
  })
  tabStore.removeItem('own')
  expect({ tabStore: tabStore.getItem('own'), sharedStore: sharedStore.getItem('own') }).toEqual({
    tabStore: null,
    sharedStore: null,
  })
})
test('reads stored JSON, and ignores missing or malformed JSON', () => {
  tabStore.setItem('own', '{"a":[1]}')
  expect(readJson(tabStore, 'own')).toEqual({ a: [1] })
  tabStore.setItem('own', '{"a":')
  expect(readJson(tabStore, 'own')).toBeNull()
  tabStore.removeItem('own')
  expect(readJson(tabStore, 'own')).toBeNull()
})
test.each<[string, () => Storage]>([
  ['blocked', denied],
  ['missing', () => null as unknown as Storage],
  ['full', full],
])('falls back to memory when the storage is %s', (_, storage) => {
  without(storage)
  expect(tabStore.setItem('own', '1')).toBe(false)
  expect(tabStore.getItem('own')).toBe('1')
  tabStore.removeItem('own')
  expect(tabStore.getItem('own')).toBe(storage === full ? 'old' : null)
})
test.each<[string, () => Storage]>([
  ['blocked', denied],
  ['missing', () => null as unknown as Storage],
])('the app starts where storage is %s', (_, storage) => {
  without(storage)
  readVisit('?litres=Y')
  forgetVisit()
  storedCache.write('text')
  expect(storedCache.read()).toBeNull()
})
