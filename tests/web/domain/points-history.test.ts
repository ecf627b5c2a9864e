import { describe, expect, test } from 'vitest'
import { midOfMonth, monthOf, moscowMonth } from '#web/domain/moscow-date.ts'
import { ticketsFor } from '#web/domain/points.ts'
import { pointsOfMonths, pointsPages } from '#web/domain/points-history.ts'

const month = (text: string) => {
  const [year, number] = text.split('-').map(Number)
  return { year: year ?? 0, month: number ?? 0 }
}
const pages = (now: string, start: string | null) =>
  pointsPages(month(now), start === null ? null : month(start)).map((page) =>
    page.map((each) => `${each.year}-${String(each.month).padStart(2, '0')}`),
  )

describe('the pages of the points history', () => {
  test('the first has the current month and the three before, the next go on, the last may be shorter [O-SCORE-01]', () => {
    expect(pages('2026-02', '2025-05')).toEqual([
      ['2026-02', '2026-01', '2025-12', '2025-11'],
      ['2025-10', '2025-09', '2025-08', '2025-07'],
      ['2025-06', '2025-05'],
    ])
  })
  test.each([
    ['2023-01', '2023-02'],
    ['2021-06', '2023-02'],
    [null, '2023-02'],
    ['2023-02', '2023-02'],
    ['2023-03', '2023-03'],
    ['2026-10', '2026-10'],
  ])('a subscription of %s goes back to %s [O-SCORE-02]', (start, oldest) => {
    expect(pages('2026-11', start).at(-1)?.at(-1)).toBe(oldest)
  })
  test('no month is left out or asked for twice', () => {
    const all = pages('2026-11', null).flat()
    expect(all).toHaveLength(new Set(all).size)
    expect(all).toHaveLength(46)
  })
  test.each(['2026-11', '2026-12'])('begin with the current month for a start in %s', (start) => {
    expect(pages('2026-11', start)).toEqual([['2026-11']])
  })
})

test.each([
  ['2026-10-31T20:59:59Z', { month: 10, year: 2026 }],
  ['2026-10-31T21:00:00Z', { month: 11, year: 2026 }],
  ['2026-12-31T21:00:00Z', { month: 1, year: 2027 }],
])('%s is in the Moscow month %j', (instant, expected) => {
  expect(monthOf(new Date(instant))).toEqual(expected)
})
test('gives the same title for every instant of a month', () => {
  expect(moscowMonth(midOfMonth({ month: 2, year: 2023 }), new Date('2026-11-10T09:00:00Z'))).toBe('Февраль 2023')
})
test('a month that the answer has not counts 0, one that was not asked for is not shown', () => {
  const asked = [
    { month: 11, year: 2026 },
    { month: 10, year: 2026 },
  ]
  const answered = [
    { month: 10, year: 2026, scoresPaket: 310 },
    { month: 10, year: 2025, scoresPaket: 7 },
  ]
  expect(pointsOfMonths(asked, answered).map(({ points }) => points)).toEqual([0, 310])
})
test.each([
  [0, 0],
  [1, 1],
  [2399, 1],
  [2400, 2],
  [48_210, 2],
])('%i points in a month are %i ticket(s) [O-SCORE-03]', (points, tickets) => {
  expect(ticketsFor(points)).toBe(tickets)
})
