import { type Bundle, bundleById, type Data } from '@paket/sdk'
import type { PromoAction } from '#domain/promo-action.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type FailureActions, showFailure } from '#flow/show-failure.ts'

/** What an action sells. */
export interface ActionTerms {
  bundle: Bundle
  durationDays: number
  priceKopecks: number
  promocode: { id: string; value: string }
}
export interface TakingPart extends FailureActions {
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
export function takingPart(part: TakingPart): Flow {
  return async (io, api) => {
    const { action, promocodeValue } = part
    for (;;) {
      const price = await io.spinner('Проверяем условия акции', () => api.getSubscriptionPrice({ promocodeValue }))
      if (price.ok) return part.buy(termsOf(price.data.result, promocodeValue))(io, api)
      const { failure } = price
      if (failure.name === 'trialUnavailable' && action === 'litres') return part.toPromocodes()
      const answer = await showFailure(failure, io, part)
      if (answer === 'accept') return part.buyFull()(io, api)
      if (answer !== 'retry') return
    }
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
