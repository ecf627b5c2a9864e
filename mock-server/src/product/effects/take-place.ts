import { detailsOf } from '#product/details.ts'
import { itemsAt } from '#engine/state/overlay.ts'
import type { Effect } from '#engine/calls/effect.ts'

/** A place for one more member of an option; null when all are taken. */
export const takePlace: Effect = ({ body, user, users }) => {
  const { orders, family } = detailsOf(user.scenario)
  const option = itemsAt(users.body(user, orders.options), 'result').find(
    ({ optionId }) => optionId === body['optionId'],
  )
  const taken = itemsAt(users.body(user, family.members), 'result.relations').filter(
    ({ status }) => !family.withoutPlace.includes(String(status)),
  )
  return option && taken.length < Number(option['maxRelations']) ? {} : null
}
