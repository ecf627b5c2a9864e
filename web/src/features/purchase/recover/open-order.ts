import type { Client } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { StoredIntent, PurchaseIntent } from '#flow/purchase-intent.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import { inTurn, leaveForBank } from '#features/purchase/flow/ordering.ts'
import { stepsOfOrder } from '#features/purchase/flow/steps.ts'
import { chargePoints } from '#features/purchase/flow/purchase-by-points.ts'
import { recoverEarlierOrder } from './earlier-order.ts'

/** One try of a purchase: answers how it ended. */
export type Attempt = (api: Client, io: FlowPorts) => Promise<PurchaseEnd>
export type Earlier = PurchaseEnd & { earlier: PurchaseIntent }
export const isEarlier = (end: PurchaseEnd): end is Earlier => end.earlier !== undefined

/** Goes on with an open order: at its payment page, by charging its points, or by looking once more. */
export function finishOpenOrder(open: Extract<PurchaseEnd, { kind: 'open' }>): Attempt {
  const { earlier, finish } = open
  return async (api, io) => {
    const { orderId } = earlier
    if (finish.by === 'looking' || !orderId) return lookAgain(open, api, io)
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
    const since = await settle(open, {}, api, io)
    if (since.kind !== 'nothing') return since
    return {
      ...(await leaveForBank(finish.formUrl, 'Открываем страницу банка', stepsOfOrder(intent), io)),
      earlier: intent,
    }
  }
}

const lookAgain = (shown: Earlier, api: Client, io: FlowPorts): Promise<PurchaseEnd> =>
  inTurn(io, async (stored) => {
    const since = await changedElsewhere(shown, stored, api, io)
    if (since) return since
    keepUnlessAnother(shown.earlier, stored)
    return (await recoverEarlierOrder(stored, api, io)) ?? { kind: 'nothing' }
  })

/** Keeps what the user has decided about an intent, unless another tab has gone on with it since. */
export const settle = (
  shown: Earlier,
  decided: Partial<PurchaseIntent>,
  api: Client,
  io: FlowPorts,
): Promise<PurchaseEnd> =>
  inTurn(io, async (stored) => {
    const since = await changedElsewhere(shown, stored, api, io)
    if (!since) keepUnlessAnother({ ...shown.earlier, isTold: true, ...decided }, stored)
    return since ?? { kind: 'nothing' }
  })

/** What another tab has made of an intent since it was shown here; null when it has done nothing. */
async function changedElsewhere(
  shown: Earlier,
  stored: StoredIntent,
  api: Client,
  io: FlowPorts,
): Promise<PurchaseEnd | null> {
  const now = stored.read()
  if (now?.id !== shown.earlier.id) return null
  if (now.end) return { kind: now.end === 'paid' ? 'boughtMeanwhile' : 'nothing' }
  // Its order was not found or not charged when it was shown.
  const wasIdle = shown.kind === 'inDoubt' || (shown.kind === 'open' && shown.finish.by === 'points')
  return wasIdle && now.orderId ? recoverEarlierOrder(stored, api, io) : null
}

/** Another tab may have begun something else since. */
function keepUnlessAnother(intent: PurchaseIntent, stored: StoredIntent): void {
  const now = stored.read()
  if (!now || now.end || now.id === intent.id) stored.keep(intent)
}
