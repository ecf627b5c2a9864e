import { describe, expect, test } from 'vitest'
import { type OfferRules, offersFor, offersInWords, tagGroups, withTags } from '#web/domain/offers.ts'

const tag = (name: string, filterGroup: string) => ({ name, label: name.toUpperCase(), icon: '', filterGroup })
const food = tag('food', 'Категории')
const leisure = tag('leisure', 'Категории')
const shops = tag('shops', 'Где')
const online = tag('online', 'Где')

type Named = OfferRules & { name: string }
const offer = (name: string, own: Partial<OfferRules>): Named => ({
  name,
  type: 'common',
  bundles: [],
  tags: [],
  ...own,
})
const names = (offers: readonly Named[]) => offers.map(({ name }) => name)

describe('offers by audience (T8)', () => {
  const offers = [
    offer('everybody', {}),
    offer('month', { bundles: ['standard199'] }),
    offer('partners', { type: 'other', bundles: ['wink', 'yandex'] }),
    offer('awaiting', { type: 'other', bundles: ['daily', 'standard199'] }),
  ]
  test.each([
    ['registered', null, ['everybody', 'month'], '[O-OFFERS-08]'],
    ['registered', 'standard199', ['everybody'], '[O-OFFERS-08]'],
    ['deactivated', 'standard199', ['everybody'], '[O-OFFERS-09]'],
    ['deactivated', 'wink', ['everybody', 'month'], '[O-OFFERS-09]'],
    ['deactivated', null, ['everybody', 'month'], '[O-OFFERS-09]'],
    ['activated', 'standard199', ['month', 'awaiting'], '[O-OFFERS-10]'],
    ['activated', 'wink', ['partners'], '[O-OFFERS-10]'],
    ['activated', 'daily', ['awaiting'], '[O-OFFERS-10]'],
    ['activated', 'hr', [], '[O-OFFERS-10]'],
    ['activated', null, [], '[O-OFFERS-10]'],
    ['waiting_for_activation', 'wink', ['partners'], '[O-OFFERS-11]'],
    ['waiting_for_activation', 'standard199', ['month', 'awaiting'], '[O-OFFERS-11]'],
    ['waiting_for_activation', null, [], '[O-OFFERS-11]'],
  ] as const)('%s with bundle %s: %j %s', (subStatus, bundle, shown, _row) => {
    expect(names(offersFor(offers, { subStatus, bundle }))).toEqual(shown)
  })
})

describe('the filter', () => {
  const offers = [
    offer('cinema', { tags: [leisure] }),
    offer('books', { tags: [leisure, online] }),
    offer('coffee', { tags: [food, shops] }),
    offer('plain', {}),
  ]
  test('has the groups and their tags once each, in order of appearance [O-OFFERS-03] [O-ENTITY-25]', () => {
    expect(tagGroups(offers)).toEqual([
      { title: 'Категории', tags: [leisure, food] },
      { title: 'Где', tags: [online, shops] },
    ])
    expect(tagGroups([])).toEqual([])
  })
  test.each([
    [[], ['cinema', 'books', 'coffee', 'plain']],
    [['leisure'], ['cinema', 'books']],
    [
      ['leisure', 'food'],
      ['cinema', 'books', 'coffee'],
    ],
    [['leisure', 'online'], ['books']],
    [['food', 'online'], []],
    [
      ['food', 'leisure', 'online', 'shops'],
      ['books', 'coffee'],
    ],
    [['unknown'], ['cinema', 'books', 'coffee', 'plain']],
  ])('%j leaves %j: or inside a group, and between groups [O-OFFERS-02]', (chosen, left) => {
    expect(names(withTags(offers, chosen))).toEqual(left)
  })
})

test.each([
  [0, '0 предложений'],
  [1, '1 предложение'],
  [2, '2 предложения'],
  [5, '5 предложений'],
  [11, '11 предложений'],
  [21, '21 предложение'],
  [22, '22 предложения'],
  [25, '25 предложений'],
])('%i reads «%s» [O-OFFERS-05]', (count, words) => {
  expect(offersInWords(count).replace('\u00a0', ' ')).toBe(words)
})
