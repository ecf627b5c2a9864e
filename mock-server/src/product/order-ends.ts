import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { Order } from './orders.ts'
import { stateOf } from './state.ts'

/** Emits the events of orders. */
export interface Emitter {
  emit(event: string, user: User, users: Users, now: number, order: Order): void
}
interface Ending {
  emitter: Emitter
  user: User
  users: Users
  now: number
}
export const orderEvents = [
  'orderPlaced',
  'orderPaid',
  'optionPaid',
  'orderDeclined',
  'pointsSpent',
  'cardBound',
  'cardRefused',
] as const

/** Marks an order as paid, once; binds a new card, uses up the promocode. */
export function pay(order: Order, { emitter, user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'paid'
  order.steppedAt = now
  if (order.promocodeId !== null) stateOf(user).usedPromocodes.push(order.promocodeId)
  if (order.kind === 'newCard' || order.kind === 'binding') emitter.emit('cardBound', user, users, now, order)
  if (order.kind !== 'binding') emitter.emit(order.optionId ? 'optionPaid' : 'orderPaid', user, users, now, order)
}

/** Marks an order as declined, once. */
export function decline(order: Order, { emitter, user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'declined'
  order.steppedAt = now
  emitter.emit(order.kind === 'binding' ? 'cardRefused' : 'orderDeclined', user, users, now, order)
}
