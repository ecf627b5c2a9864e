import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { Order } from './orders.ts'

/** What the mock keeps of a user for this product. */
interface PaketState {
  orders: Map<string, Order>
}
export const newState = (): PaketState => ({ orders: new Map() })

/** A user's orders by id. The engine carries them as `newState` made them. */
export const ordersOf = ({ productState }: User): Map<string, Order> => (productState as PaketState).orders
/** The user who has an order. */
export const ownerOf = (users: Users, id: string): User | undefined =>
  users.all().find((user) => ordersOf(user).has(id))
