import type { Catalogue } from '@paket/contract'
import { answerPeriods } from './answer-periods.ts'
import { bindCard } from './bind-card.ts'
import { chargePoints } from './charge-points.ts'
import type { Effect } from '#engine/calls/effect.ts'
import { followOrder } from './follow-order.ts'
import { placeOrder, placeScoresOrder } from './place-order.ts'
import { takePlace } from './take-place.ts'

/** What an accepted call can change. Scenario files say which call has which effect; no code names a call. */
export const effects = (catalogue: Catalogue): Record<string, Effect> => ({
  placeOrder: placeOrder(catalogue),
  placeScoresOrder: placeScoresOrder(catalogue),
  chargePoints,
  followOrder,
  bindCard,
  takePlace,
  answerPeriods,
})
