// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { origin } = window.location
const asked = vi.fn<(file: string, options: RequestInit) => Promise<Response>>()
const load = () => import('#web/session/renew-files.ts')

beforeEach(() => {
  vi.resetModules()
  document.head.innerHTML =
    '<meta name="release" content="1"><link rel="stylesheet" href="/assets/a.css"><link rel="icon" href="/icon.svg">'
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    ['/assets/a.css', '/assets/b.js', '/config.json'].map((path) => ({ name: origin + path })) as never,
  )
  vi.stubGlobal('fetch', asked)
  asked.mockImplementation(async () => new Response('whole'))
})
afterEach(() => {
  window.sessionStorage.clear()
  vi.unstubAllGlobals()
  asked.mockReset()
})

test('downloads the hashed files that the page names or has loaded past all caches, each once', async () => {
  const { renewFiles } = await load()
  expect(await renewFiles()).toBe(true)
  expect(await renewFiles()).toBe(true)
  expect(asked.mock.calls.map(([file, { cache }]) => `${cache} ${file}`).toSorted()).toEqual([
    `reload ${origin}/assets/a.css`,
    `reload ${origin}/assets/b.js`,
  ])
})
test('a file that did not arrive is asked for again', async () => {
  const { renewFiles } = await load()
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await renewFiles()).toBe(false)
  expect(await renewFiles()).toBe(true)
  expect(asked).toHaveBeenCalledTimes(3)
})
test('a file that the server does not have has not arrived', async () => {
  const { renewFiles } = await load()
  asked.mockResolvedValueOnce(new Response('Not found', { status: 404 }))
  expect(await renewFiles()).toBe(false)
})
test('something is done first once for each release, also when two releases alternate', async () => {
  const { isFirst } = await load()
  const as = (release: string) => document.querySelector('meta')?.setAttribute('content', release)
  const seen = ['1', '2', '1', '2'].map((release) => {
    as(release)
    return isFirst('/score')
  })
  expect(seen).toEqual([true, true, false, false])
  expect(isFirst('/')).toBe(true)
})
test('nothing is first in a tab without a storage', async () => {
  const { isFirst } = await load()
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('denied')
  })
  expect(isFirst('/score')).toBe(false)
  vi.restoreAllMocks()
})
test('the page reloads by itself once, and never offline', async () => {
  const { reloadRenewed } = await load()
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reloadRenewed()
  expect(asked).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  await reloadRenewed()
  await reloadRenewed()
  expect(reload).toHaveBeenCalledOnce()
})
test('the page does not reload when a file did not arrive', async () => {
  const { reloadRenewed } = await load()
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  asked.mockRejectedValue(new TypeError('Failed to fetch'))
  await reloadRenewed()
  expect(reload).not.toHaveBeenCalled()
})
