import { durationLabel } from '#domain/duration.ts'
import { sumText } from '#domain/sum.ts'
import { isBundle, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Progress } from '#modals/modal-stack.ts'

type Payment = PurchaseIntent['payment']
const payments: Record<Payment, string> = { mainCard: 'Оплата', newCard: 'Банк', scores: 'Списание' }
const all = (payment: Payment) => ['Заказ', payments[payment], 'Подключение']
const priceOf = (payment: Payment, kopecks: number) =>
  sumText({ kopecks, in: payment === 'scores' ? 'points' : 'rubles' })

/** The steps of a new purchase with its price and duration, for the spinner. A free purchase has no payment step. */
export function stepsOf(payment: Payment, { priceKopecks, days }: { priceKopecks: number; days: number }): Progress {
  const term = durationLabel(days)
  return priceKopecks === 0
    ? { steps: ['Заказ', 'Подключение'], at: 0, what: `Бесплатно на ${term}` }
    : { steps: all(payment), at: 0, what: `${priceOf(payment, priceKopecks)} за ${term}` }
}

/** The steps of an existing order, at its payment. The price is stored only for bundles. */
export const stepsOfOrder = ({ what, payment }: Pick<PurchaseIntent, 'what' | 'payment'>): Progress => ({
  steps: all(payment),
  at: 1,
  what: isBundle(what) && what.priceKopecks > 0 ? priceOf(payment, what.priceKopecks) : '',
})
