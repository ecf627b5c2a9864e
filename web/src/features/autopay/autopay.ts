import type { Failure, Subscriber } from '@paket/sdk'
import { rubles } from '#domain/money.ts'
import { lastPaidDay } from '#domain/last-paid-day.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** What the flows of this folder do outside of themselves. */
export interface AfterAutopay extends FailureActions {
  /** Refetches what the page shows. */
  refresh(): void
  /** Shows that the survey's answers were not saved, while the form stays open. */
  showNotSaved(): void
}
/** The subscription whose renewal is changed. */
export interface Renewal {
  subscriber: Subscriber
  /** Price of the renewal. */
  priceKopecks: number
  now: () => Date
}

/** Switches on the automatic renewal of the subscription (O-AUTOPAY-01, O-AUTOPAY-02). */
export const enableAutopayFlow =
  (renewal: Renewal, after: AfterAutopay): Flow =>
  async (io, api) => {
    const enable = async () => {
      const result = await api.enableAutopay()
      // After a failure too: the answer may have been lost after the renewal was switched on.
      after.refresh()
      return result
    }
    const end = await retrying(io, 'Включаем автопродление', enable, { actions: after, messageFor: autopayMessageOf })
    if (end.ok) await io.ask('message', renewed(renewal))
  }

/** The renewal is on: when and how much is charged next (OO-62). */
const renewed = ({ subscriber, priceKopecks, now }: Renewal): Message => ({
  id: 'renewal-on',
  title: 'Автопродление включено',
  text: `Следующее списание ${lastPaidDay(subscriber.currentPeriod, now()) ?? 'в конце оплаченного срока'}, ${rubles(priceKopecks)}`,
  image: 'success',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
})

/** The message of a failure; without words of its own it has the title of the generic error modal (OO-07). */
export function autopayMessageOf(
  failure: Failure<'enableAutopay' | 'disableAutopay' | 'getAvailableCounterOffers'>,
): Message | null {
  const message = messageOf(failure)
  if (!message || failure.outcome !== 'contact-support') return message
  return { ...message, title: 'Произошла ошибка' }
}
