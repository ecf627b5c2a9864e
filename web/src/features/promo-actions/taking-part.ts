import { type Bundle, bundleById, type Data } from '@paket/sdk'
import type { PromoAction } from '#domain/promo-action.ts'
import type { Flow } from '#flow/run-flow.ts'
import { messageOf } from '#modals/outcome-messages.ts'

/** What an action sells. */
export interface ActionTerms {
  bundle: Bundle
  durationDays: number
  priceKopecks: number
  promocode: { id: string; value: string }
}
export interface TakingPart {
  action: PromoAction
  /** The promocode of the action. */
  promocodeValue: string
  buy(terms: ActionTerms): Flow
  /** The same without the action, at its full price. */
  buyFull(): Flow
  /** To the page of promocodes outside of the app. */
  toPromocodes(): void
  toSupport(): void
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
      // The session's end is told where the session is (OP-04).
      const message = failure.outcome === 'authorize-again' ? null : messageOf(failure)
      const answer = message ? await io.ask('message', message) : 'dismissed'
      if (answer === 'accept') return part.buyFull()(io, api)
      if (answer === 'support') part.toSupport()
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
