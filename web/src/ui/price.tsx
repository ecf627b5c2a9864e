import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface PriceProps {
  /** The formatted amount, with its currency sign. */
  amount: string
  per?: string | undefined
  /** The price before the discount, and its label for screen readers, which do not announce that it is struck out. */
  before?: { readonly amount: string; readonly label: string } | undefined
  size?: 'm' | 'l' | undefined
}

const sizes = { m: 'text-title-s', l: 'text-title-l' }

/** A price. The amount never wraps. */
export function Price({ amount, per, before, size = 'm' }: PriceProps): ReactNode {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className={classes('font-semibold whitespace-nowrap', sizes[size])}>{amount}</span>
      {before && (
        <s className="text-small font-normal whitespace-nowrap text-soft">
          <VisuallyHidden>{`${before.label} `}</VisuallyHidden>
          <span>{before.amount}</span>
        </s>
      )}
      {per && <span className="text-small font-normal whitespace-nowrap text-soft">{per}</span>}
    </span>
  )
}
