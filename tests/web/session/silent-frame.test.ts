// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentFrame } from '#web/session/silent-frame.ts'
import { stubFrame } from './stub-frame.ts'

const page = 'http://localhost:3000/auth/silent.html'
const address = `https://id.example/auth?prompt=none&redirect_uri=${encodeURIComponent(page)}`
const answer = `${page}?code=once`
const frames = () => [...document.body.children].length
const ask = async () => (await silentFrame(10_000).prepare({})).navigate({ url: address })

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('asks in a hidden frame and removes it [C-GUARD-07]', async () => {
  const requests: string[] = []
  let navigate = (_: string): void => undefined
  stubFrame((url, arrives) => {
    requests.push(url.href)
    navigate = arrives
  })
  const shown = ask()
  await vi.waitFor(() => expect(requests).toEqual([address]))
  expect([...document.body.children].map((frame) => (frame as HTMLElement).hidden)).toEqual([true])
  navigate(answer)
  expect(await shown).toEqual({ url: answer })
  expect({ frames: frames(), getTimerCount: vi.getTimerCount() }).toEqual({ frames: 0, getTimerCount: 0 })
})
test.each([
  ['another origin', null],
  ['the provider, where it is served by this origin', 'http://localhost:3000/oidc/auth?code=once'],
  ['another origin with the same path', 'https://evil.example/auth/silent.html?code=once'],
  ['none', 'about:blank'],
])('takes no page of %s for the answer, and stops waiting at its deadline', async (_, other) => {
  stubFrame((_url, navigate) => queueMicrotask(() => navigate(other)))
  const shown = ask().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(frames()).toBe(1)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(frames()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await shown).toEqual(new Error('the identity provider did not answer in its frame'))
  expect(frames()).toBe(0)
})
test('takes the answer after a page of the provider that leads on', async () => {
  stubFrame((_url, navigate) =>
    queueMicrotask(() => {
      navigate(null)
      navigate(answer)
    }),
  )
  expect(await ask()).toEqual({ url: answer })
})
test('removes the frame when the check is cancelled', async () => {
  stubFrame(() => undefined)
  const window = await silentFrame(10_000).prepare({})
  window.close()
  void window.navigate({ url: address })
  expect(frames()).toBe(1)
  window.close()
  expect({ frames: frames(), getTimerCount: vi.getTimerCount() }).toEqual({ frames: 0, getTimerCount: 0 })
})
