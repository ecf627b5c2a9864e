import type { CallOptions } from './options.ts'
import type { Client } from './client.ts'
import type { Failure } from './failure.ts'
import { getOrderStatusPoll } from './generated/polling.gen.ts'
import type { Data } from './operation.ts'
import { timer } from './timer.ts'
import { delayAfter } from './waiting.ts'

/** The status of an order, as `getOrderStatus` returns it. */
export type OrderStatus = Data<'getOrderStatus'>['result']['orderStatus']
/**
 * How an order is paid, which decides what its statuses mean. `acquiring`: polled after the user returned from the payment page. `found`: an order
 * that was recovered, whose payment page may have been left at any moment, or whose kind is unknown.
 */
export type PaymentKind = 'mainCard' | 'scores' | 'newCard' | 'acquiring' | 'found'
/** A longer `Retry-After` is not followed, because the user waits at a spinner. */
const LONGEST_RETRY_AFTER_MS = 30_000
type Step = 'again' | 'paid' | 'declined' | 'paymentPage' | 'pageIfAny' | 'invalid'

/** Order status handling (T2), row by row. Any other status, or none, is invalid. */
const card = { new: 'again', registered: 'again', deposited: 'paid', declined: 'declined' } as const
const steps = {
  mainCard: card,
  scores: card,
  newCard: { new: 'again', registered: 'paymentPage', deposited: 'invalid', declined: 'invalid' },
  acquiring: { new: 'invalid', registered: 'again', deposited: 'paid', declined: 'declined' },
  found: { new: 'again', registered: 'pageIfAny', deposited: 'paid', declined: 'declined' },
} as const satisfies Record<PaymentKind, Record<OrderStatus, Step>>

/** How polling an order ended. */
export type OrderEnd<Kind extends PaymentKind = PaymentKind> =
  | (Kind extends 'newCard' | 'found' ? { kind: 'paymentPage'; formUrl: string } : never)
  | (Kind extends 'newCard' ? never : { kind: 'paid' } | { kind: 'declined' })
  /** A status that this payment kind cannot have. */
  | { kind: 'invalid'; status: string | undefined }
  | { kind: 'tooManyAttempts'; attempts: number }
  | { kind: 'failed'; failure: Failure<'getOrderStatus'> }

/** Options of `pollOrder`. */
export interface PollOrderOptions<Kind extends PaymentKind> extends CallOptions {
  orderId: string
  payment: Kind
  /** Called before each attempt, counted from 1. */
  onAttempt?: (attempt: number) => void
  /** Waits between attempts, in milliseconds. Default: a timer that the signal aborts. */
  sleep?: (ms: number) => Promise<void>
}

/**
 * Polls an order until it is paid, declined or needs a payment page: the first attempt at once, each next one 2 s after an
 * answer, 15 in total. A technical failure (no answer, 5xx, 429) is retried, after its `Retry-After` of at most 30 s; three in a row end the polling.
 * To resume after a reload, call it again with the same order id: no state is stored between runs.
 */
// Source: OP-64, D-04.
export async function pollOrder<Kind extends PaymentKind>(
  client: Pick<Client, 'getOrderStatus'>,
  options: PollOrderOptions<Kind>,
): Promise<OrderEnd<Kind>> {
  const { orderId, payment, onAttempt, signal, timeoutMs, sleep = (ms) => timer(ms, signal) } = options
  const { attempts, everyMs, failuresInARow } = getOrderStatusPoll
  let failuresNow = 0
  let delayMs: number = everyMs
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await sleep(delayMs)
    onAttempt?.(attempt)
    const answer = await client.getOrderStatus({ orderId }, { signal, timeoutMs })
    if (!answer.ok) {
      if (answer.failure.kind === 'business' || ++failuresNow === failuresInARow)
        return { kind: 'failed', failure: answer.failure }
      delayMs = delayAfter(answer.failure, everyMs, LONGEST_RETRY_AFTER_MS)
      continue
    }
    failuresNow = 0
    delayMs = everyMs
    const end = orderEnd(payment, answer.data.result)
    // The table contains only ends that this kind can have.
    if (end) return end as OrderEnd<Kind>
  }
  return { kind: 'tooManyAttempts', attempts }
}

function orderEnd(
  payment: PaymentKind,
  { orderStatus, formUrl }: Data<'getOrderStatus'>['result'],
): OrderEnd | undefined {
  // Not `Object.hasOwn`, which Safari has since 15.4.
  const step: Step = Object.keys(steps[payment]).includes(orderStatus) ? steps[payment][orderStatus] : 'invalid'
  switch (step) {
    case 'again':
      return undefined
    case 'paid':
    case 'declined':
      return { kind: step }
    case 'paymentPage':
      return formUrl ? { kind: 'paymentPage', formUrl } : { kind: 'invalid', status: orderStatus }
    case 'pageIfAny':
      return formUrl ? { kind: 'paymentPage', formUrl } : undefined
    case 'invalid':
      return { kind: 'invalid', status: orderStatus }
  }
}
