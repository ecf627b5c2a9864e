import { type Client, type ClientData, type Subscriber, toSubscriber } from '@paket/sdk'
import { purchaseBlock } from '#domain/status-block.ts'
import type { PurchaseIntent } from '#flow/purchase-intent.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Purchase } from './purchase-input.ts'
import type { BlockedBy } from '#features/purchase/end/purchase-end.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'

type LastOrder = PurchaseIntent['lastOrderId']
/** The state just before an order. */
interface BeforeOrder {
  lastOrderId: LastOrder
  /** What prevents the order. */
  block: BlockedBy | null
}

/** Reads the id of the subscriber's last order (OP-33); undefined when it could not be read. */
export async function readLastOrder(api: Pick<Client, 'getClientData'>): Promise<LastOrder> {
  const answer = await api.getClientData()
  return answer.ok ? answer.data.result.orderId : undefined
}

const TRIES = 3
const PAUSE_MS = 2000

/** Reads the last order and what prevents this one. When client data cannot be read, nothing prevents it: the server decides. */
export async function readBeforeOrder(
  what: Pick<Purchase, 'goods' | 'isStoppedBy' | 'priceKopecks'> & { bundle: { id: string } },
  api: Pick<Client, 'getClientData' | 'getOptions'>,
  io: Pick<FlowPorts, 'sleep'>,
): Promise<BeforeOrder> {
  let answer = await api.getClientData()
  for (let left = TRIES - 1; left > 0 && !answer.ok && answer.failure.kind !== 'business'; left--) {
    await io.sleep(PAUSE_MS)
    answer = await api.getClientData()
  }
  if (!answer.ok) return { lastOrderId: undefined, block: null }
  const { result } = answer.data
  const block = what.goods === 'option' ? await optionBlock(what, result, api) : bundleBlock(what.isStoppedBy, result)
  return { lastOrderId: result.orderId, block }
}

function bundleBlock(isStoppedBy: Purchase['isStoppedBy'], data: ClientData): BlockedBy | null {
  const now = isStoppedBy && knownSubscriber(data)
  const block = now && purchaseBlock(statusInput(now))
  return block && isStoppedBy(block, now) ? block : null
}

/** Whether the option is connected, being connected, or has another price than the one that was shown. */
async function optionBlock(
  { bundle, priceKopecks }: Pick<Purchase, 'priceKopecks'> & { bundle: { id: string } },
  { bundleId }: ClientData,
  api: Pick<Client, 'getOptions'>,
): Promise<BlockedBy | null> {
  const answer = bundleId === null ? null : await api.getOptions({ bundleId })
  const option = answer?.ok && answer.data.result.find(({ optionId }) => optionId === bundle.id)
  if (!option) return null
  if (option.status !== 'inactive') return 'hasOption'
  return option.price === priceKopecks ? null : 'newPrice'
}

/** The subscriber; null when client data has a status, bundle or date that this release does not know. */
function knownSubscriber(data: ClientData): Subscriber | null {
  try {
    return toSubscriber(data)
  } catch {
    return null
  }
}
