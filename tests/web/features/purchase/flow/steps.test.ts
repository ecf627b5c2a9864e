import { expect, test } from 'vitest'
import { stepsOfOrder } from '#web/features/purchase/flow/steps.ts'
import { intentOf } from '#support/intents.ts'

test.each([
  ['a bundle by card has its price', intentOf({}), 'Оплата', '199\u00a0₽'],
  ['a bundle by points has its price in points', intentOf({ payment: 'scores' }), 'Списание', '1\u00a0990\u00a0баллов'],
  ['a bundle for nothing has none', intentOf({ what: { bundle: 'standard199', priceKopecks: 0 } }), 'Оплата', ''],
  ['an option, whose price is not known, has none', intentOf({ what: { option: 'o1' } }), 'Оплата', ''],
])('an order of %s while it is being paid', (_, intent, payment, what) => {
  expect(stepsOfOrder(intent)).toEqual({ steps: ['Заказ', payment, 'Подключение'], at: 1, what })
})
