import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from './button-classes.ts'
import { classes } from './classes.ts'

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'style' | 'disabled'> {
  /** Work is under way: the button keeps its width, its name and the focus, and ignores clicks. */
  busy?: boolean | undefined
  icon?: ReactNode
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
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={press}
      className={classes(buttonClasses({ variant, size, width, onDark, disabled }), className)}
    >
      <span className={classes('inline-flex items-center justify-center gap-[inherit]', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && <BusyMark />}
    </button>
  )
}

function BusyMark(): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      className="absolute size-6 animate-turn"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" strokeWidth="3" className="opacity-25" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
