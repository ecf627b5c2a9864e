// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { lastBundle, rememberBundle } from '../../../web/src/app/last-bundle.ts'

beforeEach(() => window.sessionStorage.clear())

test('nothing was being bought', () => expect(lastBundle()).toBeNull())
test('the last one counts, in this tab only', () => {
  rememberBundle('standard199')
  rememberBundle('standardsix899')
  expect(lastBundle()).toBe('standardsix899')
  expect(window.localStorage).toHaveLength(0)
})
test.each(['standard', 'hr', 'nothing'])('%s is not sold', (name) => {
  window.sessionStorage.setItem('paket.bundle', name)
  expect(lastBundle()).toBeNull()
})
