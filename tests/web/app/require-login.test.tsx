// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequireLogin } from '#web/app/require-login.tsx'
import { ServicesProvider } from '#web/services/services.ts'
import { session } from '#web/session/session.ts'
import { fakeServices } from '#support/fake-services.ts'

function open(state: typeof session.state) {
  session.state = state
  const services = fakeServices()
  const view = render(
    <ServicesProvider value={services}>
      <RequireLogin>
        <p>Личный кабинет</p>
      </RequireLogin>
    </ServicesProvider>,
  )
  return { ...services, ...view }
}
const isShown = () => screen.queryByText('Личный кабинет') !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/profile?a=1&b=2')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('sends a visitor to sign in after 1 s, back to this path and query [C-GUARD-02] [C-GUARD-03]', async () => {
  const { signIn } = open('signedOut')
  expect(isShown()).toBe(false)
  await pass(999)
  expect(signIn).not.toHaveBeenCalled()
  await pass(1)
  expect(signIn.mock.calls).toEqual([['/profile?a=1&b=2']])
})
test.each(['signedIn', 'lost'] as const)('%s keeps the page, and goes nowhere', async (state) => {
  const { signIn } = open(state)
  await pass(10_000)
  expect({ isShown: isShown(), signInCalls: signIn.mock.calls }).toEqual({ isShown: true, signInCalls: [] })
})
test('waits for the network before it sends to sign in', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { signIn } = open('signedOut')
  await pass(10_000)
  expect(signIn).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(signIn.mock.calls).toEqual([['/profile?a=1&b=2']])
})
test('replaces the offline account when the user is signed in', async () => {
  open('offline')
  const before = screen.getByText('Личный кабинет')
  await act(async () => void (session.state = 'signedIn'))
  expect(screen.getByText('Личный кабинет')).not.toBe(before)
})
test.each(['checking', 'leaving'] as const)(
  'shows a skeleton and does not redirect while the session is %s',
  async (state) => {
    const { signIn } = open(state)
    await pass(10_000)
    expect({ isShown: isShown(), signInCalls: signIn.mock.calls }).toEqual({ isShown: false, signInCalls: [] })
    expect(screen.getByText('Загружаем')).toBeTruthy()
  },
)
test('does not redirect a user who turns out to be signed in', async () => {
  const { signIn } = open('signedOut')
  await pass(500)
  session.state = 'signedIn'
  await pass(10_000)
  expect({ isShown: isShown(), signInCalls: signIn.mock.calls }).toEqual({ isShown: true, signInCalls: [] })
})
test('does not redirect after the page is left', async () => {
  const { signIn, unmount } = open('signedOut')
  unmount()
  await pass(10_000)
  expect(signIn).not.toHaveBeenCalled()
})
test('reloads when the page is restored from the bfcache after the sign-in page', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  open('signedOut')
  await pass(1000)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(reload).toHaveBeenCalledOnce()
})
