import { valueAt } from '@paket/contract'
import type { Effect } from '#engine/calls/effect.ts'

/** The months that are asked for, each with what the example has in its turn: there is a history whichever month it is. */
export const answerPeriods: Effect = ({ body, example }) => {
  const shown = valueAt(example, 'result') as object[]
  // A request without months breaks the contract, which is reported later.
  const asked = Array.isArray(body['periods']) ? (body['periods'] as object[]) : []
  return { variables: { periods: asked.map((period, place) => ({ ...shown[place % shown.length], ...period })) } }
}
