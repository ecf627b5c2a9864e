import { type Client, toSubscriber } from '@paket/sdk'
import { purchaseBlock, type PurchaseBlock } from '#domain/status-block.ts'
import type { OrderInTheMaking } from '#flow/ports.ts'
import { statusInput } from './subscriber-kind.ts'

/** What a subscriber's data says just before an order is made. */
interface BeforeOrder extends Pick<OrderInTheMaking, 'lastOrderId'> {
  /** Why he may not buy now. */
  block: PurchaseBlock | null
}

/** Reads the last order (OP-33) and what stands in the way now. Data that cannot be read hinders nobody: the server has the last word. */
export async function readBeforeOrder(api: Pick<Client, 'getClientData'>): Promise<BeforeOrder> {
  const answer = await api.getClientData()
  if (!answer.ok) return { lastOrderId: undefined, block: null }
  const { result } = answer.data
  return { lastOrderId: result.orderId, block: purchaseBlock(statusInput(toSubscriber(result))) }
}
