import {
  type Client,
  type CounterOffer,
  type OrderEnd,
  pollOrder,
  type Request,
  type Subscriber,
  toBankCard,
} from '@paket/sdk'
import type { FlowPorts, FollowedOrder, OrderInTheMaking } from '#flow/ports.ts'
import type { Modals } from '#modals/catalogue.ts'
import type { PurchaseBlock } from '#domain/status-block.ts'
import { readBeforeOrder, readLastOrder } from './before-order.ts'
import { purchaseByPoints, readBalance } from './purchase-by-points.ts'
import { type PurchaseEnd, unlessPaymentPage, withCounterOffer } from './purchase-end.ts'

/** What is bought, and where the user started. */
export interface Purchase {
  /** It renews by its own term, whatever is paid for now. */
  bundle: { id: string; durationDays: number }
  /** What is paid for now, when it is not the bundle's own term. */
  durationDays?: number
  /** An option is bought like a bundle, in its place (OO-16); other words. */
  goods?: 'option'
  /** What is asked for: the bundle's price, or the later price of a grace period. The server decides what is charged. */
  priceKopecks: number
  from: NonNullable<Request<'createOrder'>['returnUrlParameters']>['from']
  source: Request<'createOrder'>['source']
  /** A renewal of a subscription that waits for payment: other words at the end. */
  renewing: boolean
  /** Whether what stands in the way by the time of the order stops it: another tab or device may have bought since the purchase began. */
  isStoppedBy?: (block: PurchaseBlock, now: Subscriber) => boolean
  promocode?: { id: string; value: string }
  experimentId?: string
  counterOffer?: CounterOffer
  /** Whether points may pay for it, where there are any (options T6). */
  offersPoints?: boolean
}
export type PurchaseApi = Pick<
  Client,
  | 'getClientData'
  | 'getOptions'
  | 'getBankCards'
  | 'getScoresBalance'
  | 'createOrder'
  | 'createScoresOrder'
  | 'payOrder'
  | 'getOrderStatus'
>

/** Buys one bundle or option: card, order, spinner, payment. Shows nothing about how it ended. */
export async function purchase(what: Purchase, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  const [cards, points] = await io.spinner('Проверяем карты', () =>
    Promise.all([api.getBankCards(), what.offersPoints ? pointsOf(api) : null]),
  )
  if (!cards.ok) return { kind: 'cardsUnread', failure: cards.failure }
  const mainCard = cards.data.cards.map(toBankCard).find((card) => card.isMainCard) ?? null

  // A price of 0 asks for no card: the main one if there is one (OP-23).
  const isFree = what.priceKopecks === 0
  const { goods = 'bundle', priceKopecks, bundle, durationDays = bundle.durationDays, promocode } = what
  const asked: Modals['chooseCard']['given'] = {
    goods,
    priceKopecks,
    days: durationDays,
    renewalDays: bundle.durationDays,
    mainCard,
    points,
    ...(promocode && { promocode: promocode.value }),
  }
  const card = isFree ? (mainCard ? 'mainCard' : 'newCard') : await io.ask('chooseCard', asked)
  if (card === 'dismissed') return { kind: 'dismissed' }
  if (card === 'points') return purchaseByPoints(what, api, io)

  return io.spinner(isFree ? 'Подписка активируется' : 'Заказ создаётся', async () => {
    const { renewing } = what
    const { lastOrderId, block } = await readBeforeOrder(what, api)
    if (block) return { kind: 'blocked', block }
    // Kept before it is made: a reload finds the order and never makes another.
    io.follow({ lastOrderId, payment: card, renewing })
    const order = await api.createOrder(orderOf(what, card === 'mainCard'))
    if (!order.ok) {
      io.follow(null)
      return { kind: 'refused', failure: order.failure }
    }
    const end = await payOrder({ orderId: order.data.result.orderId, payment: card, renewing }, api, io)
    return withCounterOffer(end, what.counterOffer?.name)
  })
}

/** Goes on with an order that was being followed when the page was reloaded: it is followed, never ordered again. */
export function resumePurchase(order: FollowedOrder, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  const text = order.payment === 'scores' ? 'Списываем баллы' : 'Заказ создаётся'
  return io.spinner(text, () => payOrder(order, api, io))
}

const LOOKS = 5
const LOOK_EVERY_MS = 2000

/** Goes on with an order that was being made when the page was reloaded, if there is one: it may still be on its way. Never orders again. */
export async function findPurchase(order: OrderInTheMaking, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  const { lastOrderId, payment, renewing } = order
  const orderId = await io.spinner('Ищем заказ', () => {
    // Not lost by another reload.
    io.follow(order)
    return findOrderId(lastOrderId, api, io)
  })
  if (orderId) return resumePurchase({ orderId, payment, renewing }, api, io)
  io.follow(null)
  return { kind: 'inDoubt' }
}

/** The order that is newer than the last one known; null when none has come, or it cannot be told from the last one. */
async function findOrderId(
  lastOrderId: string | null | undefined,
  api: Pick<Client, 'getClientData'>,
  io: FlowPorts,
): Promise<string | null> {
  if (lastOrderId === undefined) return null
  for (let looks = 0; looks < LOOKS; looks++) {
    if (looks > 0) await io.sleep(LOOK_EVERY_MS)
    const newest = await readLastOrder(api)
    if (newest && newest !== lastOrderId) return newest
  }
  return null
}

/** After the payment page came back: how the order ended with the bank. */
export async function settlePurchase(
  orderId: string,
  renewing: boolean,
  api: PurchaseApi,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const end = await io.spinner('Проверяем оплату', () =>
    pollOrder(api, { orderId, payment: 'acquiring', sleep: (ms) => io.sleep(ms) }),
  )
  return unlessPaymentPage(end, { payment: 'acquiring', renewing })
}

/** How many points there are to pay with; null when there are none, or it is not known (OO-38, OO-40). */
async function pointsOf(api: Pick<Client, 'getScoresBalance'>): Promise<number | null> {
  const balance = await readBalance(api)
  return balance.kind === 'known' && balance.points > 0 ? balance.points : null
}

function orderOf(
  { bundle, from, source, promocode, counterOffer, experimentId }: Purchase,
  usingMainCard: boolean,
): Request<'createOrder'> {
  const parameters = { event: 'payment', from } as const
  return {
    source,
    bundleId: bundle.id,
    usingMainCard,
    ...(promocode && { promocodeId: promocode.id }),
    ...(counterOffer && { counterOfferId: counterOffer.id }),
    ...(experimentId && { experimentId }),
    returnUrlParameters: parameters,
    failUrlParameters: parameters,
  }
}

async function payOrder(order: FollowedOrder, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  io.follow(order)
  const { orderId, payment } = order
  const end: OrderEnd = await pollOrder(api, { orderId, payment, sleep: (ms) => io.sleep(ms) })
  // Forgotten before leaving: the browser's "back" must not lead to the payment page again.
  io.follow(null)
  if (end.kind !== 'paymentPage') return unlessPaymentPage(end, order)
  const visit = await io.openPayment(end.formUrl)
  return visit === 'unknown' ? { kind: 'invalid' } : { kind: 'returnedFromPayment', hasLeft: visit === 'back' }
}
