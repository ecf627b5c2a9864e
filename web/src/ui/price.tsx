import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface PriceProps {
  /** Already formatted: the sum, the sign and the spaces between them. */
  amount: string
  per?: string | undefined
  /** The price before the discount, with the word that says so to those who do not see it struck out. */
  before?: { readonly amount: string; readonly label: string } | undefined
  size?: 'm' | 'l' | undefined
}

const sizes = { m: 'text-title-s', l: 'text-title-l' }

/** A sum of money. It never breaks in the middle. */
export function Price({ amount, per, before, size = 'm' }: PriceProps): ReactNode {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className={classes('font-semibold whitespace-nowrap', sizes[size])}>{amount}</span>
      {before && (
        <s className="text-small font-normal whitespace-nowrap text-soft">
          <VisuallyHidden>{before.label} </VisuallyHidden>
          {before.amount}
        </s>
      )}
      {per && <span className="text-small font-normal whitespace-nowrap text-soft">{per}</span>}
    </span>
  )
}
