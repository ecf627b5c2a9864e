import { type Month, monthNumber } from './moscow-date.ts'

/** The points received in a month. */
export interface MonthPoints extends Month {
  points: number
}

/** Earlier months have no points (O-SCORE-02). */
const FIRST_MONTH: Month = { month: 2, year: 2023 }
const MONTHS_PER_PAGE = 4

const monthAt = (number: number): Month => ({ month: (number % 12) + 1, year: Math.floor(number / 12) })

/**
 * The months that can have points, the newest first, in pages of four: each page is one request. They go back to February 2023 or to the
 * start of the subscription, whichever is later (O-SCORE-01, O-SCORE-02, OO-52).
 */
export function pointsPages(now: Month, start: Month | null): Month[][] {
  const newest = monthNumber(now)
  const oldest = Math.min(newest, Math.max(monthNumber(FIRST_MONTH), start ? monthNumber(start) : 0))
  const months = Array.from({ length: newest - oldest + 1 }, (_, ago) => monthAt(newest - ago))
  return Array.from({ length: Math.ceil(months.length / MONTHS_PER_PAGE) }, (_, page) =>
    months.slice(page * MONTHS_PER_PAGE, (page + 1) * MONTHS_PER_PAGE),
  )
}

/** The points of the requested months; 0 for a month that the answer does not contain. */
export const pointsOfMonths = (
  asked: readonly Month[],
  answered: readonly (Month & { scoresPaket: number })[],
): MonthPoints[] =>
  asked.map((each) => ({
    ...each,
    points: answered.find((one) => monthNumber(one) === monthNumber(each))?.scoresPaket ?? 0,
  }))
