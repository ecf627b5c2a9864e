import { type Bundle, bundleById, type Data, type Failure } from '@paket/sdk'
import type { PromoAction } from '#domain/promo-action.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** What an action sells. */
export interface ActionTerms {
  bundle: Bundle
  durationDays: number
  priceKopecks: number
  promocode: { id: string; value: string }
}
export interface PromoActionPurchase extends FailureActions {
  action: PromoAction
  /** The promocode of the action. */
  promocodeValue: string
  buy(terms: ActionTerms): Flow
  /** The same without the action, at its full price. */
  buyFull(): Flow
  /** To the page of promocodes outside of the app. */
  toPromocodes(): void
}

/** Buys on the terms of the action that the visit came with; asks first what they are (T2, OO-29). */
export function promoActionFlow(part: PromoActionPurchase): Flow {
  return async (io, api) => {
    const { action, promocodeValue } = part
    const read = () => api.getSubscriptionPrice({ promocodeValue })
    const leadsAway = ({ name }: Failure<'getSubscriptionPrice'>) => name === 'trialUnavailable' && action === 'litres'
    const wordsOf = (failure: Failure<'getSubscriptionPrice'>) => (leadsAway(failure) ? null : messageOf(failure))
    const price = await retrying(io, 'Проверяем условия акции', read, { actions: part, wordsOf })
    if (price.ok) return part.buy(termsOf(price.data.result, promocodeValue))(io, api)
    if (leadsAway(price.failure)) return part.toPromocodes()
    if (price.action === 'accept') await part.buyFull()(io, api)
  }
}

const termsOf = (
  { bundleId, duration, price, promocodeId }: Data<'getSubscriptionPrice'>['result'],
  value: string,
): ActionTerms => ({
  bundle: bundleById(bundleId),
  durationDays: duration,
  priceKopecks: price,
  promocode: { id: promocodeId, value },
})
