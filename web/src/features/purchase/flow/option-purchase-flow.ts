import type { Option, Request, Subscriber } from '@paket/sdk'
import { inRubles } from '#domain/sum.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type AfterPurchase, purchaseFlow } from './purchase-flow.ts'
import type { Purchase } from './purchase-input.ts'

/** Buys an option for a subscriber, after recovering an earlier purchase. */
export function optionPurchaseFlow(
  { optionId, name, priceKopecks, durationDays }: Pick<Option, 'optionId' | 'name' | 'priceKopecks' | 'durationDays'>,
  { lastOrderId }: Partial<Pick<Subscriber, 'lastOrderId'>>,
  source: Request<'createOrder'>['source'],
  after: AfterPurchase,
): Flow {
  const goods: Purchase = {
    goods: 'option',
    bundle: { id: optionId, durationDays },
    wanted: { option: name },
    knownOrderId: lastOrderId,
    priceKopecks,
    shown: inRubles(priceKopecks),
    // The payment page returns `from`, so that a visit from the fridge campaign is recognized again (OP-72).
    from: after.visit.fromFridge ? 'holodilnik' : 'profile',
    source,
    renewing: false,
  }
  const next = purchaseFlow({ start: 'new', goods }, after)
  return purchaseFlow({ start: 'recover', knownOrderId: lastOrderId, next }, after)
}
