import type { ComponentProps, ReactNode } from 'react'

/** Size and colour come from classes; the meaning is in words beside the icon. */
type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'style'>

/** Makes an icon of its drawing: lines on 24 × 24, in the colour of the text. */
export const icon = (drawing: ReactNode) =>
  function Icon({ className = 'size-6', ...rest }: IconProps): ReactNode {
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
        {drawing}
      </svg>
    )
  }
