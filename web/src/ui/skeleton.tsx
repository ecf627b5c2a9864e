import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface SkeletonProps {
  className?: string | undefined
  /** Replaces what will come and has its height. */
  children?: ReactNode
}

/** A place reserved for content that is loading; sized by `className` or by `children`. Hidden from screen readers: say it once outside. */
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

/** Lines of text that are loading; the last one is shorter, as in a paragraph. */
export function SkeletonText({ lines }: { lines: number }): ReactNode {
  return (
    <span aria-hidden="true" className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={classes('h-4', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}
