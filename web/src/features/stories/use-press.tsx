import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { hasMoved, HOLD_MS, storyMove, type StoryMove } from '#domain/stories.ts'

interface Down {
  /** Its finger: what another one does is no part of the press. */
  pointerId: number
  x: number
  y: number
  hold: ReturnType<typeof setTimeout>
  /** The press has become a hold: letting it go goes on from the same place. */
  isHold: boolean
}

/** Taps, swipes and holds of a surface (OO-54). */
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
        // A finger that leaves the surface is still let go here.
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
