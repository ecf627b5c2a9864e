import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from './button-classes.ts'
import { classes } from './classes.ts'
import type { Elements } from './elements.ts'

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'style' | 'disabled'> {
  /** Work is under way: the button keeps its width, its name and the focus, and ignores clicks. */
  busy?: boolean | undefined
  icon?: Elements
}

function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Disabled and busy buttons stay focusable, so that a screen reader can find out why nothing happens. */
export function Button(props: ButtonProps): ReactNode {
  const {
    variant,
    size,
    width,
    onDark,
    busy = false,
    icon,
    disabled = false,
    onClick,
    className,
    children,
    ...rest
  } = props
  const blocked = busy || disabled
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? ignore : onClick}
      className={classes(buttonClasses({ variant, size, width, onDark, disabled }), className)}
    >
      <span className="inline-flex items-center justify-center gap-[inherit]">
        {icon}
        <span>{children}</span>
      </span>
    </button>
  )
}
