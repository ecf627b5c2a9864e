import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Put before content that has replaced a focused button: takes the focus, so that keyboard users continue from there. */
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
