import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'

export interface EmptyStateProps {
  illustration?: ReactNode
  title: string
  text?: ReactNode
  /** Buttons, the primary one first. */
  actions?: ReactNode
  level?: 1 | 2 | 3 | undefined
  role?: 'alert' | undefined
}

/** A placeholder for an empty list, with what the user can do about it. */
export function EmptyState({ illustration, title, text, actions, level = 2, role }: EmptyStateProps): ReactNode {
  return (
    <div role={role} className="mx-auto flex max-w-dialog flex-col items-center px-2 py-8 text-center lg:py-12">
      {illustration && <div className="mb-6">{illustration}</div>}
      <Heading level={level} size="m">
        {title}
      </Heading>
      {text && <div className="mt-3 text-balance text-soft">{text}</div>}
      {actions && <div className="mt-8 flex w-full flex-col gap-3 lg:w-auto">{actions}</div>}
    </div>
  )
}
