import { useEffect, useEffectEvent, useState } from 'react'

/** Longer than any leaving takes. */
const LEFT_AFTER_MS = 600

/**
 * Whether what was open has left, and what is called when its leaving animation is over. Headless UI 2.2 never says so of a leaving that
 * cut an entering short: the dialog would stay, unseen, with the focus, and the page could not be used. So every leaving ends here.
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
