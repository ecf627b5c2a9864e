import { type Catalogue, priceKopecks, type Subscription } from '@paket/contract'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { detailsOf } from '#product/details.ts'
import { newOrder, type Order } from '#product/orders.ts'
import { ordersOf } from '#product/state.ts'
import { valueAt } from '@paket/contract'
import { itemsAt } from '#engine/state/overlay.ts'
import type { Effect, EffectCall, Outcome } from '#engine/calls/effect.ts'
import { orderVariables } from './end-order.ts'

/** An order of a bundle of the catalogue, or of an option that can be bought. */
export const placeOrder =
  (catalogue: Catalogue): Effect =>
  (call) =>
    place(catalogue, call, call.body['usingMainCard'] === true ? 'mainCard' : 'newCard')
/** The same, paid with points. */
export const placeScoresOrder =
  (catalogue: Catalogue): Effect =>
  (call) =>
    place(catalogue, call, 'scores')

function place(catalogue: Catalogue, call: EffectCall, kind: Order['kind']): Outcome | null {
  const { body, user, users, now } = call
  const goods = bundleOf(catalogue, call) ?? (kind === 'scores' ? null : optionOf(call))
  if (!goods) return null
  const order = newOrder({ kind, ...goods }, call, body)
  const variables = orderVariables(order, now)
  return {
    variables,
    commit() {
      ordersOf(user).set(order.id, order)
      users.emit(user, 'orderPlaced', variables)
    },
  }
}

type Goods = Pick<Order, 'bundleId' | 'optionId' | 'counterOfferId' | 'priceKopecks' | 'durationDays'>

function bundleOf(catalogue: Catalogue, { body, user, users, now }: EffectCall): Goods | null {
  const bundle = catalogue.bundles.find(({ id }) => id === body['bundleId'])
  if (!bundle) return null
  const { counterOfferId } = body
  return {
    bundleId: bundle.id,
    optionId: null,
    counterOfferId: typeof counterOfferId === 'string' ? counterOfferId : null,
    priceKopecks: priceKopecks(catalogue, bundle, counterOfferId, subscriptionOf(user, users), now),
    durationDays: bundle.durationDays,
  }
}

/** An option is ordered by its id in the place of the bundle's (OO-16); one that runs cannot be bought again. */
function optionOf({ body, user, users }: EffectCall): Goods | null {
  const option = itemsAt(users.body(user, detailsOf(user.scenario).orders.options), 'result').find(
    ({ optionId }) => optionId === body['bundleId'],
  )
  if (!option || option['startDate'] !== null) return null
  const { optionId, price, duration } = option
  return {
    bundleId: null,
    optionId: String(optionId),
    counterOfferId: null,
    priceKopecks: Number(price),
    durationDays: Number(duration),
  }
}

/** What the subscriber holds, as the scenario's call answers it. */
export function subscriptionOf(user: User, users: Users): Subscription {
  const body = users.body(user, detailsOf(user.scenario).orders.subscriber)
  const field = (name: string) => valueAt(body, `result.${name}`)
  const instant = (name: string) =>
    Date.parse(
      String(field(name))
        .replace(/ (?=[+-])/, '')
        .replace(' ', 'T'),
    )
  const bundleId = field('bundleId')
  return {
    bundleId: typeof bundleId === 'string' ? bundleId : null,
    isGracePeriod: field('isGracePeriod') === true,
    endMs: field('lastChainEndDate') === null ? instant('deactivationDate') : instant('lastChainEndDate'),
    deactivationMs: instant('deactivationDate'),
  }
}
