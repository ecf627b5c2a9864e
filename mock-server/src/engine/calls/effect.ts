import type { Contract } from '#engine/contract/contract.ts'
import type { Step } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** A call that an effect looks at. */
export interface EffectCall {
  body: Record<string, unknown>
  /** What the scenario answers, as the contract has it. */
  example: unknown
  user: User
  users: Users
  contract: Contract
  now: number
  /** The origin that the caller sees: where the payment page is. */
  origin: string
  /** Where the payment page leads. */
  appOrigin: string
}
/** What an effect has to say. Nothing is changed before `commit`, which runs when the answer was proved and is a success. */
export interface Outcome {
  /** Instead of the scenario's example. */
  step?: Step
  variables?: Record<string, unknown>
  commit?: () => void
}
/** Looks at a call; null when it can do nothing with it. */
export type Effect = (call: EffectCall) => Outcome | null
