import type { ReactNode } from 'react'
import { Sections } from './section-boundary.tsx'

/** Sections of a page, in two columns on wide screens. Each child has its own error boundary; an only child has the whole width. */
export const Columns = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="mt-10 empty:hidden lg:mt-14 lg:grid lg:grid-cols-2 lg:gap-x-10 lg:gap-y-14 lg:*:mt-0! lg:*:only:col-span-2">
    <Sections>{children}</Sections>
  </div>
)
