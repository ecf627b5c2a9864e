import { useEffect, useEffectEvent, useState } from 'react'

/** Longer than any leaving animation. */
const LEFT_AFTER_MS = 600

/**
 * Whether the leaving animation is over, and a callback for its end. Headless UI 2.2 does not report the end of a leaving animation that
 * interrupts the entering one: the dialog would remain, invisible, with the focus, and block the page. So a timer ends every leaving.
 */
export function useLeft(open: boolean, onLeft: (() => void) | undefined): [isLeft: boolean, leave: () => void] {
  const [isLeft, setLeft] = useState(!open)
  if (open && isLeft) setLeft(false)
  function leave(): void {
    setLeft(true)
    onLeft?.()
  }
  const leaveLate = useEffectEvent(leave)
  useEffect(() => {
    if (open || isLeft) return
    const timer = setTimeout(() => leaveLate(), LEFT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [open, isLeft])
  return [isLeft && !open, leave]
}
