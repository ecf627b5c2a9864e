import { modalStack } from './modal-stack.ts'

/** Two taps within this time and distance are a double tap. For a mouse the browser counts clicks itself (`detail`). */
const AGAIN_MS = 500
const NEAR_PX = 24

/** A key of the page and of what is open, to notice a change. */
const over = () =>
  [
    ...modalStack.open.map(({ id }) => id),
    modalStack.spinner,
    modalStack.overlays.length,
    document.querySelectorAll('[open],[aria-pressed="true"]').length,
    window.location.pathname,
  ].join()

/**
 * Suppresses ghost clicks: the second click of a double click is meant for the target of the first. When something has opened or closed, or
 * another page has come in between, it would undo the first or hit something else: the backdrop, which closes the new modal, or the button
 * that pays. Also suppresses the automatic repeats of a key that is pressed.
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

  /** Suppresses an event of a ghost click. Captured on the window, so that it runs before all other listeners. */
  function on<Type extends keyof WindowEventMap>(type: Type, read?: (event: WindowEventMap[Type]) => void): void {
    const handle = (event: WindowEventMap[Type]) => {
      read?.(event)
      if (!isGhost) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener(type, handle, { capture: true, passive: false })
  }
  on('pointerdown', (event) => {
    isTouch = event.pointerType !== 'mouse'
    isGhost = false
    if (isTouch) begin(event, Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < NEAR_PX)
  })
  // It would select a word, too. After a touch the browser emulates mouse events, which were counted already.
  on('mousedown', (event) => {
    if (!isTouch) begin(event, event.detail > 1)
  })
  on('pointerup', ({ target, pointerId, pointerType, isPrimary }) => {
    // Listeners that have seen the pointerdown stop waiting for its pointerup.
    if (isGhost)
      target?.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true, pointerId, pointerType, isPrimary }))
  })
  on('touchend')
  on('click', ({ detail }) => {
    // `detail` is 0 for clicks of a key or a screen reader.
    isGhost &&= detail > 0
  })
  on('keydown', (event) => {
    if (!event.repeat) pressedOver = over()
    isGhost = event.key === 'Enter' && pressedOver !== over()
  })
}
