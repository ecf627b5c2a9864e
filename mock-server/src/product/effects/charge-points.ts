import { detailsOf } from '#product/details.ts'
import { ordersOf } from '#product/state.ts'
import { valueAt } from '@paket/contract'
import type { Effect } from '#engine/calls/effect.ts'
import { orderVariables } from './end-order.ts'

const KOPECKS_PER_POINT = 10

/** Charges points for an order, once; nothing when there is no such order or the balance is too low. */
export const chargePoints: Effect = ({ body, user, users, now }) => {
  const order = ordersOf(user).get(String(body['orderId']))
  const balance = Number(valueAt(users.body(user, detailsOf(user.scenario).orders.balance), 'result.scoresBalance'))
  const pointsLeft = balance - (order?.priceKopecks ?? 0) / KOPECKS_PER_POINT
  if (order?.kind !== 'scores' || order.isCharged || !(pointsLeft >= 0)) return null
  return {
    commit() {
      order.isCharged = true
      users.emit(user, 'pointsSpent', { ...orderVariables(order, now), 'order.pointsLeft': pointsLeft })
    },
  }
}
