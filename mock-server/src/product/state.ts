import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { ChosenContent } from './content.ts'
import type { Order } from './orders.ts'

/** What the mock keeps of a user for this product. */
interface PaketState {
  orders: Map<string, Order>
  /** What the content system answers this user; null for what it answers everybody. */
  content: ChosenContent | null
}
export const newState = (): PaketState => ({ orders: new Map(), content: null })

/** A user's orders by id. The engine carries them as `newState` made them. */
export const ordersOf = ({ productState }: User): Map<string, Order> => (productState as PaketState).orders
/** The part of a user's state that says what the content system answers. */
export const contentOf = ({ productState }: User): Pick<PaketState, 'content'> => productState as PaketState
/** The user who has an order. */
export const ownerOf = (users: Users, id: string): User | undefined =>
  users.all().find((user) => ordersOf(user).has(id))
