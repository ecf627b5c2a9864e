// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchPages } from '#web/app/prefetch-pages.ts'
import { routes } from '#web/routes.ts'

const loading = () =>
  vi.spyOn(routes.offer.page, 'load').mockImplementation(() => Promise.reject(new Error('not there')))
let load: ReturnType<typeof loading>
let stop = () => {}
beforeEach(() => {
  load = loading()
  stop = prefetchPages(document)
  document.body.innerHTML =
    '<a href="/offers/books"><b>Книги</b></a><a href="https://other.example/offers/books">Чужая</a>'
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})
const point = (selector: string, intent = 'pointerover') =>
  document.querySelector(selector)?.dispatchEvent(new Event(intent, { bubbles: true }))

test.each(['pointerover', 'focusin', 'touchstart'])('%s of a link loads the chunk of its page', (intent) => {
  point('b', intent)
  expect(load).toHaveBeenCalledOnce()
})
test.each(['[href^=https]', 'body'])('nothing is loaded for %s', (selector) => {
  point(selector)
  expect(load).not.toHaveBeenCalled()
})
test('nothing is loaded without a network, nor when it is over', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  point('b')
  stop()
  point('b')
  expect(load).not.toHaveBeenCalled()
})
