import { expect, test } from 'vitest'
import { movedDates } from '#mock/engine/state/example-dates.ts'
import { mockOfFile } from './support.ts'

const writtenAt = Date.parse('2026-11-20')
const at = (startedAt: string) => ({ scenario: { examplesAsOf: writtenAt }, startedAt: Date.parse(startedAt) })

test.each([
  ['2026-11-01T09:05:00+03:00', '2029-01-10T09:05:00+03:00'],
  ['2026-11-01 09:05:00+03:00', '2029-01-10 09:05:00+03:00'],
  ['2026-11-01T09:05:00 +0300', '2029-01-10T09:05:00 +0300'],
  ['2026-11-01T09:05:00Z', '2029-01-10T09:05:00Z'],
  ['2026-11-01', '2029-01-10'],
  ['09/28', '11/30'],
  ['12/29', '02/32'],
  ['cinema-2026', 'cinema-2026'],
  ['2026-13-45T09:05:00Z', '2026-13-45T09:05:00Z'],
  ['13/28', '13/28'],
])('at a start 801 days later %s is sent as %s', (written, sent) => {
  expect(movedDates({ a: [written] }, at('2029-01-29T12:00:00+03:00'))).toEqual({ a: [sent] })
})

test('the day of a start is that of Moscow', () => {
  expect(movedDates('2026-11-20', at('2026-11-20T20:59:59Z'))).toBe('2026-11-20')
  expect(movedDates('2026-11-20', at('2026-11-20T21:00:00Z'))).toBe('2026-11-21')
})

test('a period is moved by whole months', () => {
  const moved = movedDates(
    [
      { month: 11, year: 2026 },
      { month: 1, year: 2026, scoresPaket: 5 },
    ],
    at('2028-01-05T12:00:00Z'),
  )
  expect(moved).toEqual([
    { month: 1, year: 2028 },
    { month: 3, year: 2027, scoresPaket: 5 },
  ])
})

test('without the day on which they were written, examples stay as they are', () => {
  const example = { endDate: '2026-11-01T09:05:00+03:00' }
  expect(movedDates(example, { scenario: {}, startedAt: Date.now() })).toBe(example)
})

const mock = mockOfFile()

test('years later, cards are valid, payments lie just behind, and points of a promocode just ahead', async () => {
  const now = Date.parse('2031-03-05T12:00:00+03:00')
  const login = 'later'
  await (await mock.user('activated', login)).control('PUT', '/clock', { now: new Date(now).toISOString() })
  for (const scenario of ['activated', 'cards-many']) {
    const cards = await (await mock.user(scenario, login)).cards()
    expect(cards.length).toBeGreaterThan(2)
    for (const { expireDate } of cards)
      expect(`20${String(expireDate).slice(3)}-${String(expireDate).slice(0, 2)}` > '2031-03').toBe(true)
  }
  const user = await mock.user('activated', login)
  const days = (text: unknown) => (Date.parse(String(text)) - now) / 86_400_000
  const [newest] = (await user.result('getPayments')) as unknown as { date: string }[]
  expect(days(newest?.date)).toBeGreaterThan(-31)
  expect(days(newest?.date)).toBeLessThan(0)
  const { scoresCampaign } = await user.result('checkPromocode', { promocodeValue: 'FULL199' })
  const { expireAt } = scoresCampaign as { expireAt: string }
  expect(days(expireAt)).toBeGreaterThan(0)
  expect(days(expireAt)).toBeLessThan(60)
})
