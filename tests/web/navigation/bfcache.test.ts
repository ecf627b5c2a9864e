// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { reloadAfterSignOut } from '#web/navigation/bfcache.ts'
import { session } from '#web/session/session.ts'

test.each([
  ['leaving', true, 1],
  ['leaving', false, 0],
  ['signedIn', true, 0],
  ['signedOut', true, 0],
] as const)('going back to a page left as %s, persisted: %s, loads it again %i times', (state, persisted, times) => {
  const events = new EventTarget()
  const reload = vi.fn<() => void>()
  reloadAfterSignOut(Object.assign(events, { location: { reload } }) as unknown as Window)
  session.state = state
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  session.state = 'checking'
  expect(reload).toHaveBeenCalledTimes(times)
})
