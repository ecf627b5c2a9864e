import type { ReactNode, RefCallback } from 'react'
import { classes } from './classes.ts'

export interface CardProps {
  tone?: 'white' | 'outlined' | 'grey' | 'mint' | 'deep' | undefined
  padding?: 'none' | 'm' | 'l' | undefined
  as?: 'div' | 'section' | 'article' | 'li' | undefined
  className?: string | undefined
  ref?: RefCallback<Element> | undefined
  'aria-labelledby'?: string | undefined
  children: ReactNode
}

const tones = {
  white: 'bg-paper shadow-raised',
  outlined: 'bg-paper border border-line',
  grey: 'bg-panel',
  mint: 'bg-mint',
  deep: 'on-dark bg-brand-deep text-paper',
}

const paddings = { none: '', m: 'p-5 lg:p-6', l: 'p-6 lg:p-10' }

/** A surface for one subject. `white` is for grey pages, the other tones for white ones. */
export function Card({
  tone = 'white',
  padding = 'm',
  as: Tag = 'div',
  className,
  children,
  ...rest
}: CardProps): ReactNode {
  return (
    <Tag {...rest} className={classes('rounded-l forced-colors:border', tones[tone], paddings[padding], className)}>
      {children}
    </Tag>
  )
}
