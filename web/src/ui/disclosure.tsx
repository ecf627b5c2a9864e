import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { ChevronIcon } from './icons.tsx'

export interface DisclosureProps {
  title: ReactNode
  /** `row` is a line in a list of questions; `quiet` is a small line under something else. */
  look?: 'row' | 'quiet' | undefined
  children: ReactNode
}

const summaries = { row: 'py-4 text-lead font-medium', quiet: 'py-2.5 text-small font-medium text-soft' }

/** Expandable details. A native details element, so that it works before scripts have loaded. */
export function Disclosure({ title, look = 'row', children }: DisclosureProps): ReactNode {
  const summary =
    'flex min-h-11 list-none items-center justify-between gap-4 rounded-s [&::-webkit-details-marker]:hidden'
  return (
    <details className={classes('disclosure group', look === 'row' && 'border-b border-line')}>
      <summary className={classes(summary, summaries[look])}>
        <span>{title}</span>
        <ChevronIcon className="size-6 shrink-0 rotate-90 text-soft transition-transform group-open:-rotate-90" />
      </summary>
      <div className={classes('pb-5 text-soft', look === 'quiet' ? 'text-small' : 'max-w-text')}>{children}</div>
    </details>
  )
}
