import { type Client, type OrderEnd, type OrderStatus, type PaymentKind, pollOrder } from '@paket/sdk'
import { randomUuid } from '#domain/uuid.ts'
import { stepsOfOrder } from '#features/purchase/flow/steps.ts'
import type { FlowPorts } from '#flow/ports.ts'
import { readLastOrder } from '#features/purchase/flow/before-order.ts'
import type { StoredIntent, PurchaseIntent } from '#flow/purchase-intent.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { type PurchaseEnd, unlessPaymentPage } from '#features/purchase/end/purchase-end.ts'

type Api = Pick<Client, 'getClientData' | 'getOrderStatus'>

const LOOKS = 5
const LOOK_EVERY_MS = 2000

/** The order of an intent that is newer than the last one known; null when none has come, undefined when that could not be seen. */
async function findOrderId(
  { lastOrderId, isTold }: PurchaseIntent,
  api: Pick<Client, 'getClientData'>,
  io: FlowPorts,
): Promise<string | null | undefined> {
  // Nothing distinguishes it from the last one, now or later.
  if (lastOrderId === undefined) return null
  let newest: PurchaseIntent['lastOrderId']
  // What was looked for in vain before is not on its way any more.
  for (let left = isTold ? 1 : LOOKS; left > 0; left--) {
    newest = await readLastOrder(api)
    if (newest && newest !== lastOrderId) return newest
    if (left > 1) await io.sleep(LOOK_EVERY_MS)
  }
  return newest === undefined ? undefined : null
}

const spinners = { mainCard: 'Заказ создаётся', newCard: 'Проверяем оплату', scores: 'Списываем баллы' }

/**
 * Looks what became of an intent whose end is not known, whichever tab it was begun in: finds its order, follows it, and never orders. Null
 * when nothing blocks another order.
 */
export async function recoverEarlierOrder(stored: StoredIntent, api: Api, io: FlowPorts): Promise<PurchaseEnd | null> {
  const intent = stored.read()
  if (!intent || intent.end) return null
  const orderId = intent.orderId ?? (await io.spinner('Ищем заказ', () => findOrderId(intent, api, io)))
  if (!orderId) {
    const isMissing = orderId === null
    if (isMissing && intent.mayRepeat) return null
    if (isMissing) stored.keep({ ...intent, isTold: true })
    return { kind: 'inDoubt', earlier: intent, mayRetry: isMissing }
  }
  const found = { ...intent, orderId }
  if (intent.payment === 'scores' && !intent.orderId) {
    // Its charge has not been sent: that needs the user, and the order is found again until then.
    stored.keep({ ...intent, isTold: true })
    return { kind: 'open', earlier: found, finish: { by: 'points' } }
  }
  const how = intent.payment === 'newCard' ? 'found' : intent.payment
  const end = await io.spinner(
    spinners[intent.payment],
    () => follow(found, how, stored, api, io),
    stepsOfOrder(intent),
  )
  if (end.kind === 'toBank') {
    stored.keep({ ...found, isTold: true })
    return { kind: 'open', earlier: found, finish: { by: 'bank', formUrl: end.formUrl } }
  }
  // Shown once, it is asked what is to become of it: no one is blocked from buying for ever.
  const isUnknown = end.kind === 'tooManyAttempts' || end.kind === 'invalid' || end.kind === 'statusUnread'
  if (isUnknown && intent.isTold) return { kind: 'open', earlier: found, finish: { by: 'looking' } }
  return { ...end, earlier: found }
}

/** Follows an order until its end, its payment page or the end of the attempts, and keeps what is known of it. */
export async function follow(
  intent: PurchaseIntent & { orderId: string },
  payment: PaymentKind,
  stored: StoredIntent,
  api: Pick<Client, 'getOrderStatus'>,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  stored.keep(intent)
  const { orderId } = intent
  return noteEnd(await pollOrder(api, { orderId, payment, sleep: (ms) => io.sleep(ms) }), intent, stored)
}

/** Keeps how an order ended, or that its end could not be learnt, which is shown. */
export function noteEnd(end: OrderEnd, intent: PurchaseIntent, stored: StoredIntent): PurchaseEnd {
  if (end.kind === 'paymentPage') return { kind: 'toBank', formUrl: end.formUrl }
  const isKnown = end.kind === 'paid' || end.kind === 'declined'
  stored.keep({ ...intent, ...(isKnown ? { end: end.kind } : { isTold: true }) })
  return unlessPaymentPage(end, intent)
}

/**
 * Looks at the subscriber's last order, which this browser has not made: null when nothing blocks another one. It is followed to
 * its end. One that is no news is none when it is over already, or when the server does not know it; nor is one that this browser has decided about.
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
  // What was known before counts only while it may still be paid. No answer at all says nothing of that.
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

/** Whether nothing will be paid for an order any more, or this browser began to buy in spite of it. */
const isPassed = (orderId: string, before: PurchaseIntent): boolean =>
  before.orderId === orderId ? before.end === 'declined' || before.end === 'givenUp' : before.lastOrderId === orderId

/** After the payment page came back: how the order ended with the bank. */
export async function confirmPayment(
  orderId: string | null,
  stored: StoredIntent,
  api: Api,
  io: FlowPorts,
): Promise<PurchaseEnd> {
  const intent = stored.read()
  if (!intent) return { kind: 'notKnown' }
  const known = intent.orderId ?? (await io.spinner('Ищем заказ', () => findOrderId(intent, api, io)))
  // Data that could not be read does not say that the order is another user's.
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

/** Whether there is something to show unasked; what was shown once is shown again only when the order has come to an end. */
export async function isDue(
  intent: PurchaseIntent,
  api: Pick<Client, 'getOrderStatus'>,
  lastOrder: () => Promise<string | null | undefined>,
): Promise<boolean> {
  if (intent.end || !intent.isTold) return !intent.end
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
