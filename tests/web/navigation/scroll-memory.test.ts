// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasPreviousPage, rememberScroll } from '#web/navigation/scroll-memory.ts'
import { tabStore } from '#web/session/browser-store.ts'

/** A window with a page of the given height and the document's history. */
function page(entries: unknown[] = [null], start = 0) {
  let height = 10_000
  let top = 0
  const events = new EventTarget()
  let at = start
  class OwnHistory {
    scrollRestoration: ScrollRestoration = 'auto'
    get state() {
      return entries[at]
    }
    replaceState(state: unknown) {
      entries[at] = state
    }
  }
  const history = new OwnHistory()
  // As the router does.
  history.replaceState = (state) => {
    OwnHistory.prototype.replaceState(state)
    events.dispatchEvent(new Event('replaceState'))
  }
  const own = {
    history,
    location: { href: 'http://app/', pathname: '/' },
    get scrollY() {
      return top
    },
    scrollTo: (_x: number, y: number) => void (top = Math.min(y, height)),
    addEventListener: events.addEventListener.bind(events),
    requestAnimationFrame: (work: () => void) => setTimeout(work, 16),
    cancelAnimationFrame: (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame),
  }
  return {
    window: own as unknown as Window,
    history,
    events,
    top: () => top,
    reloaded() {
      events.dispatchEvent(new Event('pagehide'))
      return page(entries, at)
    },
    /** Leaves for another site, which leads back to a page of the app. */
    cameBack() {
      events.dispatchEvent(new Event('pagehide'))
      return page([...entries.slice(0, at + 1), null, null], at + 2)
    },
    /** Follows a link to an anchor: the browser scrolls by itself. */
    jump(y: number) {
      entries.splice(++at, entries.length, null)
      events.dispatchEvent(Object.assign(new Event('popstate'), { state: null }))
      this.scroll(y)
    },
    left(steps = 1) {
      events.dispatchEvent(new Event('pagehide'))
      return page(entries, at - steps)
    },
    scroll(y: number) {
      top = y
      events.dispatchEvent(new Event('scroll'))
    },
    /** Replaces the current page by another one. */
    redirect(to: string) {
      own.location.pathname = to
      events.dispatchEvent(new Event('replaceState'))
    },
    open() {
      entries.splice(++at, entries.length, null)
      events.dispatchEvent(new Event('pushState'))
    },
    back(shownHeight = 10_000) {
      at--
      height = shownHeight
      top = 0
      events.dispatchEvent(Object.assign(new Event('popstate'), { state: entries[at] }))
    },
    forward() {
      at++
      events.dispatchEvent(Object.assign(new Event('popstate'), { state: entries[at] }))
    },
    grow: () => void (height = 10_000),
    shrink: (to: number) => {
      height = to
      top = Math.min(top, to)
      events.dispatchEvent(new Event('scroll'))
    },
    touch: () => events.dispatchEvent(new Event('touchstart')),
  }
}
beforeEach(() => {
  vi.useFakeTimers()
  window.sessionStorage.clear()
  tabStore.removeItem('paket.scroll')
})
afterEach(() => vi.useRealTimers())

test('a new page starts at its top, and going back restores the previous page’s position [C-LAYOUT-05]', () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(700)
  own.open()
  expect(own.top()).toBe(0)
  own.scroll(300)
  own.back()
  expect({ top: own.top(), scrollRestoration: own.history.scrollRestoration }).toEqual({
    top: 700,
    scrollRestoration: 'manual',
  })
})
test('numbers a new entry without the event of a page that replaces another', () => {
  const own = page()
  rememberScroll(own.window)
  const replaced = vi.fn()
  own.events.addEventListener('replaceState', replaced)
  own.open()
  expect(own.history.state).toMatchObject({ scroll: 2 })
  expect(replaced).not.toHaveBeenCalled()
})
test('restores the scroll of a loading page once it is long enough', async () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(700)
  own.open()
  own.back(100)
  expect(own.top()).toBe(100)
  own.grow()
  await vi.advanceTimersByTimeAsync(50)
  expect(own.top()).toBe(700)
})
test('stops restoring when the page does not grow in time', async () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(700)
  own.open()
  own.back(100)
  await vi.advanceTimersByTimeAsync(6000)
  expect(vi.getTimerCount()).toBe(0)
})
test('restores the scroll again after the previous page has unmounted', async () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(700)
  own.open()
  own.back()
  expect(own.top()).toBe(700)
  own.shrink(0)
  await vi.advanceTimersByTimeAsync(50)
  own.grow()
  await vi.advanceTimersByTimeAsync(50)
  expect(own.top()).toBe(700)
})
test('a page that redirects to another one leaves that at its top', async () => {
  const before = page()
  rememberScroll(before.window)
  before.scroll(700)
  const own = before.reloaded()
  rememberScroll(own.window)
  expect(own.top()).toBe(700)
  own.redirect('/profile')
  await vi.advanceTimersByTimeAsync(50)
  expect(own.top()).toBe(0)
})
test('stops restoring when the user scrolls', async () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(700)
  own.open()
  own.back()
  own.touch()
  own.scroll(20)
  await vi.advanceTimersByTimeAsync(50)
  expect(own.top()).toBe(20)
})
test('a reloaded page is the one that it was: it has its way back, and a new page does not stand where an older one was [C-LAYOUT-05]', () => {
  const before = page()
  rememberScroll(before.window)
  before.open()
  const own = before.reloaded()
  rememberScroll(own.window)
  expect(hasPreviousPage(own.history.state)).toBe(true)
  own.open()
  own.scroll(300)
  own.back()
  own.back()
  expect({ top: own.top(), hasPreviousPage: hasPreviousPage(own.history.state) }).toEqual({
    top: 0,
    hasPreviousPage: false,
  })
  own.open()
  own.scroll(500)
  own.back()
  expect(own.top()).toBe(0)
})
test('starts a page at the top that is opened after going forward to an older one', () => {
  const before = page()
  rememberScroll(before.window)
  before.open()
  before.back()
  const own = before.reloaded()
  rememberScroll(own.window)
  own.forward()
  own.touch()
  own.scroll(300)
  own.open()
  own.scroll(700)
  own.back()
  expect(own.top()).toBe(300)
})
test('a link to a place on the page is followed, and its way back leads where it was pressed [C-LAYOUT-05]', async () => {
  const own = page()
  rememberScroll(own.window)
  own.scroll(200)
  own.jump(1500)
  await vi.advanceTimersByTimeAsync(100)
  expect(own.top()).toBe(1500)
  own.back()
  expect(own.top()).toBe(200)
  own.forward()
  expect(own.top()).toBe(1500)
})
test('a reload restores the position of the page and of those before it [C-LAYOUT-05]', async () => {
  const before = page()
  rememberScroll(before.window)
  before.scroll(700)
  before.open()
  before.scroll(300)
  const own = before.reloaded()
  rememberScroll(own.window)
  await vi.advanceTimersByTimeAsync(50)
  expect(own.top()).toBe(300)
  own.back()
  expect(own.top()).toBe(700)
})
test('restores the scroll of a page that returns from the bank without the bfcache [C-LAYOUT-05]', async () => {
  const shop = page()
  rememberScroll(shop.window)
  shop.open()
  shop.scroll(700)
  const paid = shop.cameBack()
  rememberScroll(paid.window)
  expect({ top: paid.top(), hasPreviousPage: hasPreviousPage(paid.history.state) }).toEqual({
    top: 0,
    hasPreviousPage: false,
  })
  paid.scroll(300)
  paid.open()
  expect(hasPreviousPage(paid.history.state)).toBe(true)
  const own = paid.left(3)
  rememberScroll(own.window)
  await vi.advanceTimersByTimeAsync(50)
  expect({ top: own.top(), hasPreviousPage: hasPreviousPage(own.history.state) }).toEqual({
    top: 700,
    hasPreviousPage: true,
  })
})
test.each(['', '{', '{}', '[1]', '[["a", 1]]', '[[1, null]]'])('ignores stored text %j', (stored) => {
  tabStore.setItem('paket.scroll', stored)
  const own = page([{ scroll: 1 }])
  rememberScroll(own.window)
  expect(own.top()).toBe(0)
  own.scroll(700)
  own.open()
  own.back()
  expect(own.top()).toBe(700)
})
