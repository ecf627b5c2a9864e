import { describe, expect, test } from 'vitest'
import {
  arePayableByPoints,
  type Balance,
  isPayableByPoints,
  kopecksOf,
  mayPayByPoints,
  planWithPoints,
  pointsOf,
} from '#web/domain/points.ts'
import { transition } from '#web/domain/transition.ts'
import { withoutWebview } from '#web/domain/webview-path.ts'

describe('points', () => {
  const known = (points: number): Balance => ({ kind: 'known', points })
  const off: Balance = { kind: 'off' }
  const unverified: Balance = { kind: 'unverified' }
  const month = { priceKopecks: 19900 }
  const half = { priceKopecks: 89900 }
  const year = { priceKopecks: 159900 }

  test('ten points are a ruble: 199 ₽ are 1990 points [C-POINTS-01] [O-POINTS-14] [O-ENTITY-45]', () =>
    expect({ points: pointsOf(19900), kopecks: kopecksOf(1990) }).toEqual({ points: 1990, kopecks: 19900 }))
  test.each([
    ['registered', true],
    ['deactivated', true],
    ['activated', false],
    ['waiting_for_activation', false],
  ])('%s may pay by points: %s [C-POINTS-11] [O-POINTS-10]', (status, may) => expect(mayPayByPoints(status)).toBe(may))
  test.each([
    [known(1990), 19900, true],
    [known(1989), 19900, false],
    [known(0), 19900, false],
    [unverified, 159900, true],
    [off, 19900, false],
  ])(
    '%j pays %i kopecks: %s [C-POINTS-12] [C-POINTS-08] [O-POINTS-05] [O-POINTS-06] [O-POINTS-09]',
    (balance, price, pays) => {
      expect(isPayableByPoints(balance, price)).toBe(pays)
      expect(arePayableByPoints(balance, [{ priceKopecks: price }])).toBe(pays)
    },
  )
  test.each([
    [known(5000), [month, year, half], month],
    [known(10_000), [year, half], half],
    [known(16_000), [year, half], year],
    [unverified, [month, year], year],
  ])(
    'with %j the choice of a year among %j stays or falls back to the lowest-priced plan [C-POINTS-09] [O-POINTS-07]',
    (balance, plans, left) => {
      expect(planWithPoints(balance, year, plans)).toBe(left)
    },
  )
  test('select the first of several plans with the lowest price', () => {
    expect(planWithPoints(known(0), year, [half, month, { ...month }])).toBe(month)
  })
  test.each([
    [known(10_000), [year, half], true],
    [known(8990), [year, half], true],
    [known(8989), [year, half], false],
    [known(1990), [month, year, half], true],
    [known(1989), [month, year, half], false],
    [unverified, [year], true],
    [off, [month], false],
    [unverified, [], false],
  ])('%j pays for any of %j: %s [C-POINTS-07] [C-POINTS-08]', (balance, plans, pays) =>
    expect(arePayableByPoints(balance, plans)).toBe(pays),
  )
})

describe('moving between terms', () => {
  test.each<[number, number, string | null, string]>([
    [1, 6, 'halfYear', '[C-TRANSITION-02]'],
    [1, 12, 'year', '[C-TRANSITION-03]'],
    [6, 12, 'year', '[C-TRANSITION-04]'],
    [12, 6, 'halfYear', '[C-TRANSITION-05]'],
    [1, 1, null, '[C-TRANSITION-08]'],
    [6, 6, null, '[C-TRANSITION-08]'],
    [12, 12, null, '[C-TRANSITION-08]'],
    [6, 1, null, '[C-TRANSITION-08]'],
    [12, 1, null, '[C-TRANSITION-08]'],
    [3, 6, null, ''],
    [3, 12, null, ''],
  ])('from %i to %i months asks %s %s', (current, chosen, asked, _row) =>
    expect(transition(current, chosen)).toBe(asked),
  )
})

// T6.
test.each([
  ['/webview/42/profile', '/profile'],
  ['/profile/webview/42', '/profile'],
  ['/webview/42/offers/x', '/offers/x'],
  ['/webview/42', '/'],
  ['/webview/42/', '/'],
  ['/webview', '/'],
  ['/webview/', '/'],
  ['/foowebview', '/'],
  ['/webviewer/profile', '/'],
  ['/webview/42/webview/43/score', '/score'],
  ['/WebView/42/profile', '/profile'],
  ['/WEBVIEW', '/'],
  ['/profile', '/profile'],
])('%s is %s [C-ROUTE-39] [C-ROUTE-40]', (path, rest) => expect(withoutWebview(path)).toBe(rest))
