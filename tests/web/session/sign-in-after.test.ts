// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepSignIn, takeSignIn } from '../../../web/src/session/sign-in-after.ts'

beforeEach(() => window.sessionStorage.clear())

test('the main page signs in once, to where it was left from, after a sign-out that asked for it [C-ERR-48]', () => {
  keepSignIn('/beeline?referrer=refrigerator')
  expect(takeSignIn('/')).toBe('/beeline?referrer=refrigerator')
  expect(takeSignIn('/')).toBeNull()
})
test('does not sign in later when the provider returns to another page', () => {
  keepSignIn('/beeline')
  expect([takeSignIn('/error'), takeSignIn('/')]).toEqual([null, null])
})
test('by itself it signs no one in', () => expect(takeSignIn('/')).toBeNull())
