import { type Client, type OrderEnd, type OrderStatus, type PaymentKind, pollOrder } from '@paket/sdk'
import { randomUuid } from '#domain/uuid.ts'
import { stepsOfOrder } from '#features/purchase/flow/steps.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { readLastOrder } from '#features/purchase/flow/before-order.ts'
import { isUnseenEnd, type StoredIntent, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { endOfOrder, type PurchaseEnd } from '#features/purchase/end/purchase-end.ts'

type Api = Pick<Client, 'getClientData' | 'getOrderStatus'>

const MAX_READS = 5
const PAUSE_MS = 2000

/** The id of an intent's order: one that is newer than the intent's last known order. Null when there is none, undefined when it could not be read. */
async function findOrderId(
  { lastOrderId, isTold }: PurchaseIntent,
  api: Pick<Client, 'getClientData'>,
  io: FlowPorts,
): Promise<string | null | undefined> {
  // Without the last known order a new one can never be recognized.
  if (lastOrderId === undefined) return null
  let newest: PurchaseIntent['lastOrderId']
  // An order that was searched for before will not appear any more: one read is enough.
  for (let left = isTold ? 1 : MAX_READS; left > 0; left--) {
    newest = await readLastOrder(api)
    if (newest && newest !== lastOrderId) return newest
    if (left > 1) await io.sleep(PAUSE_MS)
  }
  return newest === undefined ? undefined : null
}

const spinners = { mainCard: 'Заказ создаётся', newCard: 'Проверяем оплату', scores: 'Списываем баллы' }

/**
 * Recovers an intent whose end is unknown or was not seen, no matter in which tab it started: finds its order and follows it. Never creates an order. Null when
 * nothing blocks another order.
 */
export async function recoverEarlierOrder(
  stored: StoredIntent,
  api: Api,
  io: FlowPorts,
  intent = stored.read(),
): Promise<PurchaseEnd | null> {
  if (!intent) return null
  if (intent.end)
    return isUnseenEnd(intent)
      ? { ...endOfOrder({ kind: intent.end === 'paid' ? 'paid' : 'declined' }, intent), earlier: intent }
      : null
  const orderId = intent.orderId ?? (await io.spinner('Ищем заказ', () => findOrderId(intent, api, io)))
  if (!orderId) {
    const isMissing = orderId === null
    if (isMissing && intent.mayRepeat) return null
    return { kind: 'inDoubt', earlier: intent, mayRetry: isMissing }
  }
  const found = { ...intent, orderId }
  if (intent.payment === 'scores' && !intent.orderId) {
    // The charge has not been sent. It needs the user's decision; until then the order is found again.
    return { kind: 'open', earlier: found, finish: { by: 'points' } }
  }
  const how = intent.payment === 'newCard' ? 'found' : intent.payment
  const end = await io.spinner(
    spinners[intent.payment],
    () => follow(found, how, stored, api, io),
    stepsOfOrder(intent),
  )
  if (end.kind === 'toBank') return { kind: 'open', earlier: found, finish: { by: 'bank', formUrl: end.formUrl } }
  // After an unknown end was shown once, the user decides about the order, so that it does not block purchases for ever.
  const isUnknown = end.kind === 'tooManyAttempts' || end.kind === 'invalid' || end.kind === 'statusUnread'
  if (isUnknown && intent.isTold) return { kind: 'open', earlier: found, finish: { by: 'looking' } }
  return { ...end, earlier: found }
}

/** Follows an order until its end, its payment page, or the last attempt, and stores the result in the intent. */
export async function follow(
  intent: PurchaseIntent & { orderId: string },
  payment: PaymentKind,
  stored: StoredIntent,
  api: Pick<Client, 'getOrderStatus'>,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  stored.write(intent)
  const { orderId } = intent
  return storeEnd(await pollOrder(api, { orderId, payment, sleep: (ms) => io.sleep(ms) }), intent, stored)
}

/** Stores how an order ended, if that is known. The user has not seen it yet. */
export function storeEnd(end: OrderEnd, intent: PurchaseIntent, stored: StoredIntent): PurchaseEnd {
  if (end.kind === 'paymentPage') return { kind: 'toBank', formUrl: end.formUrl }
  if (end.kind === 'paid' || end.kind === 'declined') stored.write({ ...intent, isTold: undefined, end: end.kind })
  return endOfOrder(end, intent)
}

/** Ends whose message is about the stored purchase. */
const aboutStored: readonly PurchaseEnd['kind'][] = [
  'purchased',
  'declined',
  'pointsDeclined',
  'statusUnread',
  'invalid',
  'tooManyAttempts',
  'open',
]

/** Stores that the user has seen how the stored purchase ended, or that its end is unknown. */
export function storeSeen(end: PurchaseEnd, stored: StoredIntent): void {
  const intent = stored.read()
  if (!intent || (end.earlier && end.earlier.id !== intent.id)) return
  // Shown once: a user who buys after that has decided to.
  if (end.kind === 'boughtMeanwhile' && intent.end === 'paid') return stored.write({ ...intent, mayRepeat: true })
  const isNotFound = end.kind === 'inDoubt' && end.mayRetry
  // After a lost answer the charge is unknown, and its order is followed at the next visit.
  const isNotCharged = end.kind === 'pointsRefused' && intent.end !== undefined
  if (isNotFound || isNotCharged || aboutStored.includes(end.kind)) stored.write({ ...intent, isTold: true })
}

/**
 * Follows the subscriber's last order, which was not created in this browser. Null when it does not block another order: when it is declined; when
 * `isNews` is false and the order had ended before, or the server does not know it; or when the user has decided about it in this browser.
 */
export async function checkLastOrder(
  lastOrderId: PurchaseIntent['lastOrderId'],
  { isNews, from }: { isNews: boolean } & Pick<Purchase, 'from'>,
  before: PurchaseIntent | null,
  api: Pick<Client, 'getOrderStatus'>,
  io: FlowPorts,
): Promise<PurchaseEnd | null> {
  if (!lastOrderId || (before && isPassed(lastOrderId, before))) return null
  let attempts = 0
  const onAttempt = () => void attempts++
  const end = await pollOrder(api, { orderId: lastOrderId, payment: 'found', onAttempt, sleep: (ms) => io.sleep(ms) })
  // An order that was known before blocks only while it may still be paid. A failed read does not prove that it may not.
  const isOld = !isNews && attempts === 1
  const isRefused = end.kind === 'invalid' || (end.kind === 'failed' && end.failure.kind === 'business')
  if (isOld && (end.kind === 'paid' || isRefused)) return null
  const theirs: PurchaseIntent = {
    id: randomUuid(),
    startedAt: Date.now(),
    what: null,
    from,
    payment: 'newCard',
    renewing: false,
    orderId: lastOrderId,
  }
  switch (end.kind) {
    case 'paid':
      return { kind: 'boughtMeanwhile' }
    case 'declined':
      return null
    case 'paymentPage':
      return { kind: 'open', earlier: theirs, finish: { by: 'bank', formUrl: end.formUrl } }
    case 'tooManyAttempts':
    case 'invalid':
    case 'failed':
      return { kind: 'open', earlier: theirs, finish: { by: 'looking' } }
  }
}

/** Whether an order will not be paid any more, or the user has bought in this browser after it. */
const isPassed = (orderId: string, before: PurchaseIntent): boolean =>
  before.orderId === orderId ? before.end === 'declined' || before.end === 'givenUp' : before.lastOrderId === orderId

/** Confirms an order with the bank, after the return from the payment page. */
export async function confirmPayment(
  orderId: string | null,
  stored: StoredIntent,
  api: Api,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const intent = stored.read()
  if (!intent) return { kind: 'notKnown' }
  const known = intent.orderId ?? (await io.spinner('Ищем заказ', () => findOrderId(intent, api, io)))
  // A failed read does not prove that the order is another user's.
  if (known === undefined) return { kind: 'inDoubt', earlier: intent, mayRetry: false }
  if (known === null || (orderId !== null && orderId !== known)) return { kind: 'notKnown' }
  const found = { ...intent, orderId: known }
  const end = await io.spinner(
    'Проверяем оплату',
    () => follow(found, 'acquiring', stored, api, io),
    stepsOfOrder(intent),
  )
  return { ...end, earlier: found }
}

/** Whether an earlier purchase should be resumed without an action of the user: not after the user has seen it, unless its order has ended since. */
export async function shouldResume(
  intent: PurchaseIntent,
  api: Pick<Client, 'getOrderStatus'>,
  lastOrder: () => Promise<string | null | undefined>,
): Promise<boolean> {
  if (intent.end) return isUnseenEnd(intent)
  if (!intent.isTold) return true
  const orderId = intent.orderId ?? (await newerThan(intent.lastOrderId, lastOrder))
  if (!orderId) return false
  const read = await api.getOrderStatus({ orderId })
  return read.ok && ends.includes(read.data.result.orderStatus)
}
const ends: readonly OrderStatus[] = ['deposited', 'declined']

async function newerThan(
  known: PurchaseIntent['lastOrderId'],
  lastOrder: () => Promise<string | null | undefined>,
): Promise<string | null | undefined> {
  const newest = known === undefined ? null : await lastOrder()
  return newest === known ? null : newest
}
