import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

export type TextLinkProps = Omit<ComponentProps<'a'>, 'style'>

/** A link inside text: underlined, so that colour is not the only sign. */
export function TextLink({ className, children, ...rest }: TextLinkProps): ReactNode {
  return (
    <a
      {...rest}
      className={classes(
        'rounded-s text-brand underline decoration-1 underline-offset-4 hover:text-brand-hover',
        className,
      )}
    >
      {children}
    </a>
  )
}
