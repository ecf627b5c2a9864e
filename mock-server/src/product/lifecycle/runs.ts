import { valueAt } from '@paket/contract'
import type { EffectResult } from '#engine/calls/effect.ts'
import type { Step } from '#engine/state/scenario.ts'
import { detailsOf } from '#product/details.ts'
import { decline, type Emitter, pay } from '#product/order-ends.ts'
import type { Order } from '#product/orders.ts'
import type { Situation } from './situation.ts'

/** An effect of a successful call, named by `run` in lifecycle rules. State changes only in `commit`. */
type Run = (s: Situation, emitter: Emitter) => EffectResult

const openOrder: Run = (s, emitter) => ({
  commit() {
    const { order, state, user, users, now } = s
    if (!order) return
    state.orders.push(order)
    if (order.kind !== 'binding') emitter.emit('orderPlaced', user, users, now, order)
  },
})

/** Advances an order by one step per poll until it ends. */
const followOrder: Run = (s, emitter) => {
  const { order } = s
  if (!order) return {}
  const { paid, declined } = detailsOf(s.user.scenario).orders
  const variables = { 'order.formUrl': s.formUrl }
  if (order.decided) return { step: { example: order.decided === 'paid' ? paid : declined, set: {} }, variables }
  const next = nextStep(order, s)
  return { step: next.step, variables, commit: () => next.go(s, emitter) }
}

/** Returns the next step of an order; `isChange`: whether it differs from the last one. */
export function nextStep(order: Order, s: Situation) {
  const { orders } = detailsOf(s.user.scenario)
  const kind = order.kind === 'binding' ? 'newCard' : order.kind
  const orderSteps = orders[kind] ?? s.shop.lifecycle.orders[kind]
  // Without a charge of points the order stays at its first step.
  const steps = kind === 'scores' && !order.isCharged ? orderSteps.slice(0, 1) : orderSteps
  const step: Step = steps[Math.min(order.polls, steps.length - 1)]!
  return {
    step,
    isChange: order.polls < steps.length,
    go({ user, users, now }: Situation, emitter: Emitter) {
      if (order.polls < steps.length) order.steppedAt = now
      order.polls += 1
      if (step.example === orders.paid) pay(order, { emitter, user, users, now })
      if (step.example === orders.declined) decline(order, { emitter, user, users, now })
    },
  }
}

const chargePoints: Run = ({ order, user, users, now }, emitter) => ({
  commit() {
    if (!order) return
    order.isCharged = true
    order.steppedAt = now
    emitter.emit('pointsSpent', user, users, now, order)
  },
})

const noteCard: Run = (s) => ({ commit: () => void s.state.removedCards.push(String(s.request['bankCardId'])) })

/** A promocode check expires after 1200 s, a shown price does not (T10). */
const noteChecks =
  (role: 'promocode' | 'price'): Run =>
  (s) => ({
    commit() {
      for (const id of idsShown(s, role)) s.state.checks[id] = { at: s.now, holds: role === 'promocode' }
    },
  })
/** Returns the promocodes in the example of the matching rule, or in the current answer. */
function idsShown(s: Situation, role: 'promocode' | 'price'): string[] {
  const { contract, lifecycle } = s.shop
  const call = lifecycle.reads[role] ?? ''
  const operation = contract.operation(call)
  const rule = lifecycle.calls[call]?.find(({ if: conditions, run }) => {
    const wanted = conditions['body.promocodeValue']
    return run !== undefined && (wanted === undefined || wanted === s.request['promocodeValue'])
  })
  const current = s.user.answers.get(call)?.example
  const example = operation && contract.example(operation, rule?.answer ?? current ?? '')
  const id = valueAt(example?.value, 'result.promocodeId')
  return typeof id === 'string' ? [id] : []
}

export const runs: Readonly<Record<string, Run>> = {
  openOrder,
  followOrder,
  chargePoints,
  noteCard,
  noteCheck: noteChecks('promocode'),
  notePrice: noteChecks('price'),
}
