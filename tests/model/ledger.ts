import type { PurchaseIntent } from '../../web/src/flow/purchase-intent.ts'
import type { IntentChange } from './device.ts'
import type { Passed } from './wire.ts'

/** An order as the mock has it. */
export interface Order {
  id: string
  kind: 'mainCard' | 'newCard' | 'scores' | 'binding'
  isCharged: boolean
  decided: 'paid' | 'declined' | null
}
/** The page that sends a call, as far as it matters whose decision an order is. Moments count the events of a walk. */
export interface Buyer {
  tab: string
  device: string
  /** When its running flow began. */
  beganAt: number
  /** When its user last agreed to an order. */
  agreedAt: number
  /** When the server last answered with the subscriber's last order. */
  lookedAt: number
}
interface Made extends Buyer {
  id: string
  idempotencyKey: string
  madeAt: number
  /** By the clock, in milliseconds since 1970. */
  time: number
}

/** Orders are made by these calls, */
export const orderingCalls: readonly string[] = ['create_order', 'create_scores_order']
/** money is moved by these. */
const moneyCalls: readonly string[] = [...orderingCalls, 'pay_order']
/** So long an intent is stored. */
export const DAY_MS = 24 * 60 * 60_000

/** Whether money was taken for an order, or may still be without another press. */
export const mayBePaid = ({ decided, kind, isCharged }: Order): boolean =>
  decided === 'paid' || (decided === null && (kind !== 'scores' || isCharged))

/** A code, or HTTP 422: not a gateway's error, and not a token that has ended. */
const isRefused = (status: number, answer: unknown): boolean =>
  status === 422 || (status === 200 && Number((answer as { code?: unknown }).code) !== 0)

const isSame = (one: PurchaseIntent, other: PurchaseIntent) =>
  JSON.stringify([one.what, one.from, one.payment]) === JSON.stringify([other.what, other.from, other.payment])

/** What was ordered with which key, on whose decision, and what the user was shown of it: what must be true of money. */
export class Ledger {
  #now = 0
  readonly #made: Made[] = []
  /** When the user was shown the end of an order, and in which tab. */
  readonly #shown: { orderId: string; tab: string; at: number }[] = []
  readonly #sentWith = new Map<string, string>()
  readonly #underWay = new Map<string, number>()
  readonly #ended = new Set<string>()
  readonly #charged = new Set<string>()
  /** Keys that the server has refused: no order is made with them any more. */
  readonly #refused = new Set<string>()
  /** What must never be. */
  readonly broken: string[] = []

  /** The next moment. */
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
  /** It will not come to the server. */
  dropped(idempotencyKey: string | null): void {
    if (idempotencyKey) this.#underWay.set(idempotencyKey, (this.#underWay.get(idempotencyKey) ?? 0) - 1)
  }

  /** The server has answered. */
  passed({ call, body, idempotencyKey, status, answer }: Passed, buyer: Buyer): void {
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
      // That the mock refuses it is no merit of the app.
      if (this.#charged.has(orderId)) this.broken.push('the points of one order were charged twice')
      if (code === 0) this.#charged.add(orderId)
    }
    const id = result?.orderId
    if (!orderingCalls.includes(call) || typeof id !== 'string') return
    this.#made.push({ ...buyer, id, idempotencyKey, madeAt: this.moment(), time: Date.now() })
  }

  /** Orders that were made with a key. */
  ordersOf = (idempotencyKey: string): string[] =>
    this.#made.filter((made) => made.idempotencyKey === idempotencyKey).map(({ id }) => id)
  deviceOf = (orderId: string): string | undefined => this.#made.find(({ id }) => id === orderId)?.device
  /** Both devices have ordered at the same moment, and one takes the other's order for its own: nothing but the server distinguishes them. */
  isMistaken = ({ id, orderId }: PurchaseIntent): boolean =>
    orderId !== undefined && !this.ordersOf(id).includes(orderId)
  /** Whether its intent is still stored. */
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

  /** What is stored of a purchase has changed: no intent is forgotten, ended wrongly or doubled while its end is unknown. */
  intentChanged({ before, after }: IntentChange, orders: readonly Order[]): void {
    if (before?.end === 'paid' && after?.id === before.id && after.end !== 'paid')
      this.broken.push('an intent that is paid is stored as if it were not')
    if (!before || before.end || Math.abs(Date.now() - before.startedAt) >= DAY_MS) return
    const own = new Set([...this.ordersOf(before.id), before.orderId])
    const alive = orders.filter((order) => own.has(order.id) && mayBePaid(order))
    if (after?.id === before.id) {
      if (after.end) this.#ended.add(after.id)
      if (after.end === 'paid' && !alive.some(({ decided }) => decided === 'paid'))
        this.broken.push('an intent is stored as paid, and nothing is paid')
      if (after.end === 'declined' && !this.isMistaken(after) && alive.length > 0)
        this.broken.push('an intent is stored as declined, and its order may be paid')
      return
    }
    // The server repeats its refusal to a key for a day. The first order is still looked for.
    const isRefusedKey = this.#refused.has(before.id) && after?.mayRepeat && after.lastOrderId === before.lastOrderId
    if (isRefusedKey) return
    if (after && isSame(before, after)) this.broken.push('the same intent has got another key')
    // Anyone who was shown that it may exist, and wants to try again.
    if (before.mayRepeat) return
    if (alive.length > 0 || (this.#underWay.get(before.id) ?? 0) > 0)
      this.broken.push(`an intent is forgotten while its end is unknown: ${JSON.stringify({ before, after })}`)
  }

  /** A second order was paid though no one decided again after having been shown the first; null when there is none. */
  doublePayment(orders: readonly Order[]): string | null {
    const isPaid = new Set(orders.filter(({ decided }) => decided === 'paid').map(({ id }) => id))
    const paid = this.#made.filter(({ id }) => isPaid.has(id))
    for (const [at, second] of paid.entries())
      for (const first of paid.slice(0, at))
        if (!this.#isAnotherDecision(first, second))
          return `a second order was paid: ${JSON.stringify({ first, second, shown: this.#shown })}`
    return null
  }

  #isAnotherDecision(first: Made, second: Made): boolean {
    const shownFirst = this.#shown.filter(({ orderId }) => orderId === first.id)
    // Before the purchase began, by whatever page; or by its own before its user agreed.
    if (shownFirst.some(({ at, tab }) => at < (tab === second.tab ? second.agreedAt : second.beganAt))) return true
    // Both devices at the same moment: the server has to distinguish them.
    if (first.device !== second.device && second.lookedAt < first.madeAt) return true
    return second.time - first.time >= DAY_MS
  }
}
