import type { ReactNode } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'

interface Props {
  text: string
  /** The terms that are sold; null while they are unknown. */
  terms: { priceKopecks: number; durationDays: number } | null
}

/** The text of a page that sells a single term, with its price. */
export const HeroText = ({ text, terms }: Props): ReactNode => (
  <>
    <span>{text}</span>
    {terms && (
      <span className="mt-4 block text-small">
        <span className="block text-title-s font-semibold text-paper">
          {`${rubles(terms.priceKopecks)} за ${durationLabel(terms.durationDays)}`}
        </span>
        Дальше продлевается сам, отключить можно в любой момент
      </span>
    )}
  </>
)
