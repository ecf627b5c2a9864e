import { modalStack } from './modal-stack.ts'

/** Two presses are a double one when they are this close in time and, with a finger, in place. A mouse counts its clicks itself. */
const AGAIN_MS = 500
const NEAR_PX = 24

/** The overlays that are open over the page now. */
const over = () => [...modalStack.open.map(({ id }) => id), modalStack.spinner, modalStack.overlays.length].join(' ')

/**
 * Suppresses ghost clicks: the second press of a double one is meant for what the first one pressed. When an overlay opened or closed in between,
 * it would hit whatever is there now: the backdrop of the new modal, which closes it, or the button that pays. The same for the repeats of a key
 * that repeats.
 */
export function suppressGhostClicks(window: Pick<Window, 'addEventListener'>): void {
  let first = { at: -Infinity, x: 0, y: 0, over: '' }
  let isTouch = false
  let isGhost = false

  function begin({ timeStamp: at, clientX: x, clientY: y }: MouseEvent, isAgain: boolean): void {
    if (!isAgain) first = { at, x, y, over: over() }
    isGhost = first.over !== over()
  }
  const isSoon = ({ timeStamp }: MouseEvent) => timeStamp - first.at < AGAIN_MS
  const isNear = ({ clientX, clientY }: MouseEvent) => Math.hypot(clientX - first.x, clientY - first.y) < NEAR_PX

  function swallow(event: Event): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Before any other listener.
  const early = { capture: true }
  window.addEventListener(
    'pointerdown',
    (event) => {
      isTouch = event.pointerType !== 'mouse'
      if (!isTouch) return
      begin(event, isSoon(event) && isNear(event))
      if (isGhost) swallow(event)
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
      if (!isGhost) return
      swallow(event)
      // Anyone who has seen it go down stops waiting for it.
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
      if (isGhost) swallow(event)
    },
    { ...early, passive: false },
  )
  window.addEventListener(
    'click',
    (event) => {
      // Without a pointer it is a key's, or a reader's.
      if (isGhost && event.detail > 0) swallow(event)
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
