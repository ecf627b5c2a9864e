import type { Failure, Subscriber } from '@paket/sdk'
import { rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Message, MessageAnswer } from '#modals/catalogue.ts'
import { messageOf } from '#modals/outcome-messages.ts'

/** What a change of the renewal leads to outside of it. */
export interface AfterAutopay {
  /** What is on the screen is read again. */
  refresh(): void
  toSupport(): void
  /** The answers of the survey were not saved: said beside the form, which stays. */
  tellNotSaved(): void
}
/** Whose renewal is changed, what it costs, and when that is. */
export interface Renewal {
  subscriber: Subscriber
  priceKopecks: number
  now: () => Date
}

/** Lets the subscription renew by itself (O-AUTOPAY-01, O-AUTOPAY-02). A retry sends the same call. */
export const enablingAutopay =
  (renewal: Renewal, after: AfterAutopay): Flow =>
  async (io, api) => {
    for (;;) {
      const result = await io.spinner('Включаем автопродление', () => api.enableAutopay())
      // Switched or not: after an answer that was lost it may be switched all the same.
      after.refresh()
      if (result.ok) return void (await io.ask('message', renewed(renewal)))
      if ((await tellFailure(result.failure, io, after)) !== 'retry') return
    }
  }

/** Success of enabling: the renewal is confirmed, with its next charge (OO-62). */
function renewed({ subscriber, priceKopecks, now }: Renewal): Message {
  const { endDate } = subscriber.currentPeriod
  return {
    title: 'Автопродление включено',
    text: endDate
      ? `Следующее списание ${moscowDay(endDate, now())}, ${rubles(priceKopecks)}`
      : `Следующее списание в конце оплаченного срока, ${rubles(priceKopecks)}`,
    image: 'success',
    buttons: [{ answer: 'dismissed', label: 'Понятно' }],
  }
}

type AutopayFailure = Failure<'enableAutopay' | 'disableAutopay' | 'getAvailableCounterOffers'>

/** Tells a failure and answers what was said to it; null when there was nothing to tell. */
export async function tellFailure(
  failure: AutopayFailure,
  io: FlowPorts,
  after: AfterAutopay,
): Promise<MessageAnswer | null> {
  const message = failureMessage(failure)
  if (!message) return null
  const answer = await io.ask('message', message)
  if (answer === 'support') after.toSupport()
  return answer
}

function failureMessage(failure: AutopayFailure): Message | null {
  // The session's end is told where the session is (OP-04).
  if (failure.outcome === 'authorize-again') return null
  const message = messageOf(failure)
  if (!message || failure.outcome !== 'contact-support') return message
  // The generic modal, with the code when there is one (OO-07).
  return { ...message, title: 'Произошла ошибка', code: failure.code ?? failure.status }
}
