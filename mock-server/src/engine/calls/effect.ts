import type { Contract } from '#engine/contract/contract.ts'
import type { Step } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** A call as an effect sees it. */
export interface EffectCall {
  body: Record<string, unknown>
  /** The example of the contract that the scenario names. */
  example: unknown
  user: User
  users: Users
  contract: Contract
  now: number
  /** The origin that the client used; the payment page is there. */
  origin: string
  /** The origin that the payment page returns to. */
  appOrigin: string
}
/** The result of an effect. State changes only in `commit`, which runs when the answer is valid and a success. */
export interface EffectResult {
  /** Replaces the scenario's example. */
  step?: Step
  variables?: Record<string, unknown>
  commit?: () => void
}
/** Handles a call; returns null when it does not apply, and then the scenario's `otherwise` answers. */
export type Effect = (call: EffectCall) => EffectResult | null
