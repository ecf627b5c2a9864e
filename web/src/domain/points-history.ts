import type { Month } from './moscow-date.ts'

/** Points of a month. */
export interface MonthPoints extends Month {
  points: number
}

const FIRST: Month = { month: 2, year: 2023 }
const MONTHS_PER_PAGE = 4

const numberOf = ({ month, year }: Month): number => year * 12 + month - 1
const monthAt = (number: number): Month => ({ month: (number % 12) + 1, year: Math.floor(number / 12) })

/**
 * The months that can have points, the newest first, in the pages that they are asked for in: four months each, back to
 * February 2023 or to the start of the subscription, whichever is later (O-SCORE-01, O-SCORE-02, OO-52).
 */
export function pointsPages(now: Month, start: Month | null): Month[][] {
  const newest = numberOf(now)
  const oldest = Math.min(newest, Math.max(numberOf(FIRST), start ? numberOf(start) : 0))
  const months = Array.from({ length: newest - oldest + 1 }, (_, ago) => monthAt(newest - ago))
  return Array.from({ length: Math.ceil(months.length / MONTHS_PER_PAGE) }, (_, page) =>
    months.slice(page * MONTHS_PER_PAGE, (page + 1) * MONTHS_PER_PAGE),
  )
}

/** The points of the months that were asked for; a month that the answer has not counts 0. */
export const pointsOfMonths = (
  asked: readonly Month[],
  answered: readonly (Month & { scoresPaket: number })[],
): MonthPoints[] =>
  asked.map((each) => ({
    ...each,
    points: answered.find((one) => numberOf(one) === numberOf(each))?.scoresPaket ?? 0,
  }))
