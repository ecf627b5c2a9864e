import {
  type Bundle,
  bundleNamed,
  type Client,
  type CounterOffer,
  type CounterOfferName,
  monthsOf,
  type Subscriber,
} from '@paket/sdk'
import { purchaseBlock, type PurchaseBlock } from '#domain/status-block.ts'
import { inRubles, isSameSum, type Sum } from '#domain/sum.ts'
import { transition } from '#domain/transition.ts'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import { showMessage } from '#flow/show-failure.ts'
import type { Message } from '#messages/message.ts'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { blockedMessages, newPrice } from '#features/purchase/messages/blocked-messages.ts'
import { transitionMessage } from '#features/purchase/messages/transition-message.ts'
import { graceTerms } from '#features/purchase/payable.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import type { Buyer, Choice } from './buyer.ts'
import { choose, type Chosen, readOffers } from './choose.ts'
import { purchaseOf } from './purchase-of.ts'
import { counterOfferTerms, type Terms } from './special-terms.ts'

/** Lets the subscriber choose, and buys. Shows a message when they may not buy; a change of term is confirmed first. */
export function checkoutFlow(choice: Choice, buyer: Buyer): Flow {
  return recoverFirst(buyer, async (io, api) => {
    const block = purchaseBlock(statusInput(buyer.subscriber))
    // A subscriber may change to another term, which is known only after the choice (OP-44).
    const mayMove = block === 'alreadyHas' && choice.kind !== 'asked'
    if (block && !mayMove) return showBlock(block, buyer, io)
    // Terms that were promised are also valid in a grace period.
    if (buyer.subscriber.isGracePeriod && choice.kind !== 'terms') return payInGrace(choice, buyer, io, api)
    const chosen = await choose(choice, buyer, io, api)
    if (!chosen || (mayMove && !(await movesTo(chosen.terms.bundle, buyer, io)))) return
    await pay(chosen, buyer, io, api)
  })
}

const recoverFirst = ({ after, subscriber }: Buyer, next: Flow): Flow =>
  purchaseFlow({ start: 'recover', knownOrderId: subscriber.lastOrderId, next }, after)

/** Buys a counter-offer that was accepted instead of a cancellation. An active subscription does not block it, because the offer needs one (T5). */
export const counterOfferFlow = (counterOffer: CounterOffer, shown: Sum, buyer: Buyer): Flow =>
  recoverFirst(buyer, (io, api) =>
    pay({ terms: retentionTerms(counterOffer, buyer.subscriber), shown }, buyer, io, api),
  )

/** Buys a counter-offer again if it is still available. Otherwise shows that it is not, and sells nothing else instead. */
export const counterOfferAgainFlow = (
  { counterOffer: name, bundle, priceKopecks }: PendingPurchase & { counterOffer: CounterOfferName },
  buyer: Buyer,
): Flow =>
  recoverFirst(buyer, async (io, api) => {
    const offers = await readOffers(buyer, io, api)
    if (!offers) return
    const offer = offers.find((each) => each.name === name)
    if (!offer) return void (await showMessage(offerIsOver, io, buyer.after))
    const terms = { ...counterOfferTerms(offer), bundle: bundleNamed(bundle) }
    await pay({ terms, shown: inRubles(priceKopecks) }, buyer, io, api)
  })

/** The source has no text for it: this one is ours (OP-41). */
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

/** The terms of a counter-offer in the cancellation. The free month is one of the current bundle, if that bundle is monthly (OO-35). */
function retentionTerms(counterOffer: CounterOffer, { currentPeriod }: Subscriber): Terms {
  const current = currentPeriod.bundle && bundleNamed(currentPeriod.bundle)
  const terms = counterOfferTerms(counterOffer)
  return counterOffer.name === 'freeMonth' && current && monthsOf(current) === 1 ? { ...terms, bundle: current } : terms
}

async function showBlock(block: PurchaseBlock, buyer: Buyer, io: FlowPorts): Promise<void> {
  const message = blockedMessages[block]
  if (message) await showMessage(message, io, buyer.after)
}

/** Asks whether to change to the chosen term. When that change is not possible, shows that there is a subscription already (C-TRANSITION-08). */
async function movesTo(chosen: Bundle, buyer: Buyer, io: FlowPorts): Promise<boolean> {
  const current = buyer.subscriber.currentPeriod.bundle
  const move = current && transition(monthsOf(bundleNamed(current)), monthsOf(chosen))
  if (move) return (await io.ask('message', transitionMessage(move))) === 'accept'
  await showBlock('alreadyHas', buyer, io)
  return false
}

/** A grace period pays for the current subscription. For any other choice the user is led to the page that shows its price (OP-17, OP-59). */
async function payInGrace(choice: Choice, buyer: Buyer, io: FlowPorts, api: Client): Promise<void> {
  const termsOf = (subscriber: Subscriber) => graceTerms(subscriber, buyer.now())
  const { bundle, priceKopecks } = termsOf(buyer.subscriber)
  const isCurrent = choice.kind === 'asked' || (choice.kind === 'bundle' && choice.bundle === bundle)
  if (!isCurrent) return buyer.after.toOplata()
  const priceFor = (now: Subscriber) => termsOf(now).priceKopecks
  const terms = { bundle: bundleNamed(bundle), priceKopecks, priceFor }
  const { shown = inRubles(priceKopecks) } = choice
  await pay({ terms, shown }, { ...buyer, from: 'grace-prolong' }, io, api)
}

/** Buys on the terms. Where the pressed button has shown another price, shows that of the terms instead. */
async function pay({ terms, shown }: NonNullable<Chosen>, buyer: Buyer, io: FlowPorts, api: Client): Promise<void> {
  const { after } = buyer
  const sum: Sum = { ...shown, kopecks: terms.priceKopecks }
  if (!isSameSum(shown, sum)) {
    after.refresh()
    return void (await showMessage(newPrice(sum), io, after))
  }
  const goods = purchaseOf(terms, shown, shown.in === 'points' ? { ...buyer, from: 'scores' } : buyer)
  await purchaseFlow({ start: 'new', goods }, after)(io, api)
}
