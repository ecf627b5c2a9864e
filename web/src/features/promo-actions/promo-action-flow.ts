import { type Bundle, bundleById, type Data, type Failure } from '@paket/sdk'
import type { PromoAction } from '#domain/promo-action.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** The terms of a promo action. */
export interface ActionTerms {
  bundle: Bundle
  durationDays: number
  priceKopecks: number
  promocode: { id: string; value: string }
}
export interface PromoActionPurchase extends FailureActions {
  action: PromoAction
  /** The action's promocode. */
  promocodeValue: string
  buy(terms: ActionTerms): Flow
  /** Buys the same without the action, at the full price. */
  buyFull(): Flow
  /** Opens the partner's page of promocodes, outside of the app. */
  openPromocodes(): void
}

/** Reads the current terms of the visit's promo action, then buys on them (T2, OO-29). */
export function promoActionFlow(part: PromoActionPurchase): Flow {
  return async (io, api) => {
    const { action, promocodeValue } = part
    const read = () => api.getSubscriptionPrice({ promocodeValue })
    const opensPromocodes = ({ name }: Failure<'getSubscriptionPrice'>) =>
      name === 'trialUnavailable' && action === 'litres'
    const messageFor = (failure: Failure<'getSubscriptionPrice'>) =>
      opensPromocodes(failure) ? null : messageOf(failure)
    const price = await retrying(io, 'Проверяем условия акции', read, { actions: part, messageFor })
    if (price.ok) return part.buy(termsOf(price.data.result, promocodeValue))(io, api)
    if (opensPromocodes(price.failure)) return part.openPromocodes()
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
