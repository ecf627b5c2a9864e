import type { ReactNode } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** Announces to screen readers that something is loading. */
export const Loading = (): ReactNode => (
  <output>
    <VisuallyHidden>Загружаем</VisuallyHidden>
  </output>
)
