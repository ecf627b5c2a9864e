import type { ComponentProps, ReactNode } from 'react'

/** Size and colour come from classes; the meaning is in words beside the icon. */
export type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'style'>

/** The frame of an icon: lines on 24 × 24, in the colour of the text. */
export function Line({ className = 'size-6', children, ...rest }: ComponentProps<'svg'>): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
      {...rest}
    >
      {children}
    </svg>
  )
}
