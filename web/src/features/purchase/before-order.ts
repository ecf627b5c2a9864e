import { type Client, toSubscriber } from '@paket/sdk'
import { purchaseBlock, type PurchaseBlock } from '#domain/status-block.ts'
import type { OrderInTheMaking } from '#flow/ports.ts'
import { statusInput } from './subscriber-kind.ts'

/** What a subscriber's data says just before an order is made. */
interface BeforeOrder extends Pick<OrderInTheMaking, 'lastOrderId'> {
  /** Another tab or device has bought since the purchase began: a second order is never made. */
  block: PurchaseBlock | null
}

/**
 * Reads the last order (OP-33), and whether something stands in the way that did not where the purchase began (`known`; undefined: not looked at).
 * Data that cannot be read hinders nobody: the server has the last word.
 */
export async function readBeforeOrder(
  api: Pick<Client, 'getClientData'>,
  known?: PurchaseBlock | null,
): Promise<BeforeOrder> {
  const answer = await api.getClientData()
  if (!answer.ok) return { lastOrderId: undefined, block: null }
  const { result } = answer.data
  const block = known === undefined ? null : purchaseBlock(statusInput(toSubscriber(result)))
  return { lastOrderId: result.orderId, block: block === known ? null : block }
}
