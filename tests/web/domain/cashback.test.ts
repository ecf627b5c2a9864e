import { expect, test } from 'vitest'
import { cashback } from '#web/domain/cashback.ts'

test('cashback in points is a percentage, its sign without a space', () => {
  expect(cashback).toEqual({
    receipt: '5%',
    readyFood: '20%',
    bakery: '20%',
    drinks: '50%',
    spendable: '100%',
  })
})
