// @vitest-environment happy-dom
import { experiments } from '@paket/sdk'
import { beforeEach, expect, test } from 'vitest'
import {
  forgetPurchase,
  lastOption,
  lastPurchase,
  rememberOption,
  rememberPurchase,
} from '../../../web/src/app/last-purchase.ts'

const month = { bundle: 'standard199', priceKopecks: 19900 } as const
const keep = (kept: unknown) => window.sessionStorage.setItem('paket.purchase', JSON.stringify(kept))

beforeEach(() => window.sessionStorage.clear())

test('nothing was being bought', () => expect(lastPurchase()).toBeNull())
test('the last one counts, in this tab only', () => {
  rememberPurchase(month)
  rememberPurchase({ bundle: 'standardsix899', priceKopecks: 89900 })
  expect(lastPurchase()).toEqual({ bundle: 'standardsix899', priceKopecks: 89900 })
  expect(window.localStorage).toHaveLength(0)
})
test.each([
  month,
  { ...month, promocode: 'ВЫГОДА6', experimentId: experiments[0]?.id ?? '' },
  { ...month, counterOffer: 'discount1_90' as const },
  { ...month, renewing: true },
  { ...month, partner: 'megafon' as const },
  { ...month, promocode: 'TRIAL', action: 'trial' as const },
])('%j is remembered with its terms [C-ERR-17]', (bought) => {
  rememberPurchase(bought)
  expect(lastPurchase()).toEqual(bought)
})
test.each([
  ['no name of a bundle', { priceKopecks: 19900 }],
  ['a bundle that nobody knows', { ...month, bundle: 'nothing' }],
  ['no price', { bundle: 'standard199' }],
  ['an offer that is not made', { ...month, counterOffer: 'freeYear' }],
  ['a renewal that is none', { ...month, renewing: 'true' }],
  ['an action that is over', { ...month, action: 'shoko23' }],
  ['a partner that nobody knows', { ...month, partner: 'manage' }],
  ['a promocode that nobody types', { ...month, promocode: '<b>' }],
  ['an experiment that nobody knows', { ...month, experimentId: 'e1' }],
  ['a term that nobody knows', { ...month, discount: 99 }],
  ['no object', 'standard199'],
  ['null', null],
])('%s: nothing was being bought, rather than on other terms', (_, kept) => {
  keep(kept)
  expect(lastPurchase()).toBeNull()
})
test('what somebody else wrote there is nothing', () => {
  window.sessionStorage.setItem('paket.purchase', '{')
  expect(lastPurchase()).toBeNull()
})
test('an option takes its place, and the other way round', () => {
  rememberPurchase(month)
  rememberOption('family_1_month')
  expect([lastPurchase(), lastOption()]).toEqual([null, 'family_1_month'])
  rememberPurchase(month)
  expect([lastPurchase(), lastOption()]).toEqual([month, null])
  forgetPurchase()
  expect([lastPurchase(), lastOption()]).toEqual([null, null])
})
