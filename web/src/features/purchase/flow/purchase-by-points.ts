import { type Client, payByPoints, type PointsEnd } from '@paket/sdk'
import { switches } from '#config/switches.ts'
import type { Balance } from '#domain/points.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { follow, storeEnd } from '#features/purchase/recover/earlier-order.ts'
import type { StoredIntent, PurchaseIntent } from '#flow/purchase-intent.ts'
import { type Ordering, ordering, type PurchasePorts } from './ordering.ts'
import type { Purchase } from './purchase-input.ts'
import { stepsOf } from './steps.ts'
import { isRefusal, type PurchaseEnd } from '#features/purchase/end/purchase-end.ts'

/** Reads the balance (OP-18). The outcome of a failed read decides between `off` and `unverified`. Points that the operator has closed are `off`. */
export async function readBalance(api: Pick<Client, 'getScoresBalance'>): Promise<Balance> {
  if (switches.closed.points) return { kind: 'off' }
  const answer = await api.getScoresBalance()
  if (answer.ok) return { kind: 'known', points: answer.data.result.scoresBalance }
  return { kind: answer.failure.outcome === 'balance-unknown' ? 'off' : 'unverified' }
}

/** Buys a bundle by points: creates an order, charges the points, and follows the order (C-POINTS-03..06). */
export async function purchaseByPoints(
  what: Ordering['what'] & Pick<Purchase, 'bundle'>,
  api: Pick<Client, 'getClientData' | 'getOptions' | 'createScoresOrder' | 'payOrder' | 'getOrderStatus'>,
  io: PurchasePorts,
): Promise<PurchaseEnd> {
  io.needs('points')
  const make: Ordering['make'] = async (intent, stored) => {
    const end = await payByPoints(api, {
      bundleId: what.bundle.id,
      idempotencyKey: intent.id,
      // Stored before the charge, so that a recovery knows that the charge may have been sent.
      onOrder(orderId) {
        io.advance()
        stored.write({ ...intent, orderId })
      },
      sleep: (ms) => io.sleep(ms),
    })
    if (end.kind === 'notOrdered') return { kind: 'pointsRefused', failure: end.failure }
    return endOfCharge(end, { ...intent, orderId: end.orderId }, stored)
  }
  const { priceKopecks, bundle, durationDays = bundle.durationDays } = what
  const progress = stepsOf('scores', { priceKopecks, days: durationDays })
  return ordering({ what, payment: 'scores', text: 'Списываем баллы', progress, make }, api, io)
}

/** Charges the points for an earlier order, and follows it. */
export async function chargePoints(
  intent: PurchaseIntent & { orderId: string },
  stored: StoredIntent,
  api: Pick<Client, 'payOrder' | 'getOrderStatus'>,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const { orderId } = intent
  stored.write(intent)
  const payment = await api.payOrder({ orderId, paymentType: 'scores' }, { idempotencyKey: intent.id })
  if (!payment.ok && payment.failure.outcome !== 'order-in-doubt')
    return endOfCharge({ kind: 'notCharged', orderId, failure: payment.failure }, intent, stored)
  return follow(intent, 'scores', stored, api, io)
}

function endOfCharge(
  end: Exclude<PointsEnd, { kind: 'notOrdered' }>,
  intent: PurchaseIntent,
  stored: StoredIntent,
): PurchaseEnd {
  if (end.kind !== 'notCharged') return storeEnd(end, intent, stored)
  // Only a refusal proves that the points were not charged; after a lost or unreadable answer it is unknown.
  if (isRefusal(end.failure)) stored.write({ ...intent, isTold: undefined, end: 'declined' })
  return { kind: 'pointsRefused', failure: end.failure }
}
