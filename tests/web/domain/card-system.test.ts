import { expect, test } from 'vitest'
import { cardSystem } from '#web/domain/card-system.ts'

test.each([
  ['MIR', 'МИР'],
  ['VISA', 'Visa'],
  ['MASTERCARD', 'Mastercard'],
  ['UNIONPAY', 'UNIONPAY'],
])('a card of %s is shown as %s', (type, name) => {
  expect(cardSystem(type)).toBe(name)
})
