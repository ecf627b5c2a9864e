import { randomUUID } from 'node:crypto'

/** An order, or the binding of a card, for which nothing is paid. */
export interface Order {
  id: string
  kind: 'mainCard' | 'newCard' | 'scores' | 'binding'
  bundleId: string | null
  /** What is bought when it is no bundle. */
  optionId: string | null
  counterOfferId: string | null
  promocodeId: string | null
  /** The card that pays; null for points. */
  maskedPan: string | null
  priceKopecks: number
  durationDays: number
  /** How often its status was asked for. */
  polls: number
  /** Whether points were charged for it. */
  isCharged: boolean
  /** Whether the bank waits for a code. */
  isConfirming: boolean
  /** How it ended. */
  decided: 'paid' | 'declined' | null
  /** Milliseconds since 1970: when it began, when it went its last step. */
  createdAt: number
  steppedAt: number
  /** Where the payment page is. */
  formUrl: string
  /** Where the payment page leads: the app, and the caller's parameters for it. */
  appOrigin: string
  returnParameters: ReturnParameters
  failParameters: ReturnParameters
}
type ReturnParameters = Record<string, string>

/** What is bought. */
export type Goods = Pick<
  Order,
  'bundleId' | 'optionId' | 'counterOfferId' | 'promocodeId' | 'priceKopecks' | 'durationDays'
>

/** A fresh order. */
export function newOrder(
  order: Goods & Pick<Order, 'kind' | 'maskedPan'>,
  origins: { origin: string; appOrigin: string },
  body: Record<string, unknown>,
  now: number,
): Order {
  const id = randomUUID()
  const event = order.kind === 'binding' ? 'card-binding' : 'payment'
  const parameters = (name: string) => ({ event, ...(body[name] as ReturnParameters | undefined) })
  return {
    id,
    ...order,
    polls: 0,
    isCharged: false,
    isConfirming: false,
    decided: null,
    createdAt: now,
    steppedAt: now,
    formUrl: `${origins.origin}/pay/${id}`,
    appOrigin: origins.appOrigin,
    returnParameters: parameters('returnUrlParameters'),
    failParameters: parameters('failUrlParameters'),
  }
}

/** Where the payment page leads: `/payment_gateway` of the app, with the order and the parameters of its end (OP-33). */
export function returnAddress(order: Order): string {
  const parameters = order.decided === 'declined' ? order.failParameters : order.returnParameters
  return `${order.appOrigin}/payment_gateway?${new URLSearchParams({ ...parameters, orderId: order.id }).toString()}`
}
