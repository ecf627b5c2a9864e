import {
  type Bundle,
  bundleNamed,
  type BundleName,
  type Client,
  type CounterOffer,
  type CounterOfferName,
  fullBundles,
  monthsOf,
  type Request,
  type Subscriber,
} from '@paket/sdk'
import { mayPayByPoints } from '#domain/points.ts'
import { purchaseBlock, type PurchaseBlock } from '#domain/status-block.ts'
import { transition } from '#domain/transition.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { retrying } from '#flow/retrying.ts'
import type { Flow } from '#flow/run-flow.ts'
import { showMessage } from '#flow/show-failure.ts'
import type { Modals } from '#modals/define-modal.ts'
import type { Message } from '#messages/message.ts'
import { blockedMessages } from '#features/purchase/messages/blocked-messages.ts'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import { type AfterPurchase, purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { graceTerms, lowestBundle as lowest } from '#features/purchase/payable.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { readBalance } from '#features/purchase/flow/purchase-by-points.ts'
import { leavingCheckout } from '#features/purchase/messages/leaving-checkout.ts'
import { kindOf, statusInput } from '#features/purchase/subscriber-kind.ts'
import type { TariffChoice } from './choose-tariff-modal.tsx'
import { availableCounterOffers, counterOfferTerms, firstCounterOffers, type Terms } from './special-terms.ts'
import { transitionMessage } from '#features/purchase/messages/transition-message.ts'

/** How it is chosen what is bought. */
export type Choice =
  /** By the subscriber: what is sold, in rubles or points; a grace period pays for what is held. */
  | { kind: 'asked' }
  | { kind: 'bundle'; bundle: BundleName }
  /** Of these terms, in months. */
  | { kind: 'tariff'; months: readonly number[] }
  | { kind: 'counter-offer' }
  /** What a promocode or an action promised. */
  | { kind: 'terms'; terms: Terms }

/** Who buys, from where. */
export interface Buyer {
  subscriber: Subscriber
  source: Request<'createOrder'>['source']
  from: Purchase['from']
  after: AfterPurchase
  /** What the purchase came by. */
  way?: Pick<PendingPurchase, 'action' | 'partner'>
  now: () => Date
}

/** Lets the subscriber choose, and buys. Shows why they cannot; a holder is asked whether to move to the term that was chosen. */
export function checkoutFlow(choice: Choice, buyer: Buyer): Flow {
  return recoverFirst(buyer, async (io, api) => {
    const block = purchaseBlock(statusInput(buyer.subscriber))
    // Another term than the one that is held may be moved to; which one is known when it is chosen (OP-44).
    const mayMove = block === 'alreadyHas' && choice.kind !== 'asked'
    if (block && !mayMove) return showBlock(block, buyer, io)
    // What was promised for a price is bought for it.
    if (buyer.subscriber.isGracePeriod && choice.kind !== 'terms') return payInGrace(choice, buyer, io, api)
    const chosen = await choose(choice, buyer, io, api)
    if (!chosen || (mayMove && !(await movesTo(chosen.terms.bundle, buyer, io)))) return
    if (chosen.pay === 'card') return payByCard(chosen.terms, buyer, io, api)
    const goods = purchaseOf(chosen.terms, { ...buyer, from: 'scores' })
    await purchaseFlow({ start: 'new', goods, payBy: 'points' }, buyer.after)(io, api)
  })
}

const recoverFirst = ({ after, subscriber }: Buyer, next: Flow): Flow =>
  purchaseFlow({ start: 'recover', knownOrderId: subscriber.lastOrderId, next }, after)

/** Buys what was accepted instead of a cancellation. A subscription that works does not block it: the offer is for those who have one (T5). */
export const counterOfferFlow = (counterOffer: CounterOffer, buyer: Buyer): Flow =>
  recoverFirst(buyer, (io, api) => payByCard(retentionTerms(counterOffer, buyer.subscriber), buyer, io, api))

/** Buys it once more, as long as it is offered; when it is not, that is shown, and nothing is sold in its place. */
export const counterOfferAgainFlow = (name: CounterOfferName, bundle: BundleName, buyer: Buyer): Flow =>
  recoverFirst(buyer, async (io, api) => {
    const offers = await readOffers(buyer, io, api)
    if (!offers) return
    const offer = offers.find((each) => each.name === name)
    if (!offer) return void (await showMessage(offerIsOver, io, buyer.after))
    await payByCard({ ...counterOfferTerms(offer), bundle: bundleNamed(bundle) }, buyer, io, api)
  })

/** Our own words (OP-41). */
const offerIsOver: Message = {
  id: 'offer-is-over',
  title: 'Предложение больше не действует',
  text: 'Деньги не списаны, и по обычной цене мы ничего не подключили',
  image: 'clock',
  buttons: [
    { label: 'Понятно', action: 'dismissed' },
    { label: 'Написать в поддержку', action: 'support' },
  ],
}

/** The free month is of the month that is held, if it is one (OO-35). */
function retentionTerms(counterOffer: CounterOffer, { currentPeriod }: Subscriber): Terms {
  const held = currentPeriod.bundle && bundleNamed(currentPeriod.bundle)
  const terms = counterOfferTerms(counterOffer)
  return counterOffer.name === 'freeMonth' && held && monthsOf(held) === 1 ? { ...terms, bundle: held } : terms
}

async function showBlock(block: PurchaseBlock, buyer: Buyer, io: FlowPorts): Promise<void> {
  const message = blockedMessages[block]
  if (message) await showMessage(message, io, buyer.after)
}

/** Asks a holder whether to move to another term; says that there is one already where there is no moving (C-TRANSITION-08). */
async function movesTo(chosen: Bundle, buyer: Buyer, io: FlowPorts): Promise<boolean> {
  const held = buyer.subscriber.currentPeriod.bundle
  const move = held && transition(monthsOf(bundleNamed(held)), monthsOf(chosen))
  if (move) return (await io.ask('message', transitionMessage(move))) === 'accept'
  await showBlock('alreadyHas', buyer, io)
  return false
}

/** A grace period pays for what is held; who has chosen something else is led to where that and its price stand (OP-17, OP-59). */
async function payInGrace(choice: Choice, buyer: Buyer, io: FlowPorts, api: Client): Promise<void> {
  const { bundle, priceKopecks } = graceTerms(buyer.subscriber, buyer.now())
  const isHeld = choice.kind === 'asked' || (choice.kind === 'bundle' && choice.bundle === bundle)
  if (!isHeld) return buyer.after.toOplata()
  return payByCard({ bundle: bundleNamed(bundle), priceKopecks }, { ...buyer, from: 'grace-prolong' }, io, api)
}

/** What is bought, and by what; null when nothing is. */
type Chosen = { terms: Terms; pay: TariffChoice['pay'] } | null

const byCard = (terms: Terms | 'dismissed'): Chosen => (terms === 'dismissed' ? null : { terms, pay: 'card' })

async function choose(choice: Choice, buyer: Buyer, io: FlowPorts, api: Client): Promise<Chosen> {
  const { subscriber } = buyer
  switch (choice.kind) {
    case 'terms':
      return byCard(choice.terms)
    case 'bundle':
      return byCard(plain(choice.bundle))
    case 'asked': {
      if (mayPayByPoints(subscriber.subStatus)) return chooseTariff(null, buyer, io, api)
      const payAgain = kindOf(subscriber) === 'daily'
      const name = await io.ask('chooseBundle', { selected: lowest, payAgain })
      return name === 'dismissed' ? null : byCard(plain(name))
    }
    case 'tariff':
      return chooseTariff(choice.months, buyer, io, api)
    case 'counter-offer': {
      const offers = await readOffers(buyer, io, api)
      return offers && byCard(await chooseCounterOffer(firstCounterOffers(offers), io))
    }
  }
}

/** The offers, tried again as long as that is asked for; null when they could not be read. */
async function readOffers({ after }: Buyer, io: FlowPorts, api: Client): Promise<readonly CounterOffer[] | null> {
  const read = () => api.getAvailableCounterOffers()
  const end = await retrying(io, 'Ищем предложение', read, { actions: after })
  return end.ok ? availableCounterOffers(end.data) : null
}

/** One offer is the terms, several are chosen from at their discount (C-MODAL-09); without any it is the usual price. */
async function chooseCounterOffer(offers: readonly CounterOffer[], io: FlowPorts): Promise<Terms | 'dismissed'> {
  const [first] = offers
  if (!first) return plain(lowest)
  if (offers.length === 1) return counterOfferTerms(first)
  const { bundle: selected, discountPercent } = first
  const name = await io.ask('chooseBundle', { selected, plans: offers.map(({ bundle }) => bundle), discountPercent })
  if (name === 'dismissed') return name
  return counterOfferTerms(offers.find(({ bundle }) => bundle === name) ?? first)
}

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
  return answer === 'dismissed' ? null : { terms: plain(answer.bundle), pay: answer.pay }
}

/** The checkout; closing it after a choice, in whatever way, asks whether to leave (O-MODAL-16). */
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

const payByCard = (terms: Terms, buyer: Buyer, io: FlowPorts, api: Client): Promise<void> =>
  purchaseFlow({ start: 'new', goods: purchaseOf(terms, buyer) }, buyer.after)(io, api)

function purchaseOf(
  { bundle, durationDays, priceKopecks, counterOffer, promocode, experimentId }: Terms,
  { subscriber, from, source, after, way }: Buyer,
): Purchase {
  // A free subscription was never bought: paying for one is the first purchase (C-MODAL-24).
  const renewing = subscriber.subStatus === 'activated' && kindOf(subscriber) !== 'free'
  return {
    bundle,
    wanted: {
      bundle: bundle.name,
      priceKopecks,
      ...(promocode && { promocode: promocode.value }),
      ...(experimentId && { experimentId }),
      ...(counterOffer && { counterOffer: counterOffer.name }),
      ...way,
    },
    knownOrderId: subscriber.lastOrderId,
    ...(durationDays && { durationDays }),
    priceKopecks,
    // Where the visit came from says more than the page (OP-72).
    from: after.visit.fromFridge ? 'holodilnik' : from,
    source,
    renewing,
    isStoppedBy: (_, now) => subscriptionFingerprint(now) !== subscriptionFingerprint(subscriber),
    // Points pay the price of the catalogue, for those who start or come back (options T6).
    offersPoints: mayPayByPoints(subscriber.subStatus) && bundle.type === 'full' && !counterOffer && !promocode,
    ...(counterOffer && { counterOffer }),
    ...(promocode && { promocode }),
    ...(experimentId && { experimentId }),
  }
}

/** What a purchase changes, whatever stands in its way: the block, the bundle, and the periods that are paid for. */
function subscriptionFingerprint(subscriber: Subscriber): string {
  const { currentPeriod, lastPeriod, lastChainEndDate } = subscriber
  return JSON.stringify([purchaseBlock(statusInput(subscriber)), currentPeriod.bundle, lastPeriod, lastChainEndDate])
}

function plain(name: BundleName): Terms {
  const bundle: Bundle = bundleNamed(name)
  return { bundle, priceKopecks: bundle.priceKopecks }
}
