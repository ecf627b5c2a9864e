import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { hasMoved, HOLD_MS, storyMove, type StoryMove } from '#domain/stories.ts'

interface Down {
  x: number
  y: number
  hold: ReturnType<typeof setTimeout>
  /** The press has become a hold: letting it go goes on from the same place. */
  isHold: boolean
}

/** Taps, swipes and holds of a surface (OO-54). */
export function usePress() {
  const [isHeld, setHeld] = useState(false)
  const down = useRef<Down | null>(null)
  useEffect(() => () => clearTimeout(down.current?.hold), [])

  function end(): Down | null {
    const ended = down.current
    clearTimeout(ended?.hold)
    down.current = null
    setHeld(false)
    return ended
  }
  return {
    isHeld,
    surface: (onMove: (move: StoryMove) => void) => ({
      onPointerDown({ clientX: x, clientY: y, currentTarget, pointerId, isPrimary, button }: PointerEvent) {
        if (!isPrimary || button !== 0) return
        // A finger that leaves the surface is still let go here.
        if ('setPointerCapture' in currentTarget) currentTarget.setPointerCapture(pointerId)
        const press: Down = { x, y, isHold: false, hold: setTimeout(() => hold(press), HOLD_MS) }
        down.current = press
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const press = down.current
        if (press && hasMoved({ dx: clientX - press.x, dy: clientY - press.y })) clearTimeout(press.hold)
      },
      onPointerUp({ clientX, clientY, currentTarget }: PointerEvent) {
        const press = end()
        if (!press || press.isHold) return
        const { left, width } = currentTarget.getBoundingClientRect()
        onMove(storyMove({ dx: clientX - press.x, dy: clientY - press.y, x: press.x - left, width }))
      },
      onPointerCancel: () => void end(),
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    }),
  }
  function hold(press: Down): void {
    press.isHold = true
    setHeld(true)
  }
}
