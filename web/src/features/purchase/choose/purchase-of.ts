import type { Subscriber } from '@paket/sdk'
import { mayPayByPoints } from '#domain/points.ts'
import { purchaseBlock } from '#domain/status-block.ts'
import type { Sum } from '#domain/sum.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { kindOf, statusInput } from '#features/purchase/subscriber-kind.ts'
import type { Buyer } from './buyer.ts'
import type { Terms } from './special-terms.ts'

/** The purchase of a bundle on the chosen terms, by a button that was drawn with the sum `shown`. */
export function purchaseOf(
  { bundle, durationDays, priceKopecks, priceFor, counterOffer, promocode, experimentId }: Terms,
  shown: Sum,
  { subscriber, from, source, after, way }: Buyer,
): Purchase {
  // A free subscription was not bought, so that paying for one is a first purchase (C-MODAL-24).
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
    ...(priceFor && { priceFor }),
    shown,
    // A visit from the fridge campaign keeps its origin, no matter on which page it buys (OP-72).
    from: after.visit.fromFridge ? 'holodilnik' : from,
    source,
    renewing,
    isStoppedBy: (_, now) => subscriptionFingerprint(now) !== subscriptionFingerprint(subscriber),
    // Points can pay only the catalogue's price, for a user who starts or resumes a subscription (options T6).
    offersPoints: mayPayByPoints(subscriber.subStatus) && bundle.type === 'full' && !counterOffer && !promocode,
    ...(counterOffer && { counterOffer }),
    ...(promocode && { promocode }),
    ...(experimentId && { experimentId }),
  }
}

/** A text of everything that a purchase changes: the block, the bundle and the paid periods. Another text means that the user has bought elsewhere. */
function subscriptionFingerprint(subscriber: Subscriber): string {
  const { currentPeriod, lastPeriod, lastChainEndDate } = subscriber
  return JSON.stringify([purchaseBlock(statusInput(subscriber)), currentPeriod.bundle, lastPeriod, lastChainEndDate])
}
