import type { Client, FailureKind } from '@paket/sdk'
import { randomUuid } from '#domain/uuid.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { anotherTabBuys } from '#features/purchase/messages/another-tab.ts'
import { readBeforeOrder } from './before-order.ts'
import { recoverEarlierOrder, checkLastOrder } from '#features/purchase/recover/earlier-order.ts'
import { isSameIntent, type StoredIntent, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Purchase } from './purchase-input.ts'
import type { Progress } from '#modals/modal-stack.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'

type OrderingApi = Pick<Client, 'getClientData' | 'getOptions' | 'getOrderStatus'>

/** What is ordered, how it is paid, the spinner's text and steps, and the call that makes the order. */
export interface Ordering {
  what: Pick<Purchase, 'goods' | 'isStoppedBy' | 'knownOrderId' | 'wanted' | 'from' | 'renewing'> & {
    bundle: { id: string }
  }
  payment: PurchaseIntent['payment']
  text: string
  progress: Progress
  make: (intent: PurchaseIntent, stored: StoredIntent) => Promise<PurchaseEnd>
}

/**
 * Orders, alone among the tabs: first looks what became of an earlier intent and whether another tab or device has ordered meanwhile, then
 * keeps the intent, and only then lets it be made.
 */
export async function ordering(
  { what, payment, text, progress, make }: Ordering,
  api: OrderingApi,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const end = await inTurn(io, async (stored) => {
    const earlier = await recoverEarlierOrder(stored, api, io)
    if (earlier) return earlier
    return io.spinner(
      text,
      async () => {
        const before = stored.read()
        const { wanted, from, renewing, knownOrderId } = what
        // Its status before the data: what is paid in between shows there.
        const known = await checkLastOrder(knownOrderId, { isNews: false, from }, before, api, io)
        if (known) return known
        const read = await readBeforeOrder(what, api, io)
        if (read.block) return { kind: 'blocked', block: read.block }
        const isUnread = read.lastOrderId === undefined
        const lastOrderId = isUnread ? (before?.orderId ?? knownOrderId) : read.lastOrderId
        if (isUnread || lastOrderId !== knownOrderId) {
          // Without the data no one knows a payment of today from an old one.
          const isNews = isUnread || knownOrderId !== undefined
          const newer = await checkLastOrder(lastOrderId, { isNews, from }, before, api, io)
          if (newer) return newer
        }
        const asked = { what: wanted, from, payment, renewing, lastOrderId }
        const isRepeated = before !== null && !before.end && isSameIntent(before, asked)
        // The first one's last order counts: a newer one may be its own.
        const intent: PurchaseIntent = isRepeated
          ? { ...before, isTold: undefined, mayRepeat: undefined }
          : { ...asked, id: randomUuid(), startedAt: Date.now() }
        stored.keep(intent)
        const made = await make(intent, stored)
        // What is refused was not made; how one before it ended, whose order was not found, is as unknown as it was.
        if ('failure' in made && isRefusal(made.failure) && !stored.read()?.orderId)
          stored.keep(before?.end ? null : before)
        return made
      },
      progress,
    )
  })
  return end.kind === 'toBank' ? leaveForBank(end.formUrl, text, { ...progress, at: 1 }, io) : end
}

/**
 * Whether the server, want of a connection or a limit of calls (429) says that nothing was done. A 5XX says no more than a lost answer: a
 * gateway may have given up what went on behind it. `underWay` (409) says that the same intent is being ordered.
 */
export const isRefusal = ({ kind, name }: { kind: FailureKind; name: string }) =>
  (kind === 'business' && name !== 'underWay') || name === 'notSent' || name === 'tooManyRequests'

/** Runs work in this tab's turn; says when another one does not come to an end. */
export async function inTurn(
  io: FlowPorts,
  work: (stored: StoredIntent) => Promise<PurchaseEnd>,
  waiting: typeof anotherTabBuys | null = anotherTabBuys,
): Promise<PurchaseEnd> {
  const end = await io.alone(work, waiting)
  if (end === 'dismissed') return { kind: 'dismissed' }
  return end === 'busy' ? { kind: waiting ? 'elsewhere' : 'nothing' } : end
}

/** Leaves for the bank's page. Anyone who comes back is asked about the order by the next purchase, and by the next visit. */
export async function leaveForBank(
  formUrl: string,
  text: string,
  progress: Progress,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const visit = await io.spinner(text, () => io.openPayment(formUrl), progress)
  return { kind: visit === 'unknown' ? 'invalid' : 'returnedFromPayment' }
}
