import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Heading } from './heading.tsx'

interface HeroProps {
  title: string
  text: ReactNode
  /** Buttons for a dark surface, the main one first. */
  actions: ReactNode
}

/** The first thing on a page that invites: a promise, a sentence, a button. */
export function Hero({ title, text, actions }: HeroProps): ReactNode {
  return (
    <Card tone="deep" padding="l">
      <Heading level={1} size="display" className="max-w-text">
        {title}
      </Heading>
      <p className="mt-4 max-w-text text-lead text-mint lg:mt-6">{text}</p>
      <div className="mt-8 flex flex-col gap-3 lg:flex-row">{actions}</div>
    </Card>
  )
}
