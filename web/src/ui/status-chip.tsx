import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface StatusChipProps {
  tone: 'orange' | 'green' | 'red' | 'neutral'
  children: ReactNode
}

const tones = {
  orange: 'bg-orange-soft text-orange',
  green: 'bg-mint text-brand',
  red: 'bg-red-soft text-red',
  neutral: 'bg-sunken text-soft',
}

/** The current state of something. The text has the meaning; the dot only repeats its colour. */
export function StatusChip({ tone, children }: StatusChipProps): ReactNode {
  return (
    <span
      className={classes(
        'inline-flex min-h-8 items-center gap-2 rounded-xl py-1 pr-3.5 pl-3 text-small font-semibold forced-colors:border wrap-anywhere',
        tones[tone],
      )}
    >
      <span className="size-2 shrink-0 rounded-xl bg-current forced-colors:bg-system-text" aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
