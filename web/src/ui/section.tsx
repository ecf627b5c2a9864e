import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import type { Elements } from './elements.ts'
import { Heading } from './heading.tsx'

export interface SectionProps {
  title: string
  /** Shown at the right of the title: a link or a small button. */
  aside?: Elements
  className?: string | undefined
  children: Elements
}

/** A section of a page; its title is its accessible name. */
export function Section({ title, aside, className, children }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('mt-10 first:mt-0 lg:mt-14', className)}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 lg:mb-6">
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  )
}
