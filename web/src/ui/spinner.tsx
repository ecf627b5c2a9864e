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
      <span className="spinner-ring size-12" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  )
}
