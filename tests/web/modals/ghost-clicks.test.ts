// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { modalStack, registerOverlay } from '../../../web/src/modals/modal-stack.ts'
import { suppressGhostClicks } from '../../../web/src/modals/ghost-clicks.ts'

const heard = vi.fn<(type: string) => void>()
const button = document.createElement('button')
let now = 0

beforeAll(() => {
  suppressGhostClicks(window)
  document.body.append(button)
  for (const type of ['click', 'touchend', 'keydown', 'pointerdown', 'pointerup', 'pointercancel'])
    button.addEventListener(type, () => heard(type))
})
beforeEach(() => (now += 10_000))
afterEach(() => {
  heard.mockClear()
  modalStack.open = []
  modalStack.spinner = null
})

function send(event: Event): Event {
  Object.defineProperty(event, 'timeStamp', { value: now })
  button.dispatchEvent(event)
  return event
}
const common = { bubbles: true, cancelable: true }
const mouse = (detail: number) => {
  send(new PointerEvent('pointerdown', { ...common, pointerType: 'mouse' }))
  send(new MouseEvent('mousedown', { ...common, detail }))
  send(new PointerEvent('pointerup', { ...common, pointerType: 'mouse' }))
  return send(new MouseEvent('click', { ...common, detail }))
}
const tap = (clientX = 100, clientY = 100) => {
  const at = { ...common, clientX, clientY }
  send(new PointerEvent('pointerdown', { ...at, pointerType: 'touch' }))
  send(new PointerEvent('pointerup', { ...at, pointerType: 'touch' }))
  send(new Event('touchend', common))
  send(new MouseEvent('mousedown', { ...at, detail: 1 }))
  return send(new MouseEvent('click', { ...at, detail: 1 }))
}
const enter = (repeat: boolean) => send(new KeyboardEvent('keydown', { ...common, key: 'Enter', repeat }))
const times = (type: string) => heard.mock.calls.filter(([each]) => each === type).length
const opens = () => {
  modalStack.open = [
    ...modalStack.open,
    { id: now, name: 'support', given: {}, answer: () => undefined, fail: () => undefined },
  ]
}

describe('a mouse', () => {
  test('a double click that opens a modal is heard once, however often it goes on', () => {
    mouse(1)
    opens()
    const second = mouse(2)
    mouse(3)
    expect([times('click'), second.defaultPrevented]).toEqual([1, true])
    // Who has heard it go down is told that nothing comes of it.
    expect([times('pointerup'), times('pointercancel')]).toEqual([1, 2])
  })
  test('a double click that closes one is heard once', () => {
    opens()
    mouse(1)
    modalStack.open = []
    mouse(2)
    expect(times('click')).toBe(1)
  })
  test.each<[string, () => void]>([
    ['the spinner', () => void (modalStack.spinner = 'Проверяем карты')],
    ['the menu', () => void registerOverlay(() => undefined)],
  ])('%s that came meanwhile is no place for the second either', (_, come) => {
    mouse(1)
    come()
    mouse(2)
    expect(times('click')).toBe(1)
    modalStack.overlays = []
  })
  test('a double click on what stays is two clicks', () => {
    mouse(1)
    mouse(2)
    expect(times('click')).toBe(2)
  })
  test('so long after the first, a click is meant, however it is counted', () => {
    mouse(1)
    opens()
    now += 600
    mouse(2)
    expect(times('click')).toBe(2)
  })
  test('the next click of its own is heard in the new modal', () => {
    mouse(1)
    opens()
    mouse(2)
    mouse(1)
    expect(times('click')).toBe(2)
  })
})

describe('a finger', () => {
  test('a second tap at the same place falls on nothing new', () => {
    tap()
    opens()
    now += 200
    tap(110, 105)
    expect([times('click'), times('touchend'), times('pointerdown')]).toEqual([1, 1, 1])
  })
  test.each<[string, () => void, [number, number]]>([
    ['later', () => void (now += 600), [100, 100]],
    ['elsewhere', () => void (now += 200), [100, 200]],
  ])('a tap %s is meant', (_, wait, place) => {
    tap()
    opens()
    wait()
    tap(...place)
    expect([times('click'), times('touchend')]).toEqual([2, 2])
  })
})

describe('keys', () => {
  test('Enter that is held presses nothing in what it has opened', () => {
    enter(false)
    opens()
    enter(true)
    expect(times('keydown')).toBe(1)
    enter(false)
    expect(times('keydown')).toBe(2)
  })
  test('held where it is, it repeats', () => {
    enter(false)
    enter(true)
    expect(times('keydown')).toBe(2)
  })
  test('a press without a pointer is heard right after a stray one', () => {
    mouse(1)
    opens()
    mouse(2)
    send(new MouseEvent('click', { ...common, detail: 0 }))
    expect(times('click')).toBe(2)
  })
})
