// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createWebHost } from '../../../web/src/hosts/web.ts'

/** A window that goes nowhere. */
function fakeWindow() {
  const events = new EventTarget()
  let listeners = 0
  return {
    addEventListener: vi.fn((...given: Parameters<EventTarget['addEventListener']>) => {
      listeners++
      events.addEventListener(...given)
    }),
    removeEventListener: vi.fn((...given: Parameters<EventTarget['removeEventListener']>) => {
      listeners--
      events.removeEventListener(...given)
    }),
    open: vi.fn<Window['open']>(() => null),
    location: { assign: vi.fn<Location['assign']>() },
    navigator: { clipboard: { writeText: vi.fn<Clipboard['writeText']>(async () => undefined) } },
    /** What the browser says, and what has come of it. */
    async says(type: string, fields: object = {}) {
      events.dispatchEvent(Object.assign(new Event(type), fields))
      await Promise.resolve()
    },
    listeners: () => listeners,
  }
}
function leaveToPay() {
  const window = fakeWindow()
  const back = vi.fn()
  void createWebHost(window).openPayment('https://pay.example/1').then(back)
  return { window, back }
}

describe('payment page', () => {
  test('opens in this tab', () => {
    expect(leaveToPay().window.location.assign.mock.calls).toEqual([['https://pay.example/1']])
  })
  test('a focus on the way out does not count as coming back', async () => {
    const { window, back } = leaveToPay()
    await window.says('focus')
    await window.says('pageshow', { persisted: false })
    expect(back).not.toHaveBeenCalled()
  })
  test.each(['pageshow', 'focus'])(
    'a %s after the page was left is coming back [C-BUY-08] [C-BUY-09]',
    async (type) => {
      const { window, back } = leaveToPay()
      await window.says('pagehide')
      expect(back).not.toHaveBeenCalled()
      await window.says(type)
      expect(back).toHaveBeenCalledOnce()
      expect(window.listeners()).toBe(0)
    },
  )
  test('a page that the browser has kept is coming back, even if its leaving was not told', async () => {
    const { window, back } = leaveToPay()
    await window.says('pageshow', { persisted: true })
    expect(back).toHaveBeenCalledOnce()
    expect(window.listeners()).toBe(0)
  })
})

test('an outside address opens in a tab that cannot reach back', () => {
  const window = fakeWindow()
  createWebHost(window).openOutside('https://help.example')
  expect(window.open.mock.calls).toEqual([['https://help.example', '_blank', 'noopener']])
  expect(window.location.assign).not.toHaveBeenCalled()
})

test('a text is copied, or it is said that it could not be [C-HOST-05]', async () => {
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
