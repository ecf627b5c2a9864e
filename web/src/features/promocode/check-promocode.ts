import { type Bundle, bundleById, type Client, type Failure, parseNullableDate } from '@paket/sdk'
import { isKnownReward, type Reward } from '#domain/reward.ts'

/** A promocode that works, and what it gives. */
export interface CheckedPromocode {
  value: string
  promocodeId: string
  bundle: Bundle
  priceKopecks: number
  durationDays: number
  reward: Reward | null
}
/** Why a promocode does not work: told under the field, and the bundle can be bought without it (T9). */
export type PromocodeProblem = { kind: 'expired'; code: number } | { kind: 'conditions' } | { kind: 'unknown' }
export type PromocodeCheck =
  | { kind: 'checked'; promocode: CheckedPromocode }
  | { kind: 'problem'; problem: PromocodeProblem }
  /** It is not known whether the promocode works: the modal closes, and nothing is remembered. */
  | { kind: 'failed'; failure: Failure<'checkPromocode'> }

/** What a promocode gives; the server says which bundle, for how long and for how much. */
export async function checkPromocode(api: Pick<Client, 'checkPromocode'>, value: string): Promise<PromocodeCheck> {
  const answer = await api.checkPromocode({ promocodeValue: value })
  if (!answer.ok) return refused(answer.failure)
  const { promocodeId, price, duration, bundleId, scoresCampaign } = answer.data.result
  const sent: Reward | null = scoresCampaign && {
    type: scoresCampaign.type,
    amount: scoresCampaign.scoresAmount,
    of: scoresCampaign.rewardType,
    expireAt: parseNullableDate(scoresCampaign.expireAt),
    receiptKopecks: scoresCampaign.receiptAmount,
  }
  const reward = sent && isKnownReward(sent) ? sent : null
  const bundle = bundleById(bundleId)
  const promocode = { value, promocodeId, bundle, priceKopecks: price, durationDays: duration, reward }
  return { kind: 'checked', promocode }
}

function refused(failure: Failure<'checkPromocode'>): PromocodeCheck {
  switch (failure.name) {
    case 'promocodeExpired':
      return { kind: 'problem', problem: { kind: 'expired', code: failure.code } }
    case 'conditionsNotMet':
      return { kind: 'problem', problem: { kind: 'conditions' } }
    case 'promocodeUnknown':
      return { kind: 'problem', problem: { kind: 'unknown' } }
    case 'promocodeRefused':
    case 'promocodeUnavailable':
    case 'unknownCode':
    case 'tooManyRequests':
    case 'unexpectedStatus':
    case 'malformed':
    case 'notSent':
    case 'noConnection':
    case 'timeOut':
    case 'unauthorized':
      return { kind: 'failed', failure }
  }
}
