import type { Client } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import { isUnseenEnd, type StoredIntent, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import { inTurn, leaveForBank, type PurchasePorts } from '#features/purchase/flow/ordering.ts'
import { stepsOfOrder } from '#features/purchase/flow/steps.ts'
import { chargePoints } from '#features/purchase/flow/purchase-by-points.ts'
import { recoverEarlierOrder } from './earlier-order.ts'

/** One try of a purchase; resolves with how it ended. */
export type Attempt = (api: Client, io: PurchasePorts) => Promise<PurchaseEnd>
export type Earlier = PurchaseEnd & { earlier: PurchaseIntent }
export const isEarlier = (end: PurchaseEnd): end is Earlier => end.earlier !== undefined

/** Finishes an open order: on its payment page, by charging its points, or by checking its status again. */
export function finishOpenOrder(open: Extract<PurchaseEnd, { kind: 'open' }>): Attempt {
  const { earlier, finish } = open
  return async (api, io) => {
    const { orderId } = earlier
    if (finish.by === 'looking' || !orderId) return checkAgain(open, api, io)
    const intent = { ...earlier, orderId }
    if (finish.by === 'points')
      return inTurn(
        io,
        async (stored) =>
          (await changedElsewhere(open, stored, api, io)) ??
          io.spinner(
            'Списываем баллы',
            async () => ({ ...(await chargePoints(intent, stored, api, io)), earlier: intent }),
            stepsOfOrder(intent),
          ),
      )
    const since = await storeDecision(open, {}, api, io)
    if (since.kind !== 'nothing') return since
    return {
      ...(await leaveForBank(finish.formUrl, 'Открываем страницу банка', stepsOfOrder(intent), io)),
      earlier: intent,
    }
  }
}

const checkAgain = (shown: Earlier, api: Client, io: PurchasePorts): Promise<PurchaseEnd> =>
  inTurn(io, async (stored) => {
    const since = await changedElsewhere(shown, stored, api, io)
    if (since) return since
    storeUnlessReplaced(shown.earlier, stored)
    // The stored intent may expire while its message is open.
    const intent = stored.read() ?? shown.earlier
    return (await recoverEarlierOrder(stored, api, io, intent)) ?? { kind: 'nothing' }
  })

/** Stores the user's decision about an intent, unless another tab has changed the intent since it was shown. */
export const storeDecision = (
  shown: Earlier,
  decision: Partial<PurchaseIntent>,
  api: Client,
  io: PurchasePorts,
): Promise<PurchaseEnd> =>
  inTurn(io, async (stored) => {
    const since = await changedElsewhere(shown, stored, api, io)
    if (!since) storeUnlessReplaced({ ...shown.earlier, isTold: true, ...decision }, stored)
    return since ?? { kind: 'nothing' }
  })

/** What another tab has done since an intent was shown here, which is shown instead; null when the shown intent is still the last one. */
async function changedElsewhere(
  shown: Earlier,
  stored: StoredIntent,
  api: Client,
  io: FlowPorts,
): Promise<PurchaseEnd | null> {
  const now = stored.read()
  const isReplaced = now?.id !== shown.earlier.id
  // Only another device's order is shown without being stored.
  if (!now || (isReplaced && shown.earlier.what === null)) return null
  if (isUnseenEnd(now)) return recoverEarlierOrder(stored, api, io)
  if (now.end === 'paid') return { kind: 'boughtMeanwhile' }
  if (now.end) return isReplaced ? null : { kind: 'nothing' }
  // When it was shown, its order was not found, or its points were not charged.
  const wasIdle = shown.kind === 'inDoubt' || (shown.kind === 'open' && shown.finish.by === 'points')
  return isReplaced || (wasIdle && now.orderId) ? recoverEarlierOrder(stored, api, io) : null
}

/** Stores an intent, unless another tab has started another purchase since, or its end was not seen yet. */
function storeUnlessReplaced(intent: PurchaseIntent, stored: StoredIntent): void {
  const now = stored.read()
  if (!now || now.id === intent.id || (now.end && !isUnseenEnd(now))) stored.write(intent)
}
