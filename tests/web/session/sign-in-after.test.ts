// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { storeSignInPath, takeSignInPath } from '#web/session/sign-in-after.ts'

beforeEach(() => window.sessionStorage.clear())

test('the main page signs in once, to where it was left from, after a sign-out that asked for it [C-ERR-48]', () => {
  storeSignInPath('/beeline?referrer=refrigerator')
  expect(takeSignInPath('/')).toBe('/beeline?referrer=refrigerator')
  expect(takeSignInPath('/')).toBeNull()
})
test('does not sign in later when the provider returns to another page', () => {
  storeSignInPath('/beeline')
  expect({ error: takeSignInPath('/error'), main: takeSignInPath('/') }).toEqual({ error: null, main: null })
})
test('starts no sign-in without a stored path', () => expect(takeSignInPath('/')).toBeNull())
