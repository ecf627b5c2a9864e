import type { ComponentProps, ReactNode } from 'react'

/** Size and colour come from classes. Icons are decorative: text beside them has the meaning. */
type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'style'>

/** Makes an icon component from its drawing: strokes in a 24 × 24 box, in the colour of the text. */
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
