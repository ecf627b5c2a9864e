import { type Held, priceKopecks } from '#product/catalogue.ts'
import { newOrder, type Order } from '#product/orders.ts'
import { itemsAt, valueAt } from '#engine/users/overlay.ts'
import type { Effect, EffectCall, Outcome } from '#engine/calls/effect.ts'
import { orderVariables } from './end-order.ts'

/** An order of a bundle of the catalogue, or of an option that can be bought. */
export const placeOrder: Effect = (call) => place(call, call.body['usingMainCard'] === true ? 'mainCard' : 'newCard')
/** The same, paid with points. */
export const placeScoresOrder: Effect = (call) => place(call, 'scores')

function place(call: EffectCall, kind: Order['kind']): Outcome | null {
  const { body, user, users, now } = call
  const goods = bundleOf(call) ?? (kind === 'scores' ? null : optionOf(call))
  if (!goods) return null
  const order = newOrder({ kind, ...goods }, call, body)
  const variables = orderVariables(order, now)
  return {
    variables,
    commit() {
      user.orders.set(order.id, order)
      users.happen(user, 'orderPlaced', variables)
    },
  }
}

type Goods = Pick<Order, 'bundleId' | 'optionId' | 'counterOfferId' | 'priceKopecks' | 'durationDays'>

function bundleOf(call: EffectCall): Goods | null {
  const { body, contract, now } = call
  const bundle = contract.catalogue.bundles.find(({ id }) => id === body['bundleId'])
  if (!bundle) return null
  const { counterOfferId } = body
  return {
    bundleId: bundle.id,
    optionId: null,
    counterOfferId: typeof counterOfferId === 'string' ? counterOfferId : null,
    priceKopecks: priceKopecks(contract.catalogue, bundle, counterOfferId, held(call), now),
    durationDays: bundle.durationDays,
  }
}

/** An option is ordered by its id in the place of the bundle's (OO-16); one that runs cannot be bought again. */
function optionOf({ body, user, users }: EffectCall): Goods | null {
  const option = itemsAt(users.body(user, user.scenario.orders.options), 'result').find(
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

/** What the subscriber holds, as the scenario's call tells it. */
export function held({ user, users }: Pick<EffectCall, 'user' | 'users'>): Held {
  const body = users.body(user, user.scenario.orders.subscriber)
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
