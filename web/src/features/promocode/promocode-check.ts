import type { Bundle, Failure } from '@paket/sdk'
import type { Reward } from '#domain/reward.ts'

/** A promocode that works, and what it gives. */
export interface CheckedPromocode {
  value: string
  promocodeId: string
  bundle: Bundle
  priceKopecks: number
  durationDays: number
  reward: Reward | null
}
/** Why a promocode does not work: shown under the field, and the bundle can be bought without it (T9). */
export type PromocodeProblem = { kind: 'expired'; code: number } | { kind: 'conditions' } | { kind: 'unknown' }
export type PromocodeCheck =
  | { kind: 'checked'; promocode: CheckedPromocode }
  | { kind: 'problem'; problem: PromocodeProblem }
  /** It is not known whether the promocode works: the modal closes, and nothing is remembered. */
  | { kind: 'failed'; failure: Failure<'checkPromocode'> }
