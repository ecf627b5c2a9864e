import { expect, test } from 'vitest'
import { cashback } from '../../../web/src/domain/cashback.ts'

test('what comes back in points is a percentage, with a no-break space', () => {
  expect(cashback).toEqual({
    receipt: '5\u00a0%',
    readyFood: '20\u00a0%',
    bakery: '20\u00a0%',
    drinks: '50\u00a0%',
    spendable: '100\u00a0%',
  })
})
