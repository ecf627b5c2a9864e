import type { Effect } from '#engine/calls/effect.ts'
import { detailsOf } from '#product/details.ts'
import { ordersOf } from '#product/state.ts'
import { decline, orderVariables, pay } from './end-order.ts'

/** How far an order is: one step a poll, until it has ended. */
export const followOrder: Effect = (call) => {
  const { body, user, now } = call
  const order = ordersOf(user).get(String(body['orderId']))
  if (!order || order.kind === 'binding') return null
  const { orders } = detailsOf(user.scenario)
  const variables = orderVariables(order, now)
  if (order.decided) return { step: { example: orders[order.decided], set: {} }, variables }
  const walk = order.kind === 'scores' && !order.isCharged ? orders.scores.slice(0, 1) : orders[order.kind]
  const step = walk[Math.min(order.polls, walk.length - 1)]
  if (!step) return null
  return {
    step,
    variables,
    commit() {
      order.polls += 1
      if (step.example === orders.paid) pay(order, call)
      if (step.example === orders.declined) decline(order, call)
    },
  }
}
