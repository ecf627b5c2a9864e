import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { ChosenContent } from './content.ts'
import type { Order } from './orders.ts'
import type { Switches } from './switches.ts'

/**
 * A machine's state, the time it was entered, and the time up to which dates were processed; in milliseconds since
 * 1970.
 */
export interface MachineState {
  state: string
  since: number
  passed: number
}
/** The product's part of a user's state, as plain JSON. */
export interface PaketState {
  orders: Order[]
  machines: Record<string, MachineState>
  /** Promocode checks by id: the time, and whether the check expires. */
  checks: Record<string, { at: number; holds: boolean }>
  usedPromocodes: string[]
  removedCards: string[]
  /** The user's choice for the content system; null uses the shared one. */
  content: ChosenContent | null
  /** The user's switches; null uses the shared ones. */
  switches: Switches | null
}
export const newState = (): PaketState => ({
  orders: [],
  machines: {},
  checks: {},
  usedPromocodes: [],
  removedCards: [],
  content: null,
  switches: null,
})

/** Casts the product's part, which the engine stores as `newState` returned it. */
export const stateOf = ({ productState }: User): PaketState => productState as PaketState
export const orderOf = (user: User, id: unknown): Order | undefined =>
  stateOf(user).orders.find((order) => order.id === id)
/** Returns the user who has an order. */
export const ownerOf = (users: Users, id: string): User | undefined =>
  users.all().find((user) => orderOf(user, id) !== undefined)
