import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface BadgeProps {
  tone?: 'brand' | 'orange' | undefined
  children: ReactNode
}

const tones = { brand: 'bg-brand text-paper', orange: 'bg-orange-soft text-orange' }

/** A label that highlights one item of a list. */
export function Badge({ tone = 'brand', children }: BadgeProps): ReactNode {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-s px-2 py-0.5 align-middle text-caption font-semibold whitespace-nowrap forced-colors:border',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
