// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { aroundNav } from '#web/app/view-transition.ts'

const navigate = vi.fn<Parameters<typeof aroundNav>[0]>()
/** A browser with view transitions; `ended` is the transition's result. */
function browser({ ended = Promise.resolve(), wantsLess = false } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wantsLess && query === '(prefers-reduced-motion: reduce)',
  }))
  const start = vi.fn<(change: () => void) => object>(() => ({ ready: ended, finished: ended }))
  Object.defineProperty(document, 'startViewTransition', { value: start, configurable: true })
  return start
}
afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition')
  vi.unstubAllGlobals()
  navigate.mockReset()
})

test('a link with a transition navigates inside of one, with its options', () => {
  const start = browser()
  aroundNav(navigate, '/offers/books', { transition: true, state: 1 })
  expect(navigate).not.toHaveBeenCalled()
  start.mock.calls[0]?.[0]()
  expect(navigate.mock.calls).toEqual([['/offers/books', { transition: true, state: 1 }]])
})
test.each([
  ['that asks for no transition', { transition: false }],
  ['without options', undefined],
])('a link %s navigates at once', (_, options) => {
  const start = browser()
  aroundNav(navigate, '/score', options)
  expect({ navigateCalls: navigate.mock.calls, startCalls: start.mock.calls }).toEqual({
    navigateCalls: [['/score', options]],
    startCalls: [],
  })
})
test('shows the page at once under reduced motion', () => {
  const start = browser({ wantsLess: true })
  aroundNav(navigate, '/offers/books', { transition: true })
  expect({ navigateCalls: navigate.mock.calls.length, startCalls: start.mock.calls }).toEqual({
    navigateCalls: 1,
    startCalls: [],
  })
})
test('a browser without transitions navigates at once', () => {
  browser()
  Reflect.deleteProperty(document, 'startViewTransition')
  aroundNav(navigate, '/offers/books', { transition: true })
  expect(navigate).toHaveBeenCalledOnce()
})
test('a transition that is skipped is no error of the page', async () => {
  const skipped = vi.fn<(event: unknown) => void>()
  process.on('unhandledRejection', skipped)
  browser({ ended: Promise.reject(new Error('skipped')) })
  aroundNav(navigate, '/offers/books', { transition: true })
  await new Promise((done) => setImmediate(done))
  process.off('unhandledRejection', skipped)
  expect(skipped).not.toHaveBeenCalled()
})
