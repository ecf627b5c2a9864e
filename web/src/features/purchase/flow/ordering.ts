import type { Client } from '@paket/sdk'
import { isSameSum, type Sum } from '#domain/sum.ts'
import { randomUuid } from '#domain/uuid.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { anotherTabBuys } from '#features/purchase/messages/another-tab.ts'
import { readBeforeOrder } from './before-order.ts'
import { recoverEarlierOrder, checkLastOrder } from '#features/purchase/recover/earlier-order.ts'
import { activationOf, isSameIntent, type StoredIntent, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Purchase } from './purchase-input.ts'
import type { Progress } from '#modals/modal-stack.ts'
import { type BlockedBy, isRefusal, type PurchaseEnd } from '#features/purchase/end/purchase-end.ts'

/** What a purchase may do outside of itself. */
export interface PurchasePorts extends FlowPorts {
  /** Shows an end while no other tab has its turn, so that it is shown in one tab, and at the next visit if this one is closed first. */
  onEnd?: (end: PurchaseEnd, stored: StoredIntent) => Promise<void>
}
type OrderingApi = Pick<Client, 'getClientData' | 'getOptions' | 'getOrderStatus'>

export interface Ordering {
  /** The goods. */
  what: Omit<Purchase, 'bundle' | 'source'> & { bundle: { id: string } }
  payment: PurchaseIntent['payment']
  /** Text and steps of the spinner. */
  text: string
  progress: Progress
  /** What else prevents the order. */
  blockedBy?: () => Promise<BlockedBy | null>
  /** Creates the order and follows it. */
  make: (intent: PurchaseIntent, stored: StoredIntent) => Promise<PurchaseEnd>
}

/**
 * Orders, in one tab at a time. Before the order it recovers an earlier purchase, checks whether another tab or device has ordered meanwhile, and
 * stores the intent.
 */
export async function ordering(
  { what, payment, text, progress, blockedBy, make }: Ordering,
  api: OrderingApi,
  io: PurchasePorts,
): Promise<PurchaseEnd> {
  // Also as a part of another flow, of a promocode or a cancellation. An activation is no purchase.
  if (activationOf(what.wanted) === null) io.needs('buying')
  // Calls that fail would leave in doubt whether there is an order.
  if (!io.isOnline()) return { kind: 'offline' }
  const end = await inTurn(io, async (stored) => {
    const earlier = await recoverEarlierOrder(stored, api, io)
    if (earlier) return earlier
    return io.spinner(
      text,
      async () => {
        const before = stored.read()
        const { wanted, from, renewing, knownOrderId } = what
        // Before client data is read: a payment between the two reads is then visible in client data.
        const known = await checkLastOrder(knownOrderId, { isNews: false, from }, before, api, io)
        if (known) return known
        const [read, also] = await Promise.all([readBeforeOrder(what, api, io), blockedBy?.()])
        const block = read.block ?? also
        if (block) return { kind: 'blocked', block }
        const sum: Sum = { kopecks: read.priceKopecks, in: payment === 'scores' ? 'points' : 'rubles' }
        if (!isSameSum(what.shown, sum)) return { kind: 'newPrice', sum }
        const isUnread = read.lastOrderId === undefined
        const lastOrderId = isUnread ? (before?.orderId ?? knownOrderId) : read.lastOrderId
        if (isUnread || lastOrderId !== knownOrderId) {
          // Without client data a payment of today cannot be distinguished from an old one.
          const isNews = isUnread || knownOrderId !== undefined
          const newer = await checkLastOrder(lastOrderId, { isNews, from }, before, api, io)
          if (newer) return newer
        }
        const draft = { what: wanted, from, payment, renewing, lastOrderId }
        const isRepeated = before !== null && !before.end && isSameIntent(before, draft)
        // A repeated intent keeps its first `lastOrderId`, because a newer order may be its own.
        const intent: PurchaseIntent = isRepeated
          ? { ...before, isTold: undefined, mayRepeat: undefined }
          : { ...draft, id: randomUuid(), startedAt: Date.now() }
        stored.write(intent)
        const made = await make(intent, stored)
        if ('failure' in made && isRefusal(made.failure) && !stored.read()?.orderId) {
          const { kind, name } = made.failure
          // The server repeats its refusal to this key for a day. Without a session it has not read the key.
          const isKeyUsed = isRepeated && kind === 'business' && name !== 'unauthorized'
          // A refused order does not exist: what is stored of an earlier one stays as it was.
          stored.write(isKeyUsed ? { ...before, id: randomUuid() } : before)
        }
        return made
      },
      progress,
    )
  })
  return end.kind === 'toBank' ? leaveForBank(end.formUrl, text, { ...progress, at: 1 }, io) : end
}

/** Runs work while no other tab orders. `waiting` is the text of the modal that waits for another tab; null does not wait. */
export async function inTurn(
  io: PurchasePorts,
  work: (stored: StoredIntent) => Promise<PurchaseEnd>,
  waiting: typeof anotherTabBuys | null = anotherTabBuys,
): Promise<PurchaseEnd> {
  const end = await io.exclusively(async (stored) => {
    const ended = await work(stored)
    await io.onEnd?.(ended, stored)
    return ended
  }, waiting)
  if (end === 'dismissed') return { kind: 'dismissed' }
  return end === 'busy' ? { kind: waiting ? 'elsewhere' : 'nothing' } : end
}

/** Opens the bank's page. After the return, the next purchase or the next visit recovers the order. */
export async function leaveForBank(
  formUrl: string,
  text: string,
  progress: Progress,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const visit = await io.spinner(text, () => io.openPayment(formUrl), progress)
  return { kind: visit === 'unknown' ? 'invalid' : 'returnedFromPayment' }
}
