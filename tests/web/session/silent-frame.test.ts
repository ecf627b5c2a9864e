// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentFrame } from '../../../web/src/session/silent-frame.ts'
import { standInFrame } from './stand-in-frame.ts'

const address = 'https://id.example/auth?prompt=none'
const answer = 'http://localhost:3000/auth/silent.html?code=once'
const frames = () => [...document.body.children].length
const ask = async () => (await silentFrame(10_000).prepare({})).navigate({ url: address })

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('asks in a hidden frame and removes it [C-GUARD-07]', async () => {
  const asked: string[] = []
  let tell = (_: string): void => undefined
  standInFrame((url, tells) => {
    asked.push(url.href)
    tell = tells
  })
  const shown = ask()
  await vi.waitFor(() => expect(asked).toEqual([address]))
  expect([...document.body.children].map((frame) => (frame as HTMLElement).hidden)).toEqual([true])
  tell(answer)
  expect(await shown).toEqual({ url: answer })
  expect([frames(), vi.getTimerCount()]).toEqual([0, 0])
})
test.each([
  ['another window', { source: {} }],
  ['another site', { origin: 'https://evil.example' }],
  ['a script of others', { data: 'https://evil.example' }],
  ['a script of others, with no text', { data: null }],
  ['one that names no address', { data: { source: 'oidc-client' } }],
])('ignores messages of %s, and stops waiting at its deadline', async (_, other) => {
  standInFrame((_url, tell) => queueMicrotask(() => tell('https://evil.example', other)))
  const shown = ask().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(frames()).toBe(1)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(frames()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await shown).toEqual(new Error('the identity provider did not answer in its frame'))
  expect(frames()).toBe(0)
})
test('removes the frame when the check is cancelled', async () => {
  standInFrame(() => undefined)
  const window = await silentFrame(10_000).prepare({})
  window.close()
  void window.navigate({ url: address })
  expect(frames()).toBe(1)
  window.close()
  expect([frames(), vi.getTimerCount()]).toEqual([0, 0])
})
