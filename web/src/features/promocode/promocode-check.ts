import type { Bundle, Failure } from '@paket/sdk'
import type { Reward } from '#domain/reward.ts'

/** A valid promocode and its terms. */
export interface CheckedPromocode {
  value: string
  promocodeId: string
  bundle: Bundle
  priceKopecks: number
  durationDays: number
  reward: Reward | null
}
/** Why a promocode is invalid. Shown under the field, beside the offer to buy without a promocode (T9). */
export type PromocodeProblem = { kind: 'expired'; code: number } | { kind: 'conditions' } | { kind: 'unknown' }
export type PromocodeCheck =
  | { kind: 'checked'; promocode: CheckedPromocode }
  | { kind: 'problem'; problem: PromocodeProblem }
  /** The call failed, so it is unknown whether the promocode is valid: the modal closes, and nothing is stored. */
  | { kind: 'failed'; failure: Failure<'checkPromocode'> }
