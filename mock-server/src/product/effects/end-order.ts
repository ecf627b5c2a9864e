import type { Order } from '#product/orders.ts'
import { dateText } from '#engine/state/overlay.ts'
import type { EffectCall } from '#engine/calls/effect.ts'

const DAY_MS = 86_400_000
type Ending = Pick<EffectCall, 'user' | 'users' | 'now'>

/** What overlays may say of an order. */
export const orderVariables = ({ id, bundleId, optionId, formUrl, durationDays }: Order, now: number) => ({
  'order.id': id,
  'order.bundleId': bundleId,
  'order.optionId': optionId,
  'order.formUrl': formUrl,
  'order.endsAt': dateText(now + durationDays * DAY_MS),
})

/** The order is paid, once; a new card is bound. */
export function pay(order: Order, { user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'paid'
  const variables = orderVariables(order, now)
  if (order.kind === 'newCard' || order.kind === 'binding') users.emit(user, 'cardBound', variables)
  if (order.kind !== 'binding') users.emit(user, order.optionId ? 'optionPaid' : 'orderPaid', variables)
}

/** The bank refuses, once. */
export function decline(order: Order, { user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'declined'
  users.emit(user, order.kind === 'binding' ? 'cardRefused' : 'orderDeclined', orderVariables(order, now))
}
