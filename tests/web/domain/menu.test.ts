import { describe, expect, test } from 'vitest'
import { isMenuItemPending, type MenuItem, type MenuReader, menuItems } from '#web/domain/menu.ts'

const reader = (own: Partial<MenuReader> = {}): MenuReader => ({
  subStatus: 'activated',
  kind: 'regular',
  hasLastPeriod: false,
  ...own,
})
const all: MenuItem[] = [
  'options',
  'promocode',
  'paymentMethods',
  'loyaltyCards',
  'paymentHistory',
  'support',
  'answers',
  'exit',
]
const without = (...left: MenuItem[]) => all.filter((item) => !left.includes(item))

describe('the items', () => {
  test.each<[string, Partial<MenuReader>, MenuItem[]]>([
    ['a paying subscriber', {}, all],
    ['a former one', { subStatus: 'deactivated' }, all],
    [
      'a new one [O-MENU-12] [O-MENU-16]',
      { subStatus: 'registered', kind: null },
      without('paymentMethods', 'paymentHistory'),
    ],
    ['a partner’s [O-MENU-09]', { kind: 'partner' }, without('promocode')],
    ['a former partner’s [O-MENU-09]', { kind: 'partner', subStatus: 'deactivated' }, without('promocode')],
    ['one who has paid for what comes next [O-MENU-10]', { hasLastPeriod: true }, without('promocode')],
    ['an employee (OO-44)', { kind: 'employee' }, without('promocode')],
    ['a family member (OO-44)', { kind: 'family-member' }, without('promocode')],
    ['one who was an employee', { kind: 'employee', subStatus: 'deactivated' }, all],
    ['one who waits for the activation', { subStatus: 'waiting_for_activation' }, all],
  ])('of %s', (_, own, items) => expect(menuItems(reader(own))).toEqual(items))

  test('are help and sign-out when the client data cannot be read', () => {
    expect(menuItems(null)).toEqual(['support', 'answers', 'exit'])
  })
})

describe('pending items', () => {
  test('are five items while the service is being connected [O-MENU-20]', () => {
    const waiting = reader({ subStatus: 'waiting_for_activation' })
    expect(all.filter((item) => isMenuItemPending(item, waiting))).toEqual([
      'promocode',
      'paymentMethods',
      'loyaltyCards',
      'paymentHistory',
      'answers',
    ])
  })
  test.each(['registered', 'deactivated', 'activated'] as const)('is none with the status %s', (subStatus) => {
    expect(all.filter((item) => isMenuItemPending(item, reader({ subStatus })))).toEqual([])
  })
  test('no item is pending when the client data cannot be read', () =>
    expect(isMenuItemPending('answers', null)).toBe(false))
})
