import { bundleNamed, bundles, counterOffers, fullBundles, laterPriceRules, laterPrices, monthsOf } from '@paket/sdk'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationLabel } from '#web/domain/duration.ts'
import { gracePriceKopecks } from '#web/domain/grace-price.ts'
import {
  discountedKopecks,
  fromKopecks,
  grouped,
  monthlyRubles,
  pointsInWords,
  rubles,
  rublesInWords,
  savingKopecks,
} from '#web/domain/money.ts'
import { lastPaidDay } from '#web/domain/last-paid-day.ts'
import { monthOf, moscowDay, moscowTime, moscowMonth } from '#web/domain/moscow-date.ts'
import { plural } from '#web/domain/plural.ts'
import { isPaidByAnother, purchaseBlock, statusBlock, type StatusInput } from '#web/domain/status-block.ts'
import { holds } from '#support/property.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')
const plans = fullBundles().map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))

describe('money', () => {
  test.each([
    [19900, 1, '199 ₽'],
    [119400, 6, '199 ₽'],
    [89900, 6, '149,8 ₽'],
    [159900, 12, '133,3 ₽'],
    [12345, 1, '123,5 ₽'],
    // 79.95 is no whole number of rubles, though it rounds to one (OP-19).
    [95940, 12, '80,0 ₽'],
    [0, 1, '0 ₽'],
  ])('%i kopecks over %i months are %s a month [C-BUNDLE-24] [C-BUNDLE-25]', (price, months, monthly) => {
    expect(plain(monthlyRubles(price, months))).toBe(monthly)
  })
  test('the lowest price per month is rounded up to a ruble: 134 [C-BUNDLE-26]', () => {
    expect(fromKopecks(plans)).toBe(13400)
    expect(fromKopecks(plans.toReversed())).toBe(13400)
    expect(fromKopecks(plans.slice(0, 1))).toBe(19900)
  })
  test.each([
    ['standard199', 0],
    ['standardsix899', 29500],
    ['standardtwelve1599', 78900],
  ] as const)('%s saves %i kopecks [C-MODAL-21] [O-MODAL-26]', (name, saving) => {
    const bundle = bundleNamed(name)
    expect(savingKopecks({ ...bundle, months: monthsOf(bundle) }, plans)).toBe(saving)
  })
  test('a plan is compared with the price per month of the cheapest plan, wherever that is in the list', () => {
    const half = { priceKopecks: 60_000, months: 6 }
    const year = { priceKopecks: 90_000, months: 12 }
    expect(savingKopecks(year, [half, year])).toBe(30_000)
    expect(savingKopecks(year, [year, half])).toBe(30_000)
  })
  test.each([
    [89900, 40, 53940],
    [159900, 40, 95940],
    [12000, 41, 7080],
    [19900, 33, 13333],
    [19950, 33, 13367],
    [19900, 0, 19900],
  ])('%i kopecks at %i percent off are %i, rounded up [C-BUNDLE-27]', (price, percent, discounted) => {
    expect(discountedKopecks(price, percent)).toBe(discounted)
  })
  test('the catalogue has the prices that its discounts make, but the one that is a constant [C-BUNDLE-27]', () => {
    const made = counterOffers.filter(
      ({ bundle, discountPercent, priceKopecks }) =>
        discountedKopecks(bundleNamed(bundle).priceKopecks, discountPercent) === priceKopecks,
    )
    expect(made.map(({ name }) => name)).toEqual(['freeMonth', 'discount6_40', 'discount12_40'])
  })
  test.each([
    [100, '1 рубль'],
    [200, '2 рубля'],
    [500, '5 рублей'],
    [1100, '11 рублей'],
    [2100, '21 рубль'],
    [78900, '789 рублей'],
  ])('%i kopecks are %s [C-MODAL-22] [O-MODAL-27]', (kopecks, words) =>
    expect(plain(rublesInWords(kopecks))).toBe(words),
  )
  test.each([
    [19900, '199 ₽'],
    [159900, '1 599 ₽'],
    [53940, '539,40 ₽'],
    [13333, '133,33 ₽'],
    [9999, '99,99 ₽'],
    [5, '0,05 ₽'],
    [0, '0 ₽'],
  ])('%i kopecks are shown to the kopeck, as %s [C-ENTITY-19]', (kopecks, text) => {
    expect(plain(rubles(kopecks))).toBe(text)
  })
  test.each([
    [1, '1 балл'],
    [20, '2 балла'],
    [45, '5 баллов'],
    [19900, '1 990 баллов'],
  ])('%i kopecks are %s, rounded up to a point', (kopecks, words) => expect(plain(pointsInWords(kopecks))).toBe(words))
  test('a count is grouped by thousands, without a fraction', () => {
    expect([2400, 2400.4].map((count) => plain(grouped(count)))).toEqual(['2 400', '2 400'])
  })
  test('is written as Intl writes it', () => {
    const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
    const toKopecks = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 })
    holds(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (kopecks) => {
        const format = kopecks % 100 === 0 ? whole : toKopecks
        expect(rubles(kopecks)).toBe(`${format.format(kopecks / 100)}\u00a0₽`)
        expect(grouped(kopecks)).toBe(whole.format(kopecks))
      }),
    )
  })
  test.each([Number.NaN, Number.POSITIVE_INFINITY])('throws for %d instead of formatting it', (kopecks) => {
    expect(() => rubles(kopecks)).toThrow(new RangeError(`no amount: ${kopecks}`))
  })
})

test.each([
  [1, '1 день', '[C-CONST-03]'],
  [4, '4 дня', '[C-CONST-03]'],
  [30, '30 дней', '[C-CONST-03]'],
  [31, '1 месяц', '[C-CONST-04]'],
  [61, '1 месяц', '[C-CONST-04]'],
  [62, '2 месяца', '[C-CONST-04]'],
  [186, '6 месяцев', '[C-CONST-04]'],
  [372, '12 месяцев', '[C-CONST-04]'],
])('%i days read «%s» %s', (days, label) => expect(plain(durationLabel(days))).toBe(label))

test('a noun has the form that Intl has for its number', () => {
  const rules = new Intl.PluralRules('ru')
  const forms = { one: 'балл', few: 'балла', many: 'баллов' } as Readonly<Record<string, string>>
  for (let count = -1; count <= 1130; count++)
    expect(plural(count, ['балл', 'балла', 'баллов'])).toBe(forms[rules.select(count)])
})

test('a day, a moment and a month are what Intl says of Moscow', () => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options })
  const [day, month, time] = [
    format({ day: 'numeric', month: 'long', year: 'numeric' }),
    format({ month: 'long' }),
    format({ hour: '2-digit', minute: '2-digit' }),
  ]
  const number = format({ month: 'numeric' })
  const longAgo = new Date('2014-11-01T00:00:00Z')
  holds(
    fc.property(fc.date({ min: longAgo, max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }), (date) => {
      const words = day.format(date).replace(/\sг\./, '')
      expect(plain(moscowDay(date, new Date(0)))).toBe(words)
      expect(moscowTime(date, date)).toBe(time.format(date))
      expect(moscowMonth(date, date).toLowerCase()).toBe(month.format(date))
      expect(monthOf(date)).toEqual({ month: Number(number.format(date)), year: Number(words.slice(-4)) })
    }),
  )
})

test('throws for an invalid date instead of formatting it', () => {
  expect(() => moscowDay(new Date(Number.NaN), new Date())).toThrow(new RangeError('no date'))
})

test('a day is Moscow’s, with the year when it is not this one', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(plain(moscowDay(new Date('2026-12-01T22:30:00Z'), now))).toBe('2 декабря')
  expect(plain(moscowDay(new Date('2027-05-06T06:05:00Z'), now))).toBe('6 мая 2027')
})

test('a moment is a time of day in Moscow, with the day when it is not today there', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const moment = (at: string) => plain(moscowTime(new Date(at), now))
  expect(moment('2026-11-20T11:05:00Z')).toBe('14:05')
  expect(moment('2026-11-19T21:00:00Z')).toBe('00:00')
  expect(moment('2026-11-19T20:59:00Z')).toBe('23:59, 19 ноября')
  expect(moment('2025-11-20T11:05:00Z')).toBe('14:05, 20 ноября 2025')
})

test('a month is a title, with the year when it is not this one', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(moscowMonth(new Date('2026-10-31T22:30:00Z'), now)).toBe('Ноябрь')
  expect(moscowMonth(new Date('2025-10-15T00:00:00Z'), now)).toBe('Октябрь 2025')
})

describe('grace-period price (T1)', () => {
  const later = { prices: laterPrices, rules: laterPriceRules }
  const now = new Date('2026-11-20T00:00:00Z')
  const day = 24 * 60 * 60 * 1000
  const price = (
    name: Parameters<typeof bundleNamed>[0],
    endDate: Date | null,
    deactivationDate: Date | null,
    at = now,
  ) => gracePriceKopecks(bundleNamed(name), { endDate, deactivationDate }, at, later)

  test.each([
    ['plu', '2024-10-23T09:00:00Z', 12000],
    ['plu', '2024-10-23T09:00:01Z', 15900],
    ['standard', '2024-10-23T09:00:00Z', 12000],
    ['standard', '2024-10-23T09:00:01Z', 19900],
  ] as const)('%s ending %s costs %i [C-GRACE-01]', (name, end, kopecks) =>
    expect(price(name, new Date(end), null)).toBe(kopecks),
  )
  test.each([
    ['plusix', 79900, 44900],
    ['standardsix', 89900, 54900],
    ['plutwelve', 139900, 79000],
    ['standardtwelve', 159900, 99000],
  ] as const)(
    '%s costs %i within 30 days of deactivation on either side, else %i [C-GRACE-02]',
    (name, higher, own) => {
      const after = (ms: number) => new Date(now.getTime() + ms)
      expect(
        [30 * day, -30 * day, 30 * day + 1000, -30 * day - 1000].map((ms) => price(name, null, after(ms))),
      ).toEqual([higher, higher, own, own])
      const limit = new Date('2025-10-01T00:00:00Z')
      expect({
        at: price(name, null, limit, limit),
        later: price(name, null, new Date(limit.getTime() + 1), limit),
      }).toEqual({ at: own, later: higher })
    },
  )
  test('without a date, and for every bundle outside the table, the own price applies [C-GRACE-03]', () => {
    for (const { name, priceKopecks } of bundles) expect(price(name, null, null)).toBe(priceKopecks)
    expect(price('plu159', new Date('2030-01-01'), now)).toBe(15900)
  })
})

describe('status block (OP-07)', () => {
  const input = (own: Partial<StatusInput>): StatusInput => ({
    subStatus: 'activated',
    kind: 'regular',
    autopaymentsEnabled: true,
    isGracePeriod: false,
    ...own,
  })
  test.each([
    ['daily', { kind: 'daily' }, 'awaitingPayment', 'awaitingPayment', 'pay', true],
    ['grace period', { isGracePeriod: true }, 'awaitingPayment', 'awaitingPayment', 'pay', true],
    ['autopayment off', { autopaymentsEnabled: false }, 'until', 'activeUntil', null, true],
    ['active', {}, 'active', 'willBeCharged', null, true],
    ['registered', { subStatus: 'registered', kind: null }, 'off', 'none', 'buy', false],
    ['deactivated', { subStatus: 'deactivated' }, 'off', 'offSince', 'buy', false],
    ['waiting', { subStatus: 'waiting_for_activation' }, null, 'connecting', null, false],
    ['partner, autopayment off', { kind: 'partner', autopaymentsEnabled: false }, 'until', 'activeUntil', null, true],
    ['partner', { kind: 'partner' }, 'active', 'active', null, true],
    ['partner in a grace period', { kind: 'partner', isGracePeriod: true }, 'active', 'active', null, true],
    ['family member', { kind: 'family-member' }, 'active', 'familyMember', null, false],
    ['employee', { kind: 'employee' }, 'active', 'employee', null, false],
  ] as const)('%s', (_, own, chip, title, offers, manages) =>
    expect(statusBlock(input(own))).toEqual({ chip, title, offers, manages }),
  )
  test.each([
    [{ kind: 'partner' }, 'partner'],
    [{ kind: 'employee' }, 'employee'],
    [{ kind: 'family-member' }, 'family-member'],
    [{}, 'alreadyHas'],
    [{ subStatus: 'waiting_for_activation' }, 'connecting'],
    [{ kind: 'daily' }, null],
    [{ isGracePeriod: true }, null],
    [{ kind: 'partner', isGracePeriod: true }, null],
    [{ kind: 'employee', isGracePeriod: true }, 'employee'],
    [{ kind: 'family-member', isGracePeriod: true }, 'family-member'],
    [{ subStatus: 'registered' }, null],
    [{ subStatus: 'deactivated', kind: 'partner' }, null],
  ] as const)('%j is blocked from buying by %s', (own, block) => expect(purchaseBlock(input(own))).toBe(block))
  test.each([
    ['partner', true],
    ['employee', true],
    ['family-member', true],
    ['regular', false],
    ['free', false],
    ['daily', false],
    [null, false],
  ] as const)('a subscription of the kind %s is paid by someone else: %s', (kind, isPaid) =>
    expect(isPaidByAnother(kind)).toBe(isPaid),
  )
})

test.each([
  ['2026-12-07T00:00:00+03:00', '7\u00a0декабря'],
  ['2026-11-25T12:00:00.001+03:00', '25\u00a0ноября'],
  ['2026-11-25T12:00:00+03:00', null],
  [null, null],
])('the last paid day of a period that ends at %s is %s at noon of 25 November', (end, day) => {
  const endDate = end === null ? null : new Date(end)
  expect(lastPaidDay({ endDate }, new Date('2026-11-25T12:00:00+03:00'))).toBe(day)
})
