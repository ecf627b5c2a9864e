// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWebHost } from '#web/hosts/web.ts'

/** A window that does not navigate. */
function fakeWindow() {
  const events = new EventTarget()
  const listened: string[] = []
  const document = { hidden: false }
  return {
    document,
    addEventListener: vi.fn((...given: Parameters<EventTarget['addEventListener']>) => {
      listened.push(given[0])
      events.addEventListener(...given)
    }),
    removeEventListener: vi.fn((...given: Parameters<EventTarget['removeEventListener']>) => {
      listened.splice(listened.indexOf(given[0]), 1)
      events.removeEventListener(...given)
    }),
    open: vi.fn<Window['open']>(() => null),
    location: { assign: vi.fn<Location['assign']>() },
    navigator: { clipboard: { writeText: vi.fn<Clipboard['writeText']>(async () => undefined) } },
    /** Dispatches a browser event; returns its effects. */
    async dispatch(type: string, fields: object = {}) {
      events.dispatchEvent(Object.assign(new Event(type), fields))
      await Promise.resolve()
    },
    async setHidden(hidden: boolean) {
      document.hidden = hidden
      await this.dispatch('visibilitychange')
    },
    listened,
  }
}
function leaveToPay() {
  const window = fakeWindow()
  const [back, late] = [vi.fn(), vi.fn<() => void>()]
  void createWebHost(window).openPayment('https://pay.example/1', late).then(back)
  return { window, back, late }
}

describe('payment page', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  test('opens in this tab [C-HOST-06]', () => {
    expect(leaveToPay().window.location.assign.mock.calls).toEqual([['https://pay.example/1']])
  })
  test('a focus on the way out does not count as coming back', async () => {
    const { window, back } = leaveToPay()
    await window.dispatch('focus')
    await window.dispatch('visibilitychange')
    await window.dispatch('pageshow', { persisted: false })
    expect(back).not.toHaveBeenCalled()
  })
  test('a page restored from the bfcache counts as returned [C-BUY-08]', async () => {
    const { window, back } = leaveToPay()
    await window.dispatch('pagehide', { persisted: true })
    await window.setHidden(true)
    expect(back).not.toHaveBeenCalled()
    await window.dispatch('pageshow', { persisted: true })
    expect(back.mock.calls).toEqual([['back']])
    expect(window.listened).toEqual([])
  })
  test('counts as returned from the bfcache even without a pagehide event', async () => {
    const { window, back } = leaveToPay()
    await window.dispatch('pageshow', { persisted: true })
    expect(back).toHaveBeenCalledOnce()
  })
  test('a bank’s app that takes the address only hides the page: seen again, it is back [C-BUY-09]', async () => {
    const { window, back } = leaveToPay()
    await window.setHidden(true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(back).not.toHaveBeenCalled()
    await window.setHidden(false)
    expect(back.mock.calls).toEqual([['stayed']])
    await window.dispatch('focus')
    expect(back).toHaveBeenCalledOnce()
  })
  test('a focus after it was hidden is enough, where nothing else is shown [C-BUY-09]', async () => {
    const { window, back } = leaveToPay()
    await window.setHidden(true)
    window.document.hidden = false
    await window.dispatch('focus')
    expect(back).toHaveBeenCalledOnce()
  })
  test('is not waited for without end when its load is stopped', async () => {
    const { back } = leaveToPay()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(back).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(back.mock.calls).toEqual([['stayed']])
  })
  test('is reported when it is left, though it opened later: the payment is read again', async () => {
    const { window, back, late } = leaveToPay()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(back).toHaveBeenCalledOnce()
    await window.dispatch('pagehide')
    await window.dispatch('pageshow', { persisted: false })
    expect(late).not.toHaveBeenCalled()
    await window.dispatch('pageshow', { persisted: true })
    expect(late).toHaveBeenCalledOnce()
    expect(window.listened).toEqual([])
  })
})

test('an outside address opens in a tab that cannot reach back', () => {
  const window = fakeWindow()
  createWebHost(window).openOutside('https://help.example')
  expect(window.open.mock.calls).toEqual([['https://help.example', '_blank', 'noopener']])
  expect(window.location.assign).not.toHaveBeenCalled()
})

test('copies a text, or returns that it could not [C-HOST-05]', async () => {
  const window = fakeWindow()
  const host = createWebHost(window)
  expect(await host.copy('FG123')).toBe(true)
  expect(window.navigator.clipboard.writeText).toHaveBeenCalledWith('FG123')
  window.navigator.clipboard.writeText.mockRejectedValue(new Error('denied'))
  expect(await host.copy('FG123')).toBe(false)
})
test('closing leaves for the main page [C-HOST-04]', () => {
  const window = fakeWindow()
  createWebHost(window).close()
  expect(window.location.assign).toHaveBeenCalledWith('/')
})
