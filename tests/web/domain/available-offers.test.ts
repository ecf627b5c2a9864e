import { expect, test } from 'vitest'
import { availableOfferIds } from '#web/domain/available-offers.ts'

const result = { availableCounterOfferIds: ['a', 'b'], activeCounterOfferIds: ['c'] }
test.each([
  ['listed', { code: 0, result }, ['a', 'b']],
  ['listed without a code', { result }, ['a', 'b']],
  ['listed beside one that is active already (OO-35)', { code: 1, result }, []],
  ['not listed', { code: 0, result: {} }, []],
])('counter-offers that are %s: %j gives %j', (_, answer, ids) => expect(availableOfferIds(answer)).toEqual(ids))
