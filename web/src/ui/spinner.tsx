import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface SpinnerProps {
  /** Describes the wait to screen readers; not visible. */
  label: string
}

/** A spinner in a live region, so that screen readers announce it. */
export function Spinner({ label }: SpinnerProps): ReactNode {
  return (
    <output className="flex flex-col items-center text-brand">
      <svg viewBox="0 0 48 48" className="size-12 animate-turn" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="24" cy="24" r="20" strokeWidth="4" className="text-mint-hover" stroke="currentColor" />
        <path d="M24 4a20 20 0 0 1 20 20" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  )
}
