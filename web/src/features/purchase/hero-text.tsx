import type { ReactNode } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'

interface Props {
  text: string
  /** What is sold; left out where that is not known yet. */
  terms: { priceKopecks: number; durationDays: number } | null
}

/** What a page that sells one term promises, and its price before anything is asked. */
export const HeroText = ({ text, terms }: Props): ReactNode => (
  <>
    {text}
    {terms && (
      <span className="mt-4 block text-small">
        <span className="block text-title-s font-semibold text-paper">
          {rubles(terms.priceKopecks)} за {durationLabel(terms.durationDays)}
        </span>
        Дальше продлевается сам, отключить можно в любой момент
      </span>
    )}
  </>
)
