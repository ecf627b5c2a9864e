import { type Client, payByPoints } from '@paket/sdk'
import type { Balance } from '#domain/points.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { readBeforeOrder } from './before-order.ts'
import type { Purchase } from './purchase.ts'
import { type PurchaseEnd, unlessPaymentPage } from './purchase-end.ts'

/** What is known of the points (OP-18): the contract says by its outcome what a failed read means. */
export async function readBalance(api: Pick<Client, 'getScoresBalance'>): Promise<Balance> {
  const answer = await api.getScoresBalance()
  if (answer.ok) return { kind: 'known', points: answer.data.result.scoresBalance }
  return { kind: answer.failure.outcome === 'points-off' ? 'off' : 'unverified' }
}

/** Buys one bundle by points: order, charge, follow (C-POINTS-03..06). The spinner closes however it ends. */
export function purchaseByPoints(
  what: Pick<Purchase, 'renewing' | 'isStoppedBy'> & { bundle: { id: string } },
  api: Pick<Client, 'getClientData' | 'getOptions' | 'createScoresOrder' | 'payOrder' | 'getOrderStatus'>,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const { bundle, renewing } = what
  return io.spinner('Списываем баллы', async () => {
    const { block } = await readBeforeOrder(what, api)
    if (block) return { kind: 'blocked', block }
    const end = await payByPoints(api, {
      bundleId: bundle.id,
      // Kept before it is charged: a reload follows the order and never makes another.
      onOrder: (orderId) => io.follow({ orderId, payment: 'scores', renewing }),
      sleep: (ms) => io.sleep(ms),
    })
    io.follow(null)
    if (end.kind === 'notOrdered' || end.kind === 'notCharged') return { kind: 'pointsRefused', failure: end.failure }
    return unlessPaymentPage(end, { payment: 'scores', renewing })
  })
}
