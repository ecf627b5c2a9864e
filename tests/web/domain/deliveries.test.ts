import { bundles } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { hasDeliveries, isPartnerRenewable, isRenewalOff } from '#web/domain/deliveries.ts'

const kinds = bundles.map(({ kind }) => kind)

describe('free deliveries are asked for', () => {
  test.each([
    ['activated', true],
    ['registered', false],
    ['deactivated', false],
    ['waiting_for_activation', false],
  ] as const)('of a subscription that is %s: %s [O-DELIVERY-02]', (subStatus, asked) => {
    expect(hasDeliveries({ subStatus, kind: 'regular' })).toBe(asked)
  })
  test('for every bundle except daily, slave and free [O-DELIVERY-03]', () => {
    const without = bundles.filter(({ kind }) => !hasDeliveries({ subStatus: 'activated', kind }))
    expect(without.map(({ name }) => name)).toEqual(['daily', 'free', 'slave'])
    expect(kinds.length).toBeGreaterThan(20)
  })
})

describe('deliveries without a renewal are announced', () => {
  const off = {
    deliveries: { renewalsLeft: 0 },
    isPartnerRenewable: true,
    autopaymentsEnabled: false,
    hasLastBundle: false,
  }
  test('when every condition is met [O-DELIVERY-04] [O-DELIVERY-05] [O-DELIVERY-06] [O-DELIVERY-07] [O-DELIVERY-08]', () => {
    expect(isRenewalOff(off)).toBe(true)
  })
  test.each<[string, Partial<Parameters<typeof isRenewalOff>[0]>]>([
    ['delivery info that is not loaded [O-DELIVERY-04]', { deliveries: null }],
    ['a bundle that no partner renews [O-DELIVERY-05]', { isPartnerRenewable: false }],
    ['autopayments that are on [O-DELIVERY-06]', { autopaymentsEnabled: true }],
    ['a bundle that follows [O-DELIVERY-07]', { hasLastBundle: true }],
    ['renewals that are left [O-DELIVERY-08]', { deliveries: { renewalsLeft: 1 } }],
    ['renewals that no one counts [O-DELIVERY-08]', { deliveries: { renewalsLeft: null } }],
  ])('not with %s', (_, own) => {
    expect(isRenewalOff({ ...off, ...own })).toBe(false)
  })
})

test('a partner renews the ten partner bundles, or those that the settings list [O-DELIVERY-05]', () => {
  const renewable = (listed?: readonly string[]) =>
    bundles.filter(({ name, kind }) => isPartnerRenewable({ bundle: name, kind }, listed)).map(({ name }) => name)
  expect(renewable()).toHaveLength(10)
  expect(renewable()).toEqual(bundles.filter(({ kind }) => kind === 'partner').map(({ name }) => name))
  expect(renewable(['wink'])).toEqual(['wink'])
  expect(isPartnerRenewable({ bundle: null, kind: null }, ['wink'])).toBe(false)
})
