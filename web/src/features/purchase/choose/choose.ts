import {
  type Bundle,
  bundleNamed,
  type BundleName,
  type Client,
  type CounterOffer,
  fullBundles,
  monthsOf,
} from '@paket/sdk'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { mayPayByPoints } from '#domain/points.ts'
import { inRubles, type Sum } from '#domain/sum.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import { showMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import type { Modals } from '#modals/define-modal.ts'
import { readBalance } from '#features/purchase/flow/purchase-by-points.ts'
import { leavingCheckout } from '#features/purchase/messages/leaving-checkout.ts'
import { lowestBundle as lowest } from '#features/purchase/payable.ts'
import { kindOf } from '#features/purchase/subscriber-kind.ts'
import type { Buyer, Choice } from './buyer.ts'
import type { TariffChoice } from './choose-tariff-modal.tsx'
import { availableCounterOffers, counterOfferTerms, firstCounterOffers, type Terms } from './special-terms.ts'

/** The chosen terms, and the sum with which the pressed button was drawn; null when the user chose nothing. */
export type Chosen = { terms: Terms; shown: Sum } | null

const byCard = (terms: Terms, shown = inRubles(terms.priceKopecks)): Chosen => ({ terms, shown })

export async function choose(choice: Choice, buyer: Buyer, io: FlowPorts, api: Client): Promise<Chosen> {
  const { subscriber } = buyer
  switch (choice.kind) {
    case 'terms':
      return byCard(choice.terms, choice.shown)
    case 'bundle':
      return byCard(plain(choice.bundle), choice.shown)
    case 'asked': {
      if (mayPayByPoints(subscriber.subStatus)) return chooseTariff(null, buyer, io, api)
      const payAgain = kindOf(subscriber) === 'daily'
      const answer = await io.ask('chooseBundle', { selected: lowest, payAgain })
      return answer === 'dismissed' ? null : byCard(plain(answer.bundle), answer.sum)
    }
    case 'tariff':
      return chooseTariff(choice.months, buyer, io, api)
    case 'counter-offer': {
      const offers = await readOffers(buyer, io, api)
      return offers && chooseCounterOffer(firstCounterOffers(offers), buyer, io)
    }
  }
}

/** Reads the available counter-offers, as often as the user retries; null when they could not be read. */
export async function readOffers(
  { after }: Buyer,
  io: FlowPorts,
  api: Client,
): Promise<readonly CounterOffer[] | null> {
  const read = () => api.getAvailableCounterOffers()
  const end = await retrying(io, 'Ищем предложение', read, { actions: after })
  return end.ok ? availableCounterOffers(end.data) : null
}

/** One offer is taken as it is; of several the user chooses one (C-MODAL-09). Without offers, the user sees the usual price and may buy at that. */
async function chooseCounterOffer(offers: readonly CounterOffer[], { after }: Buyer, io: FlowPorts): Promise<Chosen> {
  const [first] = offers
  if (!first) {
    const usual = plain(lowest)
    return (await showMessage(noSpecialOffer(usual), io, after)) === 'accept' ? byCard(usual) : null
  }
  if (offers.length === 1) return byCard(counterOfferTerms(first))
  const { bundle: selected, discountPercent } = first
  const answer = await io.ask('chooseBundle', { selected, plans: offers.map(({ bundle }) => bundle), discountPercent })
  if (answer === 'dismissed') return null
  return byCard(counterOfferTerms(offers.find(({ bundle }) => bundle === answer.bundle) ?? first), answer.sum)
}

/** The source has no text for it: this one is ours (OP-35). */
const noSpecialOffer = ({ bundle, priceKopecks }: Terms): Message => ({
  id: 'no-special-offer',
  title: 'Специального предложения сейчас нет',
  text: `Пакет можно подключить по обычной цене: ${rubles(priceKopecks)} за ${durationLabel(bundle.durationDays)}`,
  image: 'clock',
  buttons: [
    { label: `Подключить за ${rubles(priceKopecks)}`, action: 'accept' },
    { label: 'Не сейчас', action: 'dismissed' },
  ],
})

async function chooseTariff(
  months: readonly number[] | null,
  buyer: Buyer,
  io: FlowPorts,
  api: Client,
): Promise<Chosen> {
  const plans = fullBundles().filter((bundle) => !months || months.includes(monthsOf(bundle)))
  const offersPoints = mayPayByPoints(buyer.subscriber.subStatus)
  const balance = offersPoints ? await io.spinner('Проверяем баллы', () => readBalance(api)) : null
  const names = plans.map(({ name }) => name)
  const answer = await checkout({ plans: names, selected: names[0] ?? lowest, balance }, io)
  return answer === 'dismissed' ? null : { terms: plain(answer.bundle), shown: answer.sum }
}

/** Opens the checkout. Closing it after a choice asks for confirmation (O-MODAL-16). */
async function checkout(
  given: Omit<Modals['chooseTariff']['given'], 'onChoice'>,
  io: FlowPorts,
): Promise<Modals['chooseTariff']['answers']> {
  const { selected, pay } = given
  let left: TariffChoice | null = pay ? { bundle: selected, pay } : null
  const answer = await io.ask('chooseTariff', { ...given, onChoice: (choice) => void (left = choice) })
  if (answer !== 'dismissed' || !left) return answer
  if ((await io.ask('message', leavingCheckout)) !== 'accept') return 'dismissed'
  return checkout({ ...given, selected: left.bundle, pay: left.pay }, io)
}

function plain(name: BundleName): Terms {
  const bundle: Bundle = bundleNamed(name)
  return { bundle, priceKopecks: bundle.priceKopecks }
}
