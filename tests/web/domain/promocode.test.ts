import { describe, expect, test } from 'vitest'
import { promoActionOf } from '#web/domain/promo-action.ts'
import { hasPromocodeCharacters, isInPromoExperiment, isOfCampaign, promocodeOf } from '#web/domain/promocode.ts'
import { isKnownReward, type Reward, rewardText } from '#web/domain/reward.ts'

describe('a promocode', () => {
  test.each([
    ['ВЫГОДА6', true],
    ['FULL199', true],
    ['full199', true],
    ['Ё1ё', true],
    ['0', true],
    ['A-1', false],
    ['A 1', false],
    ['A_1', false],
    ['É1', false],
    ['Ї1', false],
    ['', false],
    ['A\n', false],
  ])('%j has only digits, Russian and Latin letters: %s [O-VALID-07]', (value, isGood) => {
    expect(hasPromocodeCharacters(value)).toBe(isGood)
  })
  test.each([
    ['  Выгода6\t', 'Выгода6'],
    [' A 1 ', 'A 1'],
    ['\u00a0', ''],
  ])('%j is checked as %j: trimmed, in its own case [O-VALID-09]', (typed, value) => {
    expect(promocodeOf(typed)).toBe(value)
  })
  test.each([
    ['FG1', true],
    ['AG1', true],
    ['fg1', false],
    ['XFG', false],
    ['АG1', false],
    ['F', false],
  ])('%j is of a campaign: %s [O-ERR-25]', (value, isOne) => expect(isOfCampaign(value)).toBe(isOne))
})

describe('whom the experiment is for', () => {
  test.each([
    ['deactivated', false, true],
    ['registered', false, false],
    ['activated', false, false],
    ['waiting_for_activation', false, false],
    ['deactivated', true, false],
  ] as const)('the experiment, %s, in a webview %s: %s [O-PROMO-09] [O-PROMO-10]', (status, isWebview, isIn) => {
    expect(isInPromoExperiment(status, isWebview)).toBe(isIn)
  })
})

test.each([
  ['?trial=Y', 'trial'],
  ['?litres=Y', 'litres'],
  ['?shoko24=Y', 'shoko24'],
  ['?shoko24=Y&litres=Y&trial=Y', 'trial'],
  ['?shoko24=Y&litres=Y', 'litres'],
  ['?trial=N&shoko24=Y', 'shoko24'],
  ['?trial=y', null],
  ['?litres', null],
  ['?shoko24=1', null],
  ['?Trial=Y', null],
  ['', null],
])('%j comes with the action %s [O-ENTITY-38] [O-ENTITY-39]', (search, action) => {
  expect(promoActionOf(search)).toBe(action)
})

describe('a reward', () => {
  const now = new Date('2026-11-10T09:00:00Z')
  const points: Reward = { type: 'auto_add_scores', amount: 3000, of: 'points', expireAt: null, receiptKopecks: null }
  const plain = (reward: Reward) => rewardText(reward, now).replaceAll('\u00a0', ' ')
  test.each<[Reward, string]>([
    [points, '3 000 баллов начислим после активации'],
    [{ ...points, amount: 1 }, '1 балл начислим после активации'],
    [
      { ...points, expireAt: new Date('2026-12-31T20:59:59Z') },
      '3 000 баллов начислим после активации, действуют до 31 декабря',
    ],
    [{ ...points, type: 'manual', amount: 502 }, '502 балла начислим вручную'],
    [
      { type: 'auto_with_receipt', amount: 10, of: 'stickers', expireAt: null, receiptKopecks: 150_000 },
      '10 наклеек выдадим после чека от 1 500 ₽',
    ],
    [
      { type: 'auto_with_receipt', amount: 1, of: 'stickers', expireAt: null, receiptKopecks: null },
      '1 наклейку выдадим после покупки',
    ],
    [{ type: 'manual', amount: 2, of: 'stickers', expireAt: null, receiptKopecks: null }, '2 наклейки выдадим вручную'],
  ])('%j reads «%s» [O-ENTITY-17] [O-ENTITY-18] [O-ENTITY-19]', (reward, text) => expect(plain(reward)).toBe(text))
  test.each([
    ['manual', 'points', true],
    ['auto_add_scores', 'stickers', true],
    ['auto_with_receipt', 'points', true],
    ['lottery', 'points', false],
    ['manual', 'tickets', false],
    ['toString', 'points', false],
  ])('of the type %s, in %s, is one that there are words for: %s', (type, of, isKnown) =>
    expect(isKnownReward({ type, of })).toBe(isKnown),
  )
})
