import { describe, expect, test } from 'vitest'
import { fastBuyStop } from '#web/domain/fast-buy-guard.ts'
import {
  activationPaths,
  fastBuyOf,
  fastBuyPaths,
  isPartnerName,
  partnerNames,
  partnerPages,
} from '#web/domain/entry-pages.ts'

describe('the page of a partner', () => {
  test.each([
    ['yandex', 'Яндекс', false],
    ['ogon', 'Огонь', false],
    ['megafon', 'МегаФон', true],
    ['t2', 'T2', true],
    ['wink', 'Wink', true],
    ['tbank', 'Т-Банк', true],
    ['beeline', 'Билайн', true],
    ['x5card', 'X5 Карта', false],
  ] as const)('%s is that of «%s», which asks for a login at once: %s (OP-28)', (name, partner, loginOnLoad) => {
    expect(partnerPages[name]).toEqual({ partner, loginOnLoad })
  })
  test('there are eight of them', () => expect(partnerNames).toHaveLength(8))
  test.each([
    ['wink', true],
    ['Wink', false],
    ['toString', false],
    ['', false],
  ])('%j is the name of one: %s', (name, is) => expect(isPartnerName(name)).toBe(is))
})

describe('a fast purchase page', () => {
  test.each([
    ['/fastbuy', { kind: 'bundle' }],
    ['/fastbuy_bally', { kind: 'tariff', months: [1, 12, 6] }],
    ['/fastbuy_bally_long_subs', { kind: 'tariff', months: [12, 6] }],
    ['/fastbuy_bally_tariff', { kind: 'tariff', months: [1, 12, 6] }],
    ['/fastbuy_special', { kind: 'counter-offer' }],
    ['/fastbuy_partner', { kind: 'partner', partner: null }],
    ['/fastbuy_promo', { kind: 'promocode' }],
    ['/fastbuy/wink', { kind: 'partner', partner: 'wink' }],
    ['/fastbuy/unknown', null],
    ['/fastbuy/', null],
    ['/fastbuy/wink/more', null],
    ['/more/fastbuy/wink', null],
    ['/fastbuy_other', null],
    ['toString', null],
  ])('at %s sells %j (OP-35)', (path, goods) => expect(fastBuyOf(path)).toEqual(goods))
  test('has seven paths beside those of partners', () => {
    expect(fastBuyPaths).toHaveLength(7)
    expect(fastBuyPaths.map(fastBuyOf)).not.toContain(null)
  })
  test.each([
    ['activated', 'partner', false, 'partner'],
    ['activated', 'employee', true, 'employee'],
    ['activated', 'family-member', false, 'family-member'],
    ['activated', 'regular', false, null],
    ['activated', 'regular', true, 'past-period'],
    ['deactivated', 'partner', false, null],
    ['deactivated', 'partner', true, 'past-period'],
    ['registered', null, false, null],
  ] as const)(
    'turns away a subscriber who is %s, %s, with an earlier period %s: %s (T5) [C-GUARD-08] [C-GUARD-10] [C-GUARD-12] [C-GUARD-14]',
    (subStatus, kind, had, stop) => {
      expect(fastBuyStop({ subStatus, kind }, had)).toBe(stop)
    },
  )
})

test('the links of an SMS lead to three paths (OP-36, OO-31)', () => {
  expect(activationPaths).toEqual(['/x5card/activation', '/auto_activation_offline', '/offline-activation'])
})
