import { newOrder } from '#product/orders.ts'
import { ordersOf } from '#product/state.ts'
import type { Effect } from '#engine/calls/effect.ts'
import { orderVariables } from './end-order.ts'

/** A payment page that takes a card and no money. */
export const bindCard: Effect = (call) => {
  const { body, user, now } = call
  const free = { bundleId: null, optionId: null, counterOfferId: null, priceKopecks: 0, durationDays: 0 }
  const order = newOrder({ kind: 'binding', ...free }, call, body)
  return { variables: orderVariables(order, now), commit: () => void ordersOf(user).set(order.id, order) }
}
