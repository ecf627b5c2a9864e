import type { ComponentProps, ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from './button-classes.ts'
import { classes } from './classes.ts'

export interface ButtonLinkProps extends Omit<ButtonLook, 'disabled'>, Omit<ComponentProps<'a'>, 'style'> {
  icon?: ReactNode
}

/** A link that looks like a button: it leads somewhere, a Button does something. */
export function ButtonLink(props: ButtonLinkProps): ReactNode {
  const { variant, size, width, onDark, icon, className, children, ...rest } = props
  return (
    <a {...rest} className={classes(buttonClasses({ variant, size, width, onDark }), className)}>
      {icon}
      {children}
    </a>
  )
}
