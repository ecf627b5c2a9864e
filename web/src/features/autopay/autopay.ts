import type { Failure, Subscriber } from '@paket/sdk'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'

/** What a change of the renewal leads to outside of it. */
export interface AfterAutopay extends FailureActions {
  /** What is on the screen is read again. */
  refresh(): void
  /** The answers of the survey were not saved: said beside the form, which stays. */
  showNotSaved(): void
}
/** Whose renewal is changed, what it costs, and when that is. */
export interface Renewal {
  subscriber: Subscriber
  priceKopecks: number
  now: () => Date
}

/** Lets the subscription renew by itself (O-AUTOPAY-01, O-AUTOPAY-02). A retry sends the same call. */
export const enableAutopayFlow =
  (renewal: Renewal, after: AfterAutopay): Flow =>
  async (io, api) => {
    const enable = async () => {
      const result = await api.enableAutopay()
      // Switched or not: after an answer that was lost it may be switched all the same.
      after.refresh()
      return result
    }
    const end = await retrying(io, 'Включаем автопродление', enable, { actions: after, wordsOf: autopayMessageOf })
    if (end.ok) await io.ask('message', renewed(renewal))
  }

/** Success of enabling: the renewal is confirmed, with its next charge (OO-62). */
function renewed({ subscriber, priceKopecks, now }: Renewal): Message {
  const { endDate } = subscriber.currentPeriod
  return {
    id: 'renewal-on',
    title: 'Автопродление включено',
    text:
      endDate && endDate > now()
        ? `Следующее списание ${moscowDay(endDate, now())}, ${rubles(priceKopecks)}`
        : `Следующее списание в конце оплаченного срока, ${rubles(priceKopecks)}`,
    image: 'success',
    buttons: [{ label: 'Понятно', action: 'dismissed' }],
  }
}

/** Words of a failure: the generic modal, with the code when there is one (OO-07). */
export function autopayMessageOf(
  failure: Failure<'enableAutopay' | 'disableAutopay' | 'getAvailableCounterOffers'>,
): Message | null {
  const message = messageOf(failure)
  if (!message || failure.outcome !== 'contact-support') return message
  return { ...message, title: 'Произошла ошибка', code: failure.code ?? failure.status }
}
