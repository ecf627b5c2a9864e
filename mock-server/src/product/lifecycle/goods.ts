import { priceKopecks } from '@paket/contract'
import { type Goods, newOrder, type Order } from '#product/orders.ts'
import { type Situation, subscriptionOf } from './situation.ts'
import type { Opened } from './source.ts'

const noGoods: Goods = {
  bundleId: null,
  optionId: null,
  counterOfferId: null,
  promocodeId: null,
  priceKopecks: 0,
  durationDays: 0,
}
const text = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * Returns the goods of an order: a bundle that this user may buy, a partner's bundle to be activated (OP-57), an
 * inactive option (OO-16), or none.
 */
export function goodsOf(s: Situation, opened: Opened): { kind: 'bundle' | 'option' | 'none'; goods: Goods } {
  const { bundleId, counterOfferId, promocodeId } = s.request
  const bundle = s.bundle(bundleId)
  const promocode = s.promocode(promocodeId)
  const isSold = bundle?.kind === 'regular' && (bundle.type === 'full' || bundle.id === s.currentBundle?.id)
  if (bundle && (isSold || (bundle.kind === 'partner' && opened === 'card')))
    return {
      kind: 'bundle',
      goods: {
        bundleId: bundle.id,
        optionId: null,
        counterOfferId: text(counterOfferId),
        promocodeId: promocode?.id ?? null,
        priceKopecks:
          promocode?.priceKopecks ?? priceKopecks(s.shop.catalogue, bundle, counterOfferId, subscriptionOf(s), s.now),
        durationDays: bundle.durationDays,
      },
    }
  const option = s.items('options', 'result').find(({ optionId }) => optionId === bundleId)
  if (opened === 'binding' || option?.['status'] !== 'inactive') return { kind: 'none', goods: noGoods }
  return {
    kind: 'option',
    goods: {
      ...noGoods,
      optionId: String(bundleId),
      priceKopecks: Number(option['price']),
      durationDays: Number(option['duration']),
    },
  }
}

/** Creates the order of a call. */
export function orderOfCall(s: Situation, opened: Opened): Order | null {
  if (!s.call) return null
  const kind = opened === 'card' ? (s.request['usingMainCard'] === true ? 'mainCard' : 'newCard') : opened
  const maskedPan = kind === 'mainCard' ? text(s.mainCard?.['maskedPan']) : kind === 'newCard' ? NEW_CARD : null
  const { goods } = opened === 'binding' ? { goods: noGoods } : goodsOf(s, opened)
  return newOrder({ kind, maskedPan, ...goods }, s.call, s.request, s.now)
}
/** The masked number of a newly bound card. */
const NEW_CARD = '220070******1234'
