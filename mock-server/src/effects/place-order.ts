import { type Held, priceKopecks } from '#catalogue.ts'
import { newOrder, type Order } from '#orders.ts'
import { valueAt } from '#overlay.ts'
import type { Effect, EffectCall, Outcome } from './effect.ts'
import { orderVariables } from './end-order.ts'

/** An order of a bundle of the catalogue. */
export const placeOrder: Effect = (call) => place(call, call.body['usingMainCard'] === true ? 'mainCard' : 'newCard')
/** An order of a bundle of the catalogue that is paid with points. */
export const placeScoresOrder: Effect = (call) => place(call, 'scores')

function place(call: EffectCall, kind: Order['kind']): Outcome | null {
  const { body, user, users, contract, now } = call
  const bundle = contract.catalogue.bundles.find(({ id }) => id === body['bundleId'])
  if (!bundle) return null
  const { counterOfferId } = body
  const order = newOrder(
    {
      kind,
      bundleId: bundle.id,
      counterOfferId: typeof counterOfferId === 'string' ? counterOfferId : null,
      priceKopecks: priceKopecks(contract.catalogue, bundle, counterOfferId, held(call), now),
      durationDays: bundle.durationDays,
    },
    call,
    body,
  )
  const variables = orderVariables(order, now)
  return {
    variables,
    commit() {
      user.orders.set(order.id, order)
      users.happen(user, 'orderPlaced', variables)
    },
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
