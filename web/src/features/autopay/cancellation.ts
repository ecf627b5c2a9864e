import { type Client, type CounterOffer, counterOfferNamed, type CounterOfferName } from '@paket/sdk'
import { availableOfferIds } from '#domain/available-offers.ts'
import { countOfPoints, rubles } from '#domain/money.ts'
import { kopecksOf } from '#domain/points.ts'
import type { Sum } from '#domain/sum.ts'
import { lastPaidDay } from '#domain/last-paid-day.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Message } from '#messages/message.ts'
import { type AfterAutopay, autopayMessageOf, type Renewal } from './autopay.ts'
import { feedbackFlow } from './feedback.ts'

/** The steps with counter-offers, in order: a month first, then twelve, then six (O-OFFERS-02). The two of 40 % share a step (T5). */
const offerSteps = [
  ['freeMonth'],
  ['discount1_90'],
  ['discount12_40', 'discount6_40'],
] as const satisfies CounterOfferName[][]

const choices = [
  { label: 'Остаться с Пакетом', action: 'dismissed' },
  { label: 'Продолжить отключение', action: 'accept' },
] as const

/**
 * The cancellation (T5): shows what the user loses, the points received so far and the counter-offers, then switches off the renewal and asks for the
 * reason. The renewal is switched off only at the end: the button that stays, closing a modal and accepting an offer end the flow before. `buy` makes the flow that
 * buys an accepted offer, with the sum that its button has shown.
 */
export const cancellationFlow =
  (renewal: Renewal, buy: (offer: CounterOffer, shown: Sum) => Flow, after: AfterAutopay): Flow =>
  async (io, api) => {
    // Requested early, while the user reads the first modal.
    const reads = {
      first: Promise.all([api.getClientData(), api.getAllLoyaltyScores()]),
      offers: api.getAvailableCounterOffers(),
    }
    // A flow that ends before it awaits them must not leave an unhandled rejection.
    for (const read of Object.values(reads)) read.catch(() => undefined)

    if (!(await isAccepted(cancellationQuestion(renewal), io))) return
    const [now, scores] = await io.spinner('Проверяем баллы', () => reads.first)
    if (now.ok && !now.data.result.autopaymentsEnabled) {
      after.refresh()
      return void (await io.ask('message', isOffAlready))
    }
    const points = pointsIn(scores)
    if (points > 0 && !(await isAccepted(received(points), io))) return
    const available = await readOffers(reads.offers, api, io, after)
    if (!available) return
    for (const names of offerSteps) {
      const offers = names.filter((name) => available.includes(counterOfferNamed(name).id))
      if (offers.length === 0) continue
      const answer = await io.ask('counterOffer', { offers })
      if (answer === 'dismissed') return
      if (answer !== 'declined') return buy(counterOfferNamed(answer.offer), answer.sum)(io, api)
    }
    if (await disableRenewal(api, io, after)) await feedbackFlow(renewal, after)(io, api)
  }

const isAccepted = async (message: Message, io: FlowPorts) => (await io.ask('message', message)) === 'accept'

const cancellationQuestion = (renewal: Renewal): Message => ({
  id: 'cancellation-question',
  title: 'Отключить Пакет?',
  text: `До ${lastPaidDay(renewal.subscriber.currentPeriod, renewal.now()) ?? 'конца оплаченного срока'} всё будет работать. Потом не станет повышенного кешбэка, любимых категорий и бесплатных доставок`,
  image: 'clock',
  buttons: choices,
})

/** Another tab or device has switched off the renewal. The source has no text for it: this one is ours (OP-41). */
const isOffAlready: Message = {
  id: 'renewal-off',
  title: 'Автопродление уже выключено',
  image: 'success',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}

const received = (points: number): Message => ({
  id: 'cancellation-points',
  title: `Пакет принёс вам ${countOfPoints(points)}`,
  text: `Это ${rubles(kopecksOf(points))} на покупки. Без Пакета баллы будут копиться медленнее`,
  image: 'success',
  buttons: choices,
})

/** All points received so far; 0 when they could not be read, so that their step is left out (OO-36). */
const pointsIn = (read: Awaited<ReturnType<Client['getAllLoyaltyScores']>>): number =>
  read.ok ? read.data.result.scoresPaket : 0

/** Ids of the available offers. After a failed read the user may go on without offers, by closing the message (OO-35). Null ends the cancellation. */
async function readOffers(
  first: ReturnType<Client['getAvailableCounterOffers']>,
  api: Pick<Client, 'getAvailableCounterOffers'>,
  io: FlowPorts,
  after: AfterAutopay,
): Promise<readonly string[] | null> {
  let started: typeof first | null = first
  const read = () => {
    const answer = started ?? api.getAvailableCounterOffers()
    started = null
    return answer
  }
  const end = await retrying(io, 'Ищем предложения', read, { actions: after, messageFor: autopayMessageOf })
  if (end.ok) return availableOfferIds(end.data)
  return end.action === 'support' || end.action === null ? null : []
}

/** Switches off the renewal; resolves with whether that succeeded. */
async function disableRenewal(
  api: Pick<Client, 'disableAutopay'>,
  io: FlowPorts,
  after: AfterAutopay,
): Promise<boolean> {
  // After a failure too: the answer may have been lost after the renewal was switched off.
  const disable = () => api.disableAutopay().finally(() => after.refresh())
  const end = await retrying(io, 'Выключаем автопродление', disable, { actions: after, messageFor: autopayMessageOf })
  return end.ok
}
