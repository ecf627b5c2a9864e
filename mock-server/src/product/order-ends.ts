import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { Order } from './orders.ts'
import { stateOf } from './state.ts'

/** Who makes events of orders happen. */
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

/** The order is paid, once; a new card is bound, a promocode is used up. */
export function pay(order: Order, { emitter, user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'paid'
  order.steppedAt = now
  if (order.promocodeId !== null) stateOf(user).usedPromocodes.push(order.promocodeId)
  if (order.kind === 'newCard' || order.kind === 'binding') emitter.emit('cardBound', user, users, now, order)
  if (order.kind !== 'binding') emitter.emit(order.optionId ? 'optionPaid' : 'orderPaid', user, users, now, order)
}

/** The bank refuses, once. */
export function decline(order: Order, { emitter, user, users, now }: Ending): void {
  if (order.decided) return
  order.decided = 'declined'
  order.steppedAt = now
  emitter.emit(order.kind === 'binding' ? 'cardRefused' : 'orderDeclined', user, users, now, order)
}
