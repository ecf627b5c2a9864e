import { randomUUID } from 'node:crypto'

/** An order, or a card binding, which costs nothing. */
export interface Order {
  id: string
  kind: 'mainCard' | 'newCard' | 'scores' | 'binding'
  bundleId: string | null
  /** The option that is bought, when it is not a bundle. */
  optionId: string | null
  counterOfferId: string | null
  promocodeId: string | null
  /** The paying card; null for points. */
  maskedPan: string | null
  priceKopecks: number
  durationDays: number
  /** How often its status was requested. */
  polls: number
  /** Whether points were charged. */
  isCharged: boolean
  /** Whether the bank waits for a code. */
  isConfirming: boolean
  /** The result; null while open. */
  decided: 'paid' | 'declined' | null
  /** Milliseconds since 1970: when it was created, and when its status last changed. */
  createdAt: number
  steppedAt: number
  /** Where the payment page returns to: the app's origin, and the query parameters that the caller asked for. */
  appOrigin: string
  returnParameters: ReturnParameters
  failParameters: ReturnParameters
}
type ReturnParameters = Record<string, string>

/** The goods of an order. */
export type Goods = Pick<
  Order,
  'bundleId' | 'optionId' | 'counterOfferId' | 'promocodeId' | 'priceKopecks' | 'durationDays'
>

/** Creates an order. */
export function newOrder(
  order: Goods & Pick<Order, 'kind' | 'maskedPan'>,
  { appOrigin }: { appOrigin: string },
  body: Record<string, unknown>,
  now: number,
): Order {
  const event = order.kind === 'binding' ? 'card-binding' : 'payment'
  const parameters = (name: string) => ({ event, ...(body[name] as ReturnParameters | undefined) })
  return {
    id: randomUUID(),
    ...order,
    polls: 0,
    isCharged: false,
    isConfirming: false,
    decided: null,
    createdAt: now,
    steppedAt: now,
    appOrigin,
    returnParameters: parameters('returnUrlParameters'),
    failParameters: parameters('failUrlParameters'),
  }
}

/**
 * Returns the URL that the payment page returns to: `/payment_gateway` of the app, with the order id and the parameters
 * for its result (OP-33).
 */
export function returnAddress(order: Order, app: string): string {
  const parameters = order.decided === 'declined' ? order.failParameters : order.returnParameters
  return `${app}/payment_gateway?${new URLSearchParams({ ...parameters, orderId: order.id }).toString()}`
}
