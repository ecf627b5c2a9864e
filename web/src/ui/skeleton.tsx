import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface SkeletonProps {
  className?: string | undefined
  /** Content with the size of what is loading. */
  children?: ReactNode
}

/** A placeholder for content that is loading; `className` or `children` give its size. Hidden from screen readers, which need one message outside. */
export function Skeleton({ className, children }: SkeletonProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={classes('block animate-breathe rounded-m bg-sunken forced-colors:border', className ?? 'h-6 w-full')}
    >
      {children && <span className="invisible block">{children}</span>}
    </span>
  )
}

/** A placeholder for lines of text; the last line is shorter, as in a paragraph. */
export function SkeletonText({ lines }: { lines: number }): ReactNode {
  return (
    <span aria-hidden="true" className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={classes('h-4', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}
