import { type Client, type CounterOffer, counterOfferNamed, type CounterOfferName } from '@paket/sdk'
import { availableOfferIds } from '#domain/available-offers.ts'
import { countOfPoints, rubles } from '#domain/money.ts'
import { moscowDay } from '#domain/moscow-date.ts'
import { kopecksOf } from '#domain/points.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Message } from '#messages/message.ts'
import { type AfterAutopay, autopayMessageOf, type Renewal } from './autopay.ts'
import { feedbackFlow } from './feedback.ts'

/** The counter-offers in their order of showing: a month first, then twelve, then six (O-OFFERS-02); the two of 40 % share a step (T5). */
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
 * The cancellation chain (T5): shows what is lost, what was received, what can be had instead, then stops the renewal and asks why.
 * Nothing is sent before the last step; keeping, closing and accepting an offer break the chain. `buy` takes an accepted offer further.
 */
export const cancellationFlow =
  (renewal: Renewal, buy: (offer: CounterOffer) => Flow, after: AfterAutopay): Flow =>
  async (io, api) => {
    // Read while the first question is being thought about.
    const reads = { received: api.getAllLoyaltyScores(), offers: api.getAvailableCounterOffers() }
    // A chain that is broken or interrupted waits for neither of them.
    for (const read of Object.values(reads)) read.catch(() => undefined)

    if (!(await isContinued(farewell(renewal), io))) return
    const points = pointsIn(await reads.received)
    if (points > 0 && !(await isContinued(received(points), io))) return
    const available = await readOffers(reads.offers, api, io, after)
    if (!available) return
    for (const names of offerSteps) {
      const offers = names.filter((name) => available.includes(counterOfferNamed(name).id))
      if (offers.length === 0) continue
      const answer = await io.ask('counterOffer', { offers })
      if (answer === 'dismissed') return
      if (answer !== 'declined') return buy(counterOfferNamed(answer))(io, api)
    }
    if (await isDisabled(api, io, after)) await feedbackFlow(renewal, after)(io, api)
  }

const isContinued = async (message: Message, io: FlowPorts) => (await io.ask('message', message)) === 'accept'

const until = ({ subscriber, now }: Renewal): string => {
  const { endDate } = subscriber.currentPeriod
  return endDate && endDate > now() ? `До ${moscowDay(endDate, now())} всё` : 'До конца оплаченного срока всё'
}

const farewell = (renewal: Renewal): Message => ({
  id: 'cancellation-question',
  title: 'Отключить Пакет?',
  text: `${until(renewal)} будет работать. Потом не станет повышенного кешбэка, любимых категорий и бесплатных доставок`,
  image: 'clock',
  buttons: choices,
})

const received = (points: number): Message => ({
  id: 'cancellation-points',
  title: `Пакет принёс вам ${countOfPoints(points)}`,
  text: `Это ${rubles(kopecksOf(points))} на покупки. Без Пакета баллы будут копиться медленнее`,
  image: 'success',
  buttons: choices,
})

/** Points of all time; none when they could not be read: then the step is left out (OO-36). */
const pointsIn = (read: Awaited<ReturnType<Client['getAllLoyaltyScores']>>): number =>
  read.ok ? read.data.result.scoresPaket : 0

/** Ids of the offers that may be taken. A failed read keeps no one: closing its modal goes on without offers (OO-35). Null: the chain ends. */
async function readOffers(
  first: ReturnType<Client['getAvailableCounterOffers']>,
  api: Pick<Client, 'getAvailableCounterOffers'>,
  io: FlowPorts,
  after: AfterAutopay,
): Promise<readonly string[] | null> {
  let started: typeof first | null = first
  const read = async () => {
    const answer = started ?? io.spinner('Ищем предложения', () => api.getAvailableCounterOffers())
    started = null
    return answer
  }
  const end = await retrying(io, null, read, { actions: after, wordsOf: autopayMessageOf })
  if (end.ok) return availableOfferIds(end.data)
  return end.action === 'support' || end.action === null ? null : []
}

/** Stops the renewal; only a retry that was asked for sends it again. */
async function isDisabled(api: Pick<Client, 'disableAutopay'>, io: FlowPorts, after: AfterAutopay): Promise<boolean> {
  // Stopped or not: after an answer that was lost, or not waited for, it may be stopped all the same.
  const disable = () => api.disableAutopay().finally(() => after.refresh())
  return (await retrying(io, null, disable, { actions: after, wordsOf: autopayMessageOf })).ok
}
