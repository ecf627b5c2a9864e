import type { ComponentProps, ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from './button-classes.ts'
import { classes } from './classes.ts'

type ButtonLinkProps = Omit<ButtonLook, 'disabled'> & Omit<ComponentProps<'a'>, 'style'>

/** A link that looks like a button. Use it to navigate, and a Button for actions. */
export function ButtonLink(props: ButtonLinkProps): ReactNode {
  const { variant, size, width, onDark, className, children, ...rest } = props
  return (
    <a {...rest} className={classes(buttonClasses({ variant, size, width, onDark }), className)}>
      {children}
    </a>
  )
}
