import { modalStack } from './modal-stack.ts'

/** Two taps within this time and distance are a double tap. For a mouse the browser counts clicks itself (`detail`). */
const AGAIN_MS = 500
const NEAR_PX = 24

/** A key of the page and the overlays that are open, to notice a change. */
const over = () =>
  [
    ...modalStack.open.map(({ id }) => id),
    modalStack.spinner,
    modalStack.overlays.length,
    window.location.pathname,
  ].join(' ')

/**
 * Suppresses ghost clicks: the second click of a double click is meant for the target of the first. When an overlay has opened or closed, or
 * another page has come in between, it would hit something else: the backdrop, which closes the new modal, or the button that pays. Also
 * suppresses the automatic repeats of a key that is pressed.
 */
export function suppressGhostClicks(window: Pick<Window, 'addEventListener'>): void {
  let first = { timeStamp: -Infinity, clientX: 0, clientY: 0 }
  let pressedOver = ''
  let isTouch = false
  let isGhost = false

  function begin(event: MouseEvent, isSame: boolean): void {
    if (!isSame || event.timeStamp - first.timeStamp >= AGAIN_MS) {
      first = event
      pressedOver = over()
    }
    isGhost = pressedOver !== over()
  }

  function swallow(event: Event): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // Captured on the window, so that it runs before all other listeners.
  const early = { capture: true }
  window.addEventListener(
    'pointerdown',
    (event) => {
      isTouch = event.pointerType !== 'mouse'
      if (!isTouch) return
      begin(event, Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < NEAR_PX)
      if (isGhost) swallow(event)
    },
    early,
  )
  window.addEventListener(
    'mousedown',
    (event) => {
      // After a touch the browser emulates mouse events, which were counted already.
      if (!isTouch) begin(event, event.detail > 1)
    },
    early,
  )
  window.addEventListener(
    'pointerup',
    (event) => {
      if (!isGhost) return
      swallow(event)
      // Listeners that have seen the pointerdown stop waiting for its pointerup.
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
      // `detail` is 0 for clicks of a key or a screen reader.
      if (isGhost && event.detail > 0) swallow(event)
    },
    early,
  )

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
