import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface ContainerProps {
  /** `page` is the full grid, `text` a column that reads well. */
  width?: 'page' | 'text' | undefined
  className?: string | undefined
  children: ReactNode
}

/** Holds the content's width and the page's side margins. */
export function Container({ width = 'page', className, children }: ContainerProps): ReactNode {
  const size = width === 'page' ? 'max-w-page' : 'max-w-text'
  return <div className={classes('mx-auto w-full px-4 md:px-5 lg:px-8', size, className)}>{children}</div>
}
