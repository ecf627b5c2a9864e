import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Elements } from './elements.ts'

export interface PageProps {
  tone: 'white' | 'grey'
  header?: Elements
  footer?: Elements
  children: ReactNode
}

/** The layout of the window: header, main content, and a footer at the bottom even if the content is short. The footer is invisible while a skeleton is shown. */
export function Page({ tone, header, footer, children }: PageProps): ReactNode {
  return (
    <div
      className={classes(
        'flex min-h-dvh flex-col pb-(--tabs-height) [&:has(>main_[data-skeleton])>footer]:invisible',
        tone === 'grey' ? 'bg-grey' : 'bg-paper',
      )}
    >
      {header}
      <main id="main" tabIndex={-1} className="flex-1 pt-6 pb-16 outline-none lg:pt-10 lg:pb-24">
        {children}
      </main>
      {footer}
    </div>
  )
}
