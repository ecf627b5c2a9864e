import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { IntentChange } from './device.ts'
import type { Passed } from './wire.ts'

/** An order in the mock. */
export interface Order {
  id: string
  kind: 'mainCard' | 'newCard' | 'scores' | 'binding'
  isCharged: boolean
  decided: 'paid' | 'declined' | null
}
/** The page that sends a call, and when its user decided. Times are logical: they count the events of a walk. */
export interface Buyer {
  tab: string
  device: string
  /** When its running flow started. */
  beganAt: number
  /** When its user last agreed to an order. */
  agreedAt: number
  /** When the server last answered with the subscriber's last order. */
  lookedAt: number
}
interface CreatedOrder extends Buyer {
  id: string
  idempotencyKey: string
  madeAt: number
  /** Wall-clock time, in milliseconds since 1970. */
  time: number
}

/** Calls that create orders. */
export const orderingCalls: readonly string[] = ['create_order', 'create_scores_order']
/** Calls that move money. */
const moneyCalls: readonly string[] = [...orderingCalls, 'pay_order']
/** How long an intent is stored. */
export const DAY_MS = 24 * 60 * 60_000

/** Whether an order is paid, or may still be paid without another press of the user. */
export const mayBePaid = ({ decided, kind, isCharged }: Order): boolean =>
  decided === 'paid' || (decided === null && (kind !== 'scores' || isCharged))

/** Whether the server refused the call by a code or HTTP 422; not a gateway's error or an expired token. */
const isRefused = (status: number, answer: unknown): boolean =>
  status === 422 || (status === 200 && Number((answer as { code?: unknown }).code) !== 0)

const isSame = (one: PurchaseIntent, other: PurchaseIntent) =>
  JSON.stringify([one.what, one.from, one.payment]) === JSON.stringify([other.what, other.from, other.payment])

/** Records orders, their idempotency keys, decisions and what users were shown, and checks the invariants about money. */
export class Ledger {
  #now = 0
  readonly #made: CreatedOrder[] = []
  /** When, and in which tab, the end of an order was shown. */
  readonly #shown: { orderId: string; tab: string; at: number }[] = []
  readonly #sentWith = new Map<string, string>()
  readonly #underWay = new Map<string, number>()
  readonly #ended = new Set<string>()
  readonly #charged = new Set<string>()
  /** Refused keys, which never create an order any more. */
  readonly #refused = new Set<string>()
  /** Violated invariants. */
  readonly broken: string[] = []

  /** Returns the next logical time. */
  moment = (): number => ++this.#now

  sent(call: string, idempotencyKey: string | null, device: string): void {
    if (!moneyCalls.includes(call)) return
    if (!idempotencyKey) return void this.broken.push(`${call} was sent without an idempotency key`)
    if (orderingCalls.includes(call) && this.#ended.has(idempotencyKey))
      this.broken.push(`${call} was sent with the key of an intent that has ended`)
    this.#underWay.set(idempotencyKey, (this.#underWay.get(idempotencyKey) ?? 0) + 1)
    const usedOn = this.#sentWith.get(idempotencyKey) ?? device
    this.#sentWith.set(idempotencyKey, usedOn)
    if (usedOn !== device) this.broken.push(`${call} was sent with the key of another device`)
  }
  /** The call will never reach the server. */
  dropped(idempotencyKey: string | null): void {
    if (idempotencyKey) this.#underWay.set(idempotencyKey, (this.#underWay.get(idempotencyKey) ?? 0) - 1)
  }

  /** The server has answered the call. */
  answered({ call, body, idempotencyKey, status, answer }: Passed, buyer: Buyer): void {
    if (!moneyCalls.includes(call) || !idempotencyKey) return
    this.dropped(idempotencyKey)
    const key = `${call} ${idempotencyKey}`
    const text = JSON.stringify(body)
    if ((this.#sentWith.get(key) ?? text) !== text)
      this.broken.push(`${call} was sent with the key of another body: ${text} after ${this.#sentWith.get(key)}`)
    this.#sentWith.set(key, text)
    if (orderingCalls.includes(call) && isRefused(status, answer)) this.#refused.add(idempotencyKey)
    if (status !== 200) return
    const { code, result } = answer as { code?: unknown; result?: { orderId?: unknown } }
    if (call === 'pay_order') {
      const { orderId } = body as { orderId: string }
      // Counts even if the mock refuses it, because another server might not.
      if (this.#charged.has(orderId)) this.broken.push('the points of one order were charged twice')
      if (code === 0) this.#charged.add(orderId)
    }
    const id = result?.orderId
    if (!orderingCalls.includes(call) || typeof id !== 'string') return
    this.#made.push({ ...buyer, id, idempotencyKey, madeAt: this.moment(), time: Date.now() })
  }

  /** Orders created with a key. */
  ordersOf = (idempotencyKey: string): string[] =>
    this.#made.filter((made) => made.idempotencyKey === idempotencyKey).map(({ id }) => id)
  deviceOf = (orderId: string): string | undefined => this.#made.find(({ id }) => id === orderId)?.device
  /** Whether an intent has the other device's order, because both ordered at the same time. Only the server can prevent that. */
  isMistaken = ({ id, orderId }: PurchaseIntent): boolean =>
    orderId !== undefined && !this.ordersOf(id).includes(orderId)
  /** Whether the order is younger than its intent's lifetime. */
  isYoung = (orderId: string): boolean =>
    this.#made.some(({ id, time }) => id === orderId && Date.now() - time < DAY_MS)
  get count(): number {
    return this.#made.length
  }

  noteShown(orderIds: readonly string[], tab: string): void {
    const at = this.moment()
    for (const orderId of orderIds) this.#shown.push({ orderId, tab, at })
  }
  isShown = (orderId: string): boolean => this.#shown.some((shown) => shown.orderId === orderId)

  /** Checks a change of the stored intent: while its end is unknown, it must not be lost, replaced by the same intent with another key, or ended wrongly. */
  intentChanged({ before, after }: IntentChange, orders: readonly Order[]): void {
    if (!before || Math.abs(Date.now() - before.startedAt) >= DAY_MS) return
    if (before.end === 'paid' && after?.id === before.id && after.end !== 'paid')
      this.broken.push('an intent that is paid is stored as if it were not')
    if (before.end) return
    const own = new Set([...this.ordersOf(before.id), before.orderId])
    const payable = orders.filter((order) => own.has(order.id) && mayBePaid(order))
    if (after?.id === before.id) {
      if (after.end) this.#ended.add(after.id)
      if (after.end === 'paid' && !payable.some(({ decided }) => decided === 'paid'))
        this.broken.push('an intent is stored as paid, and nothing is paid')
      if (after.end === 'declined' && !this.isMistaken(after) && payable.length > 0)
        this.broken.push('an intent is stored as declined, and its order may be paid')
      return
    }
    // A new key is right here, because the server repeats its refusal of the old one for a day. The first order is still searched for.
    const isRefusedKey = this.#refused.has(before.id) && after?.mayRepeat && after.lastOrderId === before.lastOrderId
    if (isRefusedKey) return
    // A refused order leaves the record of the purchase before it, which has ended.
    if (after && !after.end && isSame(before, after)) this.broken.push('the same intent has got another key')
    // The user was shown that the order may exist, and has chosen to try again.
    if (before.mayRepeat) return
    if (payable.length > 0 || (this.#underWay.get(before.id) ?? 0) > 0)
      this.broken.push(`an intent is forgotten while its end is unknown: ${JSON.stringify({ before, after })}`)
  }

  /** Describes a second paid order that the user did not decide on after having seen the first; null when there is none. */
  doublePayment(orders: readonly Order[]): string | null {
    const isPaid = new Set(orders.filter(({ decided }) => decided === 'paid').map(({ id }) => id))
    const paid = this.#made.filter(({ id }) => isPaid.has(id))
    for (const [at, second] of paid.entries())
      for (const first of paid.slice(0, at))
        if (!this.#isAnotherDecision(first, second))
          return `a second order was paid: ${JSON.stringify({ first, second, shown: this.#shown })}`
    return null
  }

  #isAnotherDecision(first: CreatedOrder, second: CreatedOrder): boolean {
    const shownFirst = this.#shown.filter(({ orderId }) => orderId === first.id)
    // Shown by any page before this purchase started, or by its own page before the user agreed.
    if (shownFirst.some(({ at, tab }) => at < (tab === second.tab ? second.agreedAt : second.beganAt))) return true
    // Both devices at the same time: only the server can prevent that.
    if (first.device !== second.device && second.lookedAt < first.madeAt) return true
    return second.time - first.time >= DAY_MS
  }
}
