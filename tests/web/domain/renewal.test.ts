import { expect, test } from 'vitest'
import { managesRenewal, type RenewalPayer, renewalPayer } from '#web/domain/renewal.ts'
import type { StatusInput } from '#web/domain/status-block.ts'

const regular: StatusInput = {
  subStatus: 'activated',
  kind: 'regular',
  autopaymentsEnabled: true,
  isGracePeriod: false,
}
test.each<[Partial<StatusInput>, RenewalPayer | null]>([
  [{}, 'main-card'],
  [{ kind: 'daily' }, 'main-card'],
  [{ isGracePeriod: true }, 'main-card'],
  // Bought just now; the activation has not ended.
  [{ subStatus: 'waiting_for_activation' }, 'main-card'],
  [{ autopaymentsEnabled: false }, null],
  [{ kind: 'partner' }, 'partner'],
  [{ kind: 'partner', autopaymentsEnabled: false }, 'partner'],
  [{ kind: 'partner', subStatus: 'deactivated' }, null],
  [{ subStatus: 'deactivated' }, null],
  [{ subStatus: 'registered', kind: null }, null],
  [{ kind: 'employee' }, null],
  [{ kind: 'family-member' }, null],
  [{ kind: 'free' }, null],
])('%j is renewed by %s [O-ROLE-08]', (own, payer) => {
  expect(renewalPayer({ ...regular, ...own })).toBe(payer)
})
test.each([
  ['regular', true],
  ['daily', false],
  ['free', false],
  ['partner', false],
  ['employee', false],
  ['family-member', false],
  [null, false],
] as const)('price and renewal of %s are the subscriber’s to change: %s (C-ROUTE-06)', (kind, isOwn) => {
  expect(managesRenewal({ kind })).toBe(isOwn)
})
