import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface SpinnerProps {
  /** What is being waited for; read out, and shown under the ring unless `quiet`. */
  label: string
  quiet?: boolean | undefined
}

/** A wait that a screen reader hears about. */
export function Spinner({ label, quiet = false }: SpinnerProps): ReactNode {
  return (
    <output className="flex flex-col items-center gap-4 text-brand">
      <svg viewBox="0 0 48 48" className="size-12 animate-turn" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="24" cy="24" r="20" strokeWidth="4" className="text-mint-hover" stroke="currentColor" />
        <path d="M24 4a20 20 0 0 1 20 20" strokeWidth="4" strokeLinecap="round" />
      </svg>
      {quiet ? <VisuallyHidden>{label}</VisuallyHidden> : <span className="text-lead text-ink">{label}</span>}
    </output>
  )
}
