import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hostIdentity } from '#web/session/host-identity.ts'
import { createSession, session as seen } from '#web/session/session.ts'

const page = { reload: vi.fn<() => void>(), close: vi.fn<() => void>() }
const never = () => new Promise<string>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  seen.state = 'checking'
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})
const sessionOf = (first: () => Promise<string>, refresh = never) =>
  createSession(async () => hostIdentity({ first, refresh }, page), { retries: 0 })

test('the host’s token signs in', async () => {
  const session = sessionOf(async () => 'token')
  await session.start()
  expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: 'token' })
})
test('a first token that does not come within 5 s counts as none [C-HOST-10]', async () => {
  const session = sessionOf(never)
  const started = session.start()
  await vi.advanceTimersByTimeAsync(4999)
  expect(seen.state).toBe('checking')
  await vi.advanceTimersByTimeAsync(1)
  await started
  expect(seen.state).toBe('signedOut')
})
test('does not retry a host that fails [C-HOST-10]', async () => {
  const first = vi.fn(async () => {
    throw new Error('no')
  })
  await sessionOf(first).start()
  expect({ state: seen.state, firstCalls: first.mock.calls.length }).toEqual({ state: 'signedOut', firstCalls: 1 })
})
test('a later token may take as long as the caller waits: 30 s in the SDK [C-HOST-09]', async () => {
  const session = sessionOf(
    async () => 'one',
    () => new Promise((done) => setTimeout(() => done('two'), 29_000)),
  )
  await session.start()
  const refreshed = session.refresh()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await refreshed).toBe('two')
})
test('ends the session when the app refuses another token [C-ERR-40]', async () => {
  const session = sessionOf(
    async () => 'one',
    () => Promise.reject(new Error('no')),
  )
  await session.start()
  expect({ refresh: await session.refresh(), state: seen.state }).toEqual({ refresh: null, state: 'lost' })
})
test('signing in reloads the page, signing out closes it', async () => {
  const session = sessionOf(async () => 'token')
  await session.signIn('/profile')
  expect(page.reload).toHaveBeenCalledOnce()
  await session.signOut()
  expect(page.close).toHaveBeenCalledOnce()
})
