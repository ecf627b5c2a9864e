import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { ChosenContent } from './content.ts'
import type { Order } from './orders.ts'
import type { Switches } from './switches.ts'

/** Where a machine is, since when, and up to when its dates are done with; milliseconds since 1970. */
export interface MachineState {
  state: string
  since: number
  passed: number
}
/** What the mock keeps of a user for this product, as plain JSON. */
export interface PaketState {
  orders: Order[]
  machines: Record<string, MachineState>
  /** By id of a promocode, when it was checked; `holds` when the check is good for a while only. */
  checks: Record<string, { at: number; holds: boolean }>
  usedPromocodes: string[]
  removedCards: string[]
  /** What the content system answers this user; null for what it answers everybody. */
  content: ChosenContent | null
  /** What the operator has switched off for this user; null for what is so for everybody. */
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

/** The engine carries it as `newState` made it. */
export const stateOf = ({ productState }: User): PaketState => productState as PaketState
/** The part of a user's state that says what the content system answers. */
export const contentOf = (user: User): Pick<PaketState, 'content'> => stateOf(user)
export const orderOf = (user: User, id: unknown): Order | undefined =>
  stateOf(user).orders.find((order) => order.id === id)
/** The user who has an order. */
export const ownerOf = (users: Users, id: string): User | undefined =>
  users.all().find((user) => orderOf(user, id) !== undefined)
