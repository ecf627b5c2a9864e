import { classes } from './classes.ts'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | undefined
  /** `s` is inside a row or the top bar, `m` is the usual button, `l` is the one action of a screen. */
  size?: 's' | 'm' | 'l' | undefined
  /** `mobile` fills the line below lg and fits its text from lg on. Size `s` fits its text everywhere by itself. */
  width?: 'fit' | 'mobile' | 'full' | undefined
  /** Looks disabled. */
  disabled?: boolean | undefined
  /** The button is on a dark green surface. */
  onDark?: boolean | undefined
}

const base =
  'relative inline-flex select-none items-center justify-center rounded-m text-center font-semibold text-balance busy-button no-underline ' +
  'transition-colors aria-disabled:cursor-not-allowed forced-colors:border'

const variants = {
  primary: 'bg-brand text-paper hover:bg-brand-hover active:bg-brand-hover',
  secondary: 'bg-mint text-brand hover:bg-mint-hover hover:text-brand-hover active:bg-mint-hover',
  ghost: 'text-brand hover:bg-mint active:bg-mint-hover',
  danger: 'bg-red text-paper hover:bg-red-hover active:bg-red-hover',
  'danger-quiet': 'text-red hover:bg-red-soft active:bg-red-soft',
}

const darkVariants = {
  primary: 'bg-paper text-brand hover:bg-mint active:bg-mint-hover',
  secondary: 'bg-brand text-paper hover:bg-brand-hover active:bg-brand-hover',
  ghost: 'text-paper hover:bg-brand active:bg-brand',
  danger: 'bg-paper text-red hover:bg-red-soft active:bg-red-soft',
  'danger-quiet': 'text-paper hover:bg-brand active:bg-brand',
}

const off = 'text-soft forced-colors:border-system-off forced-colors:text-system-off'

const sizes = {
  s: 'min-h-11 gap-1.5 px-4 py-2 text-small',
  m: 'min-h-12 gap-2 px-6 py-3 text-body',
  l: 'min-h-14 gap-2.5 px-4 py-4 text-body lg:px-8 lg:text-lead',
}

const widths = { fit: '', mobile: 'w-full lg:w-auto', full: 'w-full' }

/** The classes of buttons and of links that look like buttons. */
export function buttonClasses({
  variant = 'primary',
  size = 'm',
  width,
  onDark = false,
  disabled = false,
}: ButtonLook): string {
  const look = onDark ? darkVariants : variants
  return classes(
    base,
    disabled ? classes(off, variant !== 'ghost' && 'bg-sunken') : look[variant],
    sizes[size],
    widths[width ?? (size === 's' ? 'fit' : 'mobile')],
  )
}
