import {
  type Client,
  type CounterOffer,
  type CounterOfferName,
  type Failure,
  type OrderEnd,
  type PaymentKind,
  pollOrder,
  type Request,
  toBankCard,
} from '@paket/sdk'
import type { FlowPorts, FollowedOrder } from '#flow/ports.ts'

/** What is bought, and where the user started. */
export interface Purchase {
  bundle: { id: string; durationDays: number }
  /** What is asked for: the bundle's price, or the later price of a grace period. The server decides what is charged. */
  priceKopecks: number
  from: NonNullable<Request<'createOrder'>['returnUrlParameters']>['from']
  source: Request<'createOrder'>['source']
  /** A renewal of a subscription that waits for payment: other words at the end. */
  renewing: boolean
  promocode?: { id: string; value: string }
  experimentId?: string
  counterOffer?: CounterOffer
}
export type PurchaseApi = Pick<Client, 'getBankCards' | 'createOrder' | 'getOrderStatus'>

/** How a purchase ended. */
export type PurchaseEnd =
  | { kind: 'purchased'; renewing: boolean; counterOffer?: CounterOfferName }
  | { kind: 'dismissed' }
  /** The user left for the payment page and came back: the data tells whether he paid (OP-65). */
  | { kind: 'returnedFromPayment' }
  | { kind: 'cardsUnread'; failure: Failure<'getBankCards'> }
  | { kind: 'refused'; failure: Failure<'createOrder'> }
  | { kind: 'declined' }
  | { kind: 'pointsRefused'; failure: Failure<'createScoresOrder' | 'payOrder'> }
  | { kind: 'pointsDeclined' }
  | { kind: 'statusUnread'; failure: Failure<'getOrderStatus'> }
  /** A status that the payment cannot have, or a payment page at an unknown address. */
  | { kind: 'invalid' }
  | { kind: 'tooManyAttempts' }

/** Buys one bundle: card, order, spinner, payment. Shows nothing about how it ended. */
export async function purchase(what: Purchase, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  const cards = await io.spinner('Проверяем карты', () => api.getBankCards())
  if (!cards.ok) return { kind: 'cardsUnread', failure: cards.failure }
  const mainCard = cards.data.cards.map(toBankCard).find((card) => card.isMainCard) ?? null

  // A price of 0 asks for no card: the main one if there is one (OP-23).
  const isFree = what.priceKopecks === 0
  const asked = {
    priceKopecks: what.priceKopecks,
    days: what.bundle.durationDays,
    mainCard,
    ...(what.promocode && { promocode: what.promocode.value }),
  }
  const card = isFree ? (mainCard ? 'mainCard' : 'newCard') : await io.ask('chooseCard', asked)
  if (card === 'dismissed') return { kind: 'dismissed' }

  return io.spinner(isFree ? 'Подписка активируется' : 'Заказ создаётся', async () => {
    const order = await api.createOrder(orderOf(what, card === 'mainCard'))
    if (!order.ok) return { kind: 'refused', failure: order.failure }
    const end = await payOrder({ orderId: order.data.result.orderId, payment: card, renewing: what.renewing }, api, io)
    return end.kind === 'purchased' && what.counterOffer ? { ...end, counterOffer: what.counterOffer.name } : end
  })
}

/** Goes on with an order that was being followed when the page was reloaded: it is followed, never ordered again. */
export function resumePurchase(order: FollowedOrder, api: PurchaseApi, io: FlowPorts): Promise<PurchaseEnd> {
  const text = order.payment === 'scores' ? 'Списываем баллы' : 'Заказ создаётся'
  return io.spinner(text, () => payOrder(order, api, io))
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
  return (await io.openPayment(end.formUrl)) ? { kind: 'returnedFromPayment' } : { kind: 'invalid' }
}

/** How an order that needs no payment page ended. */
export function unlessPaymentPage(
  end: Exclude<OrderEnd, { kind: 'paymentPage' }>,
  { payment, renewing }: { payment: PaymentKind; renewing: boolean },
): PurchaseEnd {
  switch (end.kind) {
    case 'paid':
      return { kind: 'purchased', renewing }
    case 'failed':
      return { kind: 'statusUnread', failure: end.failure }
    case 'declined':
      return { kind: payment === 'scores' ? 'pointsDeclined' : 'declined' }
    case 'invalid':
    case 'tooManyAttempts':
      return { kind: end.kind }
  }
}
