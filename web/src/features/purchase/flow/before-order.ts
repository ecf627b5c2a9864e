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
  /** The price of the goods now, in kopecks. */
  priceKopecks: number
}

/** Reads the id of the subscriber's last order (OP-33); undefined when it could not be read. */
export async function readLastOrder(api: Pick<Client, 'getClientData'>): Promise<LastOrder> {
  const answer = await api.getClientData()
  return answer.ok ? answer.data.result.orderId : undefined
}

const TRIES = 3
const PAUSE_MS = 2000

/** Reads the last order, what prevents this one, and the price. When client data cannot be read, nothing prevents it: the server decides. */
export async function readBeforeOrder(
  what: Pick<Purchase, 'goods' | 'isStoppedBy' | 'priceKopecks' | 'priceFor'> & { bundle: { id: string } },
  api: Pick<Client, 'getClientData' | 'getOptions'>,
  io: Pick<FlowPorts, 'sleep'>,
): Promise<BeforeOrder> {
  let answer = await api.getClientData()
  for (let left = TRIES - 1; left > 0 && !answer.ok && answer.failure.kind !== 'business'; left--) {
    await io.sleep(PAUSE_MS)
    answer = await api.getClientData()
  }
  if (!answer.ok) return { lastOrderId: undefined, block: null, priceKopecks: what.priceKopecks }
  const { result } = answer.data
  const now = what.goods === 'option' ? await optionNow(what.bundle.id, result, api) : bundleNow(what, result)
  return { lastOrderId: result.orderId, block: null, priceKopecks: what.priceKopecks, ...now }
}

/** What is known now of the goods. */
type Now = Partial<Pick<BeforeOrder, 'block' | 'priceKopecks'>>

function bundleNow({ isStoppedBy, priceFor }: Pick<Purchase, 'isStoppedBy' | 'priceFor'>, data: ClientData): Now {
  const now = knownSubscriber(data)
  if (!now) return {}
  const block = purchaseBlock(statusInput(now))
  return { ...(block && isStoppedBy?.(block, now) && { block }), ...(priceFor && { priceKopecks: priceFor(now) }) }
}

/** The price of the option, and whether it is connected or being connected. */
async function optionNow(id: string, { bundleId }: ClientData, api: Pick<Client, 'getOptions'>): Promise<Now> {
  const answer = bundleId === null ? null : await api.getOptions({ bundleId })
  const option = answer?.ok && answer.data.result.find(({ optionId }) => optionId === id)
  if (!option) return {}
  return { priceKopecks: option.price, ...(option.status !== 'inactive' && { block: 'hasOption' as const }) }
}

/** The subscriber; null when client data has a status, bundle or date that this release does not know. */
function knownSubscriber(data: ClientData): Subscriber | null {
  try {
    return toSubscriber(data)
  } catch {
    return null
  }
}
