import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface ContainerProps {
  className?: string | undefined
  children: ReactNode
}

/** Limits the content to the page's width, with margins at its sides. */
export function Container({ className, children }: ContainerProps): ReactNode {
  return <div className={classes('mx-auto w-full max-w-page px-4 md:px-5 lg:px-8', className)}>{children}</div>
}
