import { modalStack } from './modal-stack.ts'

/** Presses that are one: so close in time and, of a finger, in place. A mouse counts its clicks itself. */
const AGAIN_MS = 500
const NEAR_PX = 24

/** What stands over the page now. */
const over = () => [...modalStack.open.map(({ id }) => id), modalStack.spinner, modalStack.sheets.length].join(' ')

/**
 * The second press of a double one is for what the first one pressed. When another modal came or went in between, it would fall on what
 * stands there now: beside the new modal, which closes it, or on the button that pays. It is nobody's, as is a key that is held.
 */
export function ignoreStrayPresses(window: Pick<Window, 'addEventListener'>): void {
  let first = { at: -Infinity, x: 0, y: 0, over: '' }
  let isTouch = false
  let isStray = false

  function begin({ timeStamp: at, clientX: x, clientY: y }: MouseEvent, isAgain: boolean): void {
    if (!isAgain) first = { at, x, y, over: over() }
    isStray = first.over !== over()
  }
  const isSoon = ({ timeStamp }: MouseEvent) => timeStamp - first.at < AGAIN_MS
  const isNear = ({ clientX, clientY }: MouseEvent) => Math.hypot(clientX - first.x, clientY - first.y) < NEAR_PX

  function swallow(event: Event): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Before anybody else hears of it.
  const early = { capture: true }
  window.addEventListener(
    'pointerdown',
    (event) => {
      isTouch = event.pointerType !== 'mouse'
      if (!isTouch) return
      begin(event, isSoon(event) && isNear(event))
      if (isStray) swallow(event)
    },
    early,
  )
  window.addEventListener(
    'mousedown',
    (event) => {
      // After a touch it only repeats it.
      if (!isTouch) begin(event, isSoon(event) && event.detail > 1)
    },
    early,
  )
  window.addEventListener(
    'pointerup',
    (event) => {
      if (!isStray) return
      swallow(event)
      // Who has heard it go down does not wait for it.
      const { pointerId, pointerType, isPrimary } = event
      event.target?.dispatchEvent(
        new PointerEvent('pointercancel', { bubbles: true, pointerId, pointerType, isPrimary }),
      )
    },
    early,
  )
  window.addEventListener(
    'touchend',
    (event) => {
      if (isStray) swallow(event)
    },
    { ...early, passive: false },
  )
  window.addEventListener(
    'click',
    (event) => {
      // Without a pointer it is a key's, or a reader's.
      if (isStray && event.detail > 0) swallow(event)
    },
    early,
  )

  let pressedOver = ''
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return
      if (!event.repeat) pressedOver = over()
      else if (pressedOver !== over()) swallow(event)
    },
    early,
  )
}
