import { bundleById, type Client, type Failure, parseNullableDate } from '@paket/sdk'
import { isKnownReward, type Reward } from '#domain/reward.ts'
import type { PromocodeCheck } from './promocode-check.ts'

/** Checks a promocode. The server decides the bundle, its duration and its price. */
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
