import type { ReactNode } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** Says to who cannot see the skeletons that something is on its way. */
export const Loading = (): ReactNode => (
  <output>
    <VisuallyHidden>Загружаем</VisuallyHidden>
  </output>
)
