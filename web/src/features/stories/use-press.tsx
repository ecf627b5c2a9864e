import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { hasMoved, HOLD_MS, storyMove, type StoryMove } from '#domain/stories.ts'

interface Down {
  /** Other fingers are ignored. */
  pointerId: number
  /** Where the press began, in px. */
  x: number
  y: number
  hold: ReturnType<typeof setTimeout>
  /** Whether the press pauses the slide: then its end is no tap. */
  isHold: boolean
}

/** Recognizes taps, swipes and holds on a surface (OO-54). */
export function usePress() {
  const [isPressed, setPressed] = useState(false)
  const down = useRef<Down | null>(null)
  useEffect(() => () => clearTimeout(down.current?.hold), [])

  const pressOf = (pointerId: number) => (down.current?.pointerId === pointerId ? down.current : null)
  function end(pointerId: number): Down | null {
    const ended = pressOf(pointerId)
    if (!ended) return null
    clearTimeout(ended.hold)
    down.current = null
    setPressed(false)
    return ended
  }
  return {
    isPressed,
    surface: (onMove: (move: StoryMove) => void) => ({
      onPointerDown({ clientX: x, clientY: y, currentTarget, pointerId, isPrimary, button }: PointerEvent) {
        if (!isPrimary || button !== 0) return
        // So that the surface also receives the pointerup of a finger that has left it.
        if ('setPointerCapture' in currentTarget) currentTarget.setPointerCapture(pointerId)
        const press: Down = { pointerId, x, y, isHold: false, hold: setTimeout(() => hold(press), HOLD_MS) }
        down.current = press
      },
      onPointerMove({ clientX, clientY, pointerId }: PointerEvent) {
        const press = pressOf(pointerId)
        if (press && hasMoved({ dx: clientX - press.x, dy: clientY - press.y })) clearTimeout(press.hold)
      },
      onPointerUp({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
        const press = end(pointerId)
        if (!press || press.isHold) return
        const { left, width } = currentTarget.getBoundingClientRect()
        onMove(storyMove({ dx: clientX - press.x, dy: clientY - press.y, x: press.x - left, width }))
      },
      onPointerCancel: ({ pointerId }: PointerEvent) => void end(pointerId),
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    }),
  }
  function hold(press: Down): void {
    press.isHold = true
    setPressed(true)
  }
}
