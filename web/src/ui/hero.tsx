import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Heading } from './heading.tsx'

interface HeroProps {
  title: string
  text: ReactNode
  /** Buttons for a dark surface, the primary one first. */
  actions: ReactNode
  /** Shown on the surface's lower edge: at the right from xl on, else under the buttons. Decoration only. */
  picture: ReactNode
}

/** The top of a promotional page: a heading, a sentence, buttons. */
export function Hero({ title, text, actions, picture }: HeroProps): ReactNode {
  return (
    <Card tone="deep" padding="none" className="overflow-hidden lg:flex lg:items-end lg:justify-between">
      <div className="p-6 lg:flex-1 lg:self-center lg:p-10 lg:pr-0">
        <Heading level={1} size="display" className="max-w-text">
          {title}
        </Heading>
        <p className="mt-4 max-w-text text-lead text-mint lg:mt-6">{text}</p>
        <div className="mt-8 flex flex-col gap-3 lg:flex-row lg:flex-wrap lg:*:whitespace-nowrap">{actions}</div>
      </div>
      <div className="mx-auto max-w-hero px-6 lg:mx-0 lg:w-2/5 lg:shrink-0 lg:pr-8 xl:w-[36%] lg:pl-0">{picture}</div>
    </Card>
  )
}
