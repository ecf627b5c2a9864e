import { type Client, type Data, type Request, toBankCard } from '@paket/sdk'
import type { Modals } from '#modals/define-modal.ts'
import { follow } from '#features/purchase/recover/earlier-order.ts'
import { type Ordering, ordering, type PurchasePorts } from './ordering.ts'
import { purchaseByPoints, readBalance } from './purchase-by-points.ts'
import type { Purchase } from './purchase-input.ts'
import { stepsOf } from './steps.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'

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

/** Buys a bundle or an option: asks for the card, orders and follows the payment. Does not show how it ended. */
export async function purchase(given: Purchase, api: PurchaseApi, io: PurchasePorts): Promise<PurchaseEnd> {
  const [cards, points] = await io.spinner('Проверяем карты', () =>
    Promise.all([api.getBankCards(), given.offersPoints ? pointsOf(api) : null]),
  )
  if (!cards.ok) return { kind: 'cardsUnread', failure: cards.failure }
  const mainCard = mainCardOf(cards.data)

  // A free purchase asks for no card: it uses the main one if there is one (OP-23).
  const isFree = given.priceKopecks === 0
  const { goods = 'bundle', priceKopecks, bundle, durationDays = bundle.durationDays, promocode } = given
  const asked: Modals['chooseCard']['given'] = {
    goods,
    priceKopecks,
    days: durationDays,
    renewalDays: bundle.durationDays,
    mainCard,
    points,
    ...(promocode && { promocode: promocode.value }),
  }
  const pressed = isFree
    ? ({ method: mainCard ? 'mainCard' : 'newCard', sum: given.shown } as const)
    : await io.ask('chooseCard', asked)
  if (pressed === 'dismissed') return { kind: 'dismissed' }
  const { method: card } = pressed
  const what: Purchase = { ...given, shown: pressed.sum }
  if (card === 'points') return purchaseByPoints(what, api, io)

  const text = isFree ? 'Подписка активируется' : 'Заказ создаётся'
  const make: Ordering['make'] = async (intent, stored) => {
    const order = await api.createOrder(orderOf(what, card === 'mainCard'), { idempotencyKey: intent.id })
    if (order.ok) {
      io.advance()
      return follow({ ...intent, orderId: order.data.result.orderId }, card, stored, api, io)
    }
    return { kind: 'refused', failure: order.failure }
  }
  /** The server charges the main card that it knows: unless the user has seen that one, it is not charged. */
  const blockedBy: Ordering['blockedBy'] = async () => {
    if (isFree || card !== 'mainCard') return null
    const now = await api.getBankCards()
    return now.ok && mainCardOf(now.data)?.id !== mainCard?.id ? 'newMainCard' : null
  }
  const progress = stepsOf(card, { priceKopecks, days: durationDays })
  return ordering({ what, payment: card, text, progress, blockedBy, make }, api, io)
}

const mainCardOf = ({ cards }: Data<'getBankCards'>) => cards.map(toBankCard).find((card) => card.isMainCard) ?? null

/** The points that can be offered as a payment; null when there are none, or the balance is unknown (OO-38, OO-40). */
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
