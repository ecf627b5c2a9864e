import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Shown before what has come in place of a button that was pressed: anyone who stood on the button goes on from here. */
export function RestoreFocus(): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <span ref={place} tabIndex={-1} className="sr-only">
      Загружено
    </span>
  )
}
