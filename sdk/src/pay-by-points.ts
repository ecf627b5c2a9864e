import type { MoneyCallOptions } from './options.ts'
import type { Client } from './client.ts'
import type { Failure } from './failure.ts'
import { type OrderEnd, pollOrder } from './poll-order.ts'

/** How a payment by points ended. After `notOrdered` and `notCharged` nothing was charged. */
export type PointsEnd =
  | { kind: 'notOrdered'; failure: Failure<'createScoresOrder'> }
  | { kind: 'notCharged'; orderId: string; failure: Failure<'payOrder'> }
  | (OrderEnd<'scores'> & { orderId: string })

/** Options of `payByPoints`. */
export interface PayByPointsOptions extends MoneyCallOptions {
  /** A bundle that is sold. It costs a tenth of its kopecks in points. */
  bundleId: string
  /** Called with the order before it is paid: store the id to resume with `pollOrder` after a reload. */
  onOrder?: (orderId: string) => void
  /** Called before each poll of the order, counted from 1. */
  onAttempt?: (attempt: number) => void
  /** Waits between polls, in milliseconds. Default: a timer that the signal aborts. */
  sleep?: (ms: number) => Promise<void>
}

/**
 * Creates a points order, charges it once and polls it. A payment whose answer is lost is never repeated: the
 * order's status shows whether the points were charged. `idempotencyKey` is sent with both calls that move money: keys are scoped to the call.
 */
// Source: core §4, OP-15, D-10.
export async function payByPoints(
  client: Pick<Client, 'createScoresOrder' | 'payOrder' | 'getOrderStatus'>,
  { bundleId, onOrder, idempotencyKey, ...options }: PayByPointsOptions,
): Promise<PointsEnd> {
  const { signal, timeoutMs } = options
  const callOptions = { signal, timeoutMs, idempotencyKey }
  const order = await client.createScoresOrder({ bundleId }, callOptions)
  if (!order.ok) return { kind: 'notOrdered', failure: order.failure }
  const { orderId } = order.data.result
  onOrder?.(orderId)
  const payment = await client.payOrder({ orderId, paymentType: 'scores' }, callOptions)
  if (!payment.ok && payment.failure.outcome !== 'order-in-doubt')
    return { kind: 'notCharged', orderId, failure: payment.failure }
  return { ...(await pollOrder(client, { ...options, orderId, payment: 'scores' })), orderId }
}
