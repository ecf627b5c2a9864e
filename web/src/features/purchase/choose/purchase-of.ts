import type { Subscriber } from '@paket/sdk'
import { mayPayByPoints } from '#domain/points.ts'
import { purchaseBlock } from '#domain/status-block.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { kindOf, statusInput } from '#features/purchase/subscriber-kind.ts'
import type { Buyer } from './buyer.ts'
import type { Terms } from './special-terms.ts'

/** The purchase of what was chosen, on its terms. */
export function purchaseOf(
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

/** What a purchase changes, whatever blocks it: the block, the bundle, and the periods that are paid for. */
function subscriptionFingerprint(subscriber: Subscriber): string {
  const { currentPeriod, lastPeriod, lastChainEndDate } = subscriber
  return JSON.stringify([purchaseBlock(statusInput(subscriber)), currentPeriod.bundle, lastPeriod, lastChainEndDate])
}
