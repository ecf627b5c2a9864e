import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A place held for content that is loading; sized by `className`. Hidden from screen readers: say it once outside. */
export function Skeleton({ className }: { className?: string | undefined }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classes('block animate-breathe rounded-m bg-sunken forced-colors:border', className ?? 'h-6 w-full')}
    />
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
