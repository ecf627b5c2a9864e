import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeByBack } from '#web/navigation/close-by-back.ts'
import { type Flow, runFlow } from '#web/flow/run-flow.ts'
import type { Message } from '#web/messages/message.ts'
import { ask, modalStack, registerOverlay, withSpinner } from '#web/modals/modal-stack.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'

interface Entry {
  state: unknown
  href: string
}

/** A window with its own history: navigating takes a moment, as in a browser, and is reported to the router. */
function browser(href = '/profile', reloadedAt?: Entry, hasNavigation = false) {
  const entries: Entry[] = [
    { state: null, href: '/' },
    { state: { scroll: 1 }, href },
    ...(reloadedAt ? [reloadedAt] : []),
  ]
  let at = entries.length - 1
  /** The number of steps that another navigation cancels. */
  let cancelled = 0
  const events = new EventTarget()
  class OwnHistory {
    get state() {
      return entries[at]?.state
    }
    pushState(next: unknown, _: string, to: string) {
      entries.splice(++at, entries.length, { state: next, href: to })
    }
    replaceState(next: unknown, _: string, to: string) {
      entries[at] = { state: next, href: to }
    }
    go(steps: number) {
      if (cancelled-- > 0) return
      setTimeout(() => {
        at += steps
        events.dispatchEvent(new Event('popstate'))
      }, 5)
    }
  }
  const history = new OwnHistory()
  // As the router does.
  const recorded = (kind: 'pushState' | 'replaceState') => (next: unknown, _: string, to: string) => {
    OwnHistory.prototype[kind].call(history, next, '', to)
    events.dispatchEvent(new Event(kind))
  }
  Object.assign(history, { pushState: recorded('pushState'), replaceState: recorded('replaceState') })
  const heard: string[] = []
  const navigation = {
    get currentEntry() {
      return { index: at, key: String(at) }
    },
    entries: () => entries.map((_, index) => ({ key: String(index) })),
    traverseTo(key: string) {
      const step = cancelled > 0 ? Promise.reject(new Error('cancelled')) : Promise.resolve()
      history.go(Number(key) - at)
      return { committed: step, finished: step }
    },
  }
  const window = {
    ...(hasNavigation && { navigation }),
    history,
    location: {
      get href() {
        return entries[at]?.href ?? ''
      },
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  closeByBack(window as unknown as Window)
  events.addEventListener('popstate', () => heard.push(window.location.href))
  return {
    history: history as unknown as History,
    events,
    mark: (state: unknown) => OwnHistory.prototype.replaceState.call(history, state, '', window.location.href),
    cancel: (steps: number) => void (cancelled = steps),
    /** The history entries up to the current one, and those after it. */
    trail: () => entries.slice(0, at + 1).map((entry) => entry.href),
    state: () => history.state,
    length: () => entries.length,
    /** The addresses that the router got from the browser's back and forward buttons. */
    heard,
    back: () => history.go(-1),
    forward: () => history.go(1),
    /** Dispatches an event on the window. */
    meets: (event: Event) => events.dispatchEvent(event),
  }
}
const message = (title: string): Message => ({ id: 'error', title, image: 'clock', buttons: [] })
const { signal } = new AbortController()
const titles = () => modalStack.open.map(({ given }) => 'title' in given && given.title)
const pass = () => vi.advanceTimersByTimeAsync(100)
async function asks(title: string, then: (answer: string) => void = () => undefined) {
  void ask('message', message(title), signal).then(then)
  await pass()
}

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(modalStack, { open: [], spinner: null, overlays: [] })
})
afterEach(async () => {
  Object.assign(modalStack, { open: [], spinner: null, overlays: [] })
  await pass()
  vi.useRealTimers()
})

test('back closes the top modal first, one after the other, and only then leaves the page', async () => {
  const own = browser()
  const answers: string[] = []
  await asks('Первый', (answer) => answers.push(answer))
  await asks('Второй')
  expect(own.trail()).toEqual(['/', '/profile', '/profile'])
  own.back()
  await pass()
  expect({ titles: titles(), trail: own.trail() }).toEqual({ titles: ['Первый'], trail: ['/', '/profile', '/profile'] })
  own.back()
  await pass()
  expect({ titles: titles(), answers, trail: own.trail(), heard: own.heard }).toEqual({
    titles: [],
    answers: ['dismissed'],
    trail: ['/', '/profile'],
    heard: [],
  })
  own.back()
  await pass()
  expect({ trail: own.trail(), heard: own.heard }).toEqual({ trail: ['/'], heard: ['/'] })
})
test('back closes a question before the menu under it, then the menu, and only then leaves the page', async () => {
  const own = browser()
  const close = vi.fn(() => gone())
  const gone = registerOverlay(close)
  await pass()
  expect(own.trail()).toEqual(['/', '/profile', '/profile'])
  await asks('Первый')
  own.back()
  await pass()
  expect({ titles: titles(), closeCalls: close.mock.calls.length, trail: own.trail() }).toEqual({
    titles: [],
    closeCalls: 0,
    trail: ['/', '/profile', '/profile'],
  })
  own.back()
  await pass()
  expect({ closeCalls: close.mock.calls.length, trail: own.trail(), heard: own.heard }).toEqual({
    closeCalls: 1,
    trail: ['/', '/profile'],
    heard: [],
  })
})
test('a page opened from the menu has the history entry that it would have without the menu', async () => {
  const own = browser()
  const gone = registerOverlay(() => undefined)
  await pass()
  own.history.pushState(null, '', '/payment_methods')
  gone()
  await pass()
  expect(own.trail()).toEqual(['/', '/profile', '/payment_methods'])
})
test('a modal that is answered leaves nothing in the history', async () => {
  const own = browser()
  await asks('Первый')
  modalStack.open[0]?.answer('retry')
  await pass()
  expect({ trail: own.trail(), state: own.state(), heard: own.heard }).toEqual({
    trail: ['/', '/profile'],
    state: { scroll: 1 },
    heard: [],
  })
})
test.each([0, 1, 3])('steps back again when another navigation has cancelled that %i times', async (times) => {
  const own = browser('/profile', undefined, true)
  own.cancel(times)
  await asks('Первый')
  modalStack.open[0]?.answer('retry')
  await vi.advanceTimersByTimeAsync(10_000)
  expect({ trail: own.trail(), state: own.state(), heard: own.heard }).toEqual({
    trail: ['/', '/profile'],
    state: { scroll: 1 },
    heard: [],
  })
})
test('stays on the entry between two modals of a flow, however long the flow waits', async () => {
  const own = browser()
  const gate = Promise.withResolvers<void>()
  const flow: Flow = async (io) => {
    await io.ask('message', message('Первый'))
    await gate.promise
  }
  void runFlow(flow, flowDependencies())
  await pass()
  modalStack.open[0]?.answer('retry')
  await vi.advanceTimersByTimeAsync(10_000)
  expect({ titles: titles(), trail: own.trail() }).toEqual({ titles: [], trail: ['/', '/profile', '/profile'] })
  gate.resolve()
  await pass()
  await pass()
  expect(own.trail()).toEqual(['/', '/profile'])
})
test('uses the same entry for a modal that follows at once', async () => {
  const own = browser()
  await asks('Первый', () => void ask('message', message('Второй'), signal))
  const pushed = own.length()
  modalStack.open[0]?.answer('retry')
  await pass()
  expect({ titles: titles(), own: own.length(), trail: own.trail() }).toEqual({
    titles: ['Второй'],
    own: pushed,
    trail: ['/', '/profile', '/profile'],
  })
})
test('does not dismiss a spinner', async () => {
  const own = browser()
  const work = Promise.withResolvers<void>()
  void withSpinner('Заказ создаётся', () => work.promise)
  await pass()
  own.back()
  await pass()
  expect({ spinner: modalStack.spinner, trail: own.trail() }).toEqual({
    spinner: 'Заказ создаётся',
    trail: ['/', '/profile', '/profile'],
  })
  work.resolve()
  await pass()
  expect(own.trail()).toEqual(['/', '/profile'])
})

describe('a change of the address under a modal reaches the page', () => {
  test('a query that is replaced', async () => {
    const own = browser()
    await asks('Первый')
    own.history.replaceState(own.state(), '', '/profile?order=o1')
    modalStack.open[0]?.answer('retry')
    await pass()
    expect({ trail: own.trail(), state: own.state() }).toEqual({
      trail: ['/', '/profile?order=o1'],
      state: { scroll: 1 },
    })
  })
  test('removes an order from the address that a spinner started with', async () => {
    const own = browser()
    const follow = (href: string) => own.history.replaceState(own.state(), '', href)
    await withSpinner('Заказ создаётся', async () => {
      follow('/profile?order=o1')
      await pass()
      follow('/profile')
    })
    own.history.pushState({ scroll: 2 }, '', '/manage')
    await pass()
    expect(own.trail()).toEqual(['/', '/profile', '/manage'])
  })
  test('a query that is replaced while back is pressed on a spinner', async () => {
    const own = browser()
    void withSpinner('Заказ создаётся', () => new Promise(() => undefined))
    await pass()
    own.history.replaceState(own.state(), '', '/profile?order=o1')
    own.back()
    await pass()
    expect(own.trail()).toEqual(['/', '/profile?order=o1', '/profile?order=o1'])
  })
  test.each([
    ['at once', 0],
    ['while the entry is being left', 52],
    ['later', 80],
  ])('a page that is gone to %s', async (_, after) => {
    const own = browser()
    const go = () => own.history.pushState({ scroll: 2 }, '', '/manage')
    await asks('Первый', () => (after ? setTimeout(go, after) : go()))
    modalStack.open[0]?.answer('retry')
    await vi.advanceTimersByTimeAsync(200)
    expect({ trail: own.trail(), state: own.state(), heard: own.heard }).toEqual({
      trail: ['/', '/profile', '/manage'],
      state: { scroll: 2 },
      heard: [],
    })
  })
  test('a page that is gone to, with the number that the scroll memory gives its entry after the event', async () => {
    const own = browser()
    own.events.addEventListener('pushState', () => own.mark({ scroll: 7 }))
    await asks('Первый', () => own.history.pushState(null, '', '/manage'))
    modalStack.open[0]?.answer('retry')
    await pass()
    expect({ trail: own.trail(), state: own.state() }).toEqual({
      trail: ['/', '/profile', '/manage'],
      state: { scroll: 7 },
    })
  })
  test('a page that replaces it', async () => {
    const own = browser('/payment_gateway?orderId=o1')
    await asks('Первый', () => own.history.replaceState(null, '', '/profile'))
    modalStack.open[0]?.answer('retry')
    await pass()
    expect({ trail: own.trail(), heard: own.heard }).toEqual({ trail: ['/', '/profile'], heard: [] })
  })
})

test('a reload under a modal leads to the page’s own entry', async () => {
  const own = browser('/profile', { state: { scroll: 1, modal: true }, href: '/profile?order=o1' })
  await pass()
  expect({ trail: own.trail(), state: own.state() }).toEqual({
    trail: ['/', '/profile?order=o1'],
    state: { scroll: 1 },
  })
})
test('forward to where a modal was leads back to the page', async () => {
  const own = browser()
  await asks('Первый')
  own.back()
  await pass()
  own.forward()
  await pass()
  expect(own.trail()).toEqual(['/', '/profile'])
})

test('does not cancel a navigation to an outside address, and works again when the page is restored from the bfcache', async () => {
  const own = browser()
  await asks('Первый', () => own.meets(new Event('beforeunload')))
  modalStack.open[0]?.answer('retry')
  await pass()
  expect(own.trail()).toEqual(['/', '/profile', '/profile'])
  own.meets(Object.assign(new Event('pageshow'), { persisted: true }))
  await pass()
  expect(own.trail()).toEqual(['/', '/profile'])
})
