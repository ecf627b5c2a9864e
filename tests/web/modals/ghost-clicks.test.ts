// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { modalStack, registerOverlay } from '#web/modals/modal-stack.ts'
import { suppressGhostClicks } from '#web/modals/ghost-clicks.ts'

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
  test('suppresses the clicks that follow the one that opened a modal', () => {
    mouse(1)
    opens()
    const second = mouse(2)
    mouse(3)
    expect({ click: times('click'), defaultPrevented: second.defaultPrevented }).toEqual({
      click: 1,
      defaultPrevented: true,
    })
    // A listener that got pointerdown gets pointercancel.
    expect({ pointerup: times('pointerup'), pointercancel: times('pointercancel') }).toEqual({
      pointerup: 1,
      pointercancel: 2,
    })
  })
  test('suppresses the second click of a double one that closed a modal', () => {
    opens()
    mouse(1)
    modalStack.open = []
    mouse(2)
    expect(times('click')).toBe(1)
  })
  test.each<[string, () => void]>([
    ['the spinner', () => void (modalStack.spinner = 'Проверяем карты')],
    ['the menu', () => void registerOverlay(() => undefined)],
  ])('suppresses the second click when %s has opened meanwhile', (_, come) => {
    mouse(1)
    come()
    mouse(2)
    expect(times('click')).toBe(1)
    modalStack.overlays = []
  })
  test('suppresses the second click when the first has led to another page', () => {
    mouse(1)
    history.pushState(null, '', '/profile')
    mouse(2)
    expect(times('click')).toBe(1)
  })
  test.each([
    ['a panel', '<dialog open></dialog>'],
    ['a list in editing', '<button aria-pressed="true"></button>'],
    ['the answer to a question', '<details open></details>'],
  ])('suppresses the second click when the first has opened %s', (_, opened) => {
    mouse(1)
    button.innerHTML = opened
    mouse(2)
    expect(times('click')).toBe(1)
    button.innerHTML = ''
  })
  test('selects no word by the second click when the first has opened a modal', () => {
    const down = (detail: number) => send(new MouseEvent('mousedown', { ...common, detail })).defaultPrevented
    const first = down(1)
    opens()
    expect({ first, second: down(2) }).toEqual({ first: false, second: true })
  })
  test('lets both clicks through where nothing opened or closed', () => {
    mouse(1)
    mouse(2)
    expect(times('click')).toBe(2)
  })
  test('lets a click through after the interval of a double one, however the mouse counts it', () => {
    mouse(1)
    opens()
    now += 600
    mouse(2)
    expect(times('click')).toBe(2)
  })
  test('lets the next single click through to the new modal', () => {
    mouse(1)
    opens()
    mouse(2)
    mouse(1)
    expect(times('click')).toBe(2)
  })
})

describe('a finger', () => {
  test('suppresses a second tap at the same place when a modal has opened', () => {
    tap()
    opens()
    now += 200
    tap(110, 105)
    expect({ click: times('click'), touchend: times('touchend'), pointerdown: times('pointerdown') }).toEqual({
      click: 1,
      touchend: 1,
      pointerdown: 1,
    })
  })
  test.each<[string, () => void, [number, number]]>([
    ['later', () => void (now += 600), [100, 100]],
    ['elsewhere', () => void (now += 200), [100, 200]],
  ])('lets a tap %s through', (_, wait, place) => {
    tap()
    opens()
    wait()
    tap(...place)
    expect({ click: times('click'), touchend: times('touchend') }).toEqual({ click: 2, touchend: 2 })
  })
})

describe('keys', () => {
  test('suppresses the repeats of an Enter key in the modal that it opened', () => {
    enter(false)
    opens()
    enter(true)
    expect(times('keydown')).toBe(1)
    enter(false)
    expect(times('keydown')).toBe(2)
  })
  test('lets an Enter key repeat where nothing opened', () => {
    enter(false)
    enter(true)
    expect(times('keydown')).toBe(2)
  })
  test('lets a press without a pointer through right after a ghost click', () => {
    mouse(1)
    opens()
    mouse(2)
    send(new MouseEvent('click', { ...common, detail: 0 }))
    expect(times('click')).toBe(2)
  })
})
