import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { Elements } from './elements.ts'

interface Props {
  /** The accessible name of the button and of the panel. */
  label: string
  icon?: Elements
  children: (close: () => void) => ReactNode
}

/** A button with a non-modal panel below it. Closes on Esc, on a click outside, and when the focus leaves it. */
export function Popover({ label, icon, children }: Props): ReactNode {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => setOpen(false)

  useEffect(() => {
    const place = root.current
    if (!open || !place) return
    panel.current?.focus()
    const leave = ({ target, type, relatedTarget }: Event & { relatedTarget?: EventTarget | null }) => {
      const to = type === 'focusout' ? relatedTarget : target
      if (to instanceof Node && !place.contains(to)) setOpen(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      place.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    place.addEventListener('focusout', leave)
    place.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      place.removeEventListener('focusout', leave)
      place.removeEventListener('keydown', escape)
    }
  }, [open])

  return (
    <div ref={root} className="relative">
      <Button
        size="s"
        variant="secondary"
        icon={icon}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <dialog
          open
          ref={panel}
          id={id}
          aria-label={label}
          tabIndex={-1}
          className="absolute top-full right-0 left-auto m-0 mt-3 max-h-[calc(100dvh-6rem)] w-96 animate-rise overflow-y-auto overscroll-contain rounded-l bg-paper p-6 shadow-floating outline-none forced-colors:border"
        >
          {children(close)}
        </dialog>
      )}
    </div>
  )
}
