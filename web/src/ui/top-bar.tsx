import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Container } from './container.tsx'

export interface TopBarProps {
  /** The logo or the link back. */
  start: ReactNode
  /** Navigation, from lg on. */
  children?: ReactNode
  /** Sign-in, sign-out, the account; the last one may open a Popover. */
  end?: ReactNode
  /** Hidden below lg. */
  largeOnly?: boolean | undefined
}

/** The sticky header of every page. */
export function TopBar({ start, children, end, largeOnly = false }: TopBarProps): ReactNode {
  return (
    <header className={classes('sticky top-0 z-10 border-b border-line bg-paper', largeOnly && 'hidden lg:block')}>
      <Container className="flex min-h-16 flex-wrap items-center gap-x-4 py-2 lg:min-h-18 lg:gap-x-8">
        <div className="flex shrink-0 items-center">{start}</div>
        <div className="hidden flex-1 items-center gap-6 lg:flex">{children}</div>
        <div className="flex min-w-fit flex-1 items-center justify-end gap-2">{end}</div>
      </Container>
    </header>
  )
}
