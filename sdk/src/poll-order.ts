import type { CallOptions } from './call.ts'
import type { Client } from './client.ts'
import { reasonOf } from './deadline.ts'
import type { Failure } from './failure.ts'
import { getOrderStatusPoll } from './generated/polling.gen.ts'
import type { Data } from './operation.ts'

export type OrderStatus = Data<'getOrderStatus'>['result']['orderStatus']
/**
 * How an order is paid, which decides what its statuses mean. `acquiring`: followed after the payment page came back. `found`: an order that was
 * found again, whose payment page may have been left at any moment, or whose kind is not known.
 */
export type PaymentKind = 'mainCard' | 'scores' | 'newCard' | 'acquiring' | 'found'
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

/** How following an order ended. */
export type OrderEnd<Kind extends PaymentKind = PaymentKind> =
  | (Kind extends 'newCard' | 'found' ? { kind: 'paymentPage'; formUrl: string } : never)
  | (Kind extends 'newCard' ? never : { kind: 'paid' } | { kind: 'declined' })
  /** A status that this payment kind cannot have. */
  | { kind: 'invalid'; status: string | undefined }
  | { kind: 'tooManyAttempts'; attempts: number }
  | { kind: 'failed'; failure: Failure<'getOrderStatus'> }

export interface PollOrderOptions<Kind extends PaymentKind> extends CallOptions {
  orderId: string
  payment: Kind
  /** Told before each try, from 1. */
  onAttempt?: (attempt: number) => void
  /** Waits between tries, in milliseconds. Default: a timer that the signal ends. */
  sleep?: (ms: number) => Promise<void>
}

/**
 * Follows an order until it is paid, declined or wants a payment page: the first try at once, the next 2 s after an
 * answer, 15 in all (OP-64). A try that fails on the way (no answer, 5xx) is tried again, three in a row end it (D-04).
 * To resume after a reload, call it again with the same order id: nothing is kept in between.
 */
export async function pollOrder<Kind extends PaymentKind>(
  client: Pick<Client, 'getOrderStatus'>,
  options: PollOrderOptions<Kind>,
): Promise<OrderEnd<Kind>> {
  const { orderId, payment, onAttempt, signal, sleep = (ms) => timer(ms, signal) } = options
  const { attempts, everyMs, failuresInARow } = getOrderStatusPoll
  let failuresNow = 0
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await sleep(everyMs)
    onAttempt?.(attempt)
    const answer = await client.getOrderStatus(
      { orderId },
      { signal, ...(options.timeoutMs && { timeoutMs: options.timeoutMs }) },
    )
    if (!answer.ok) {
      if (answer.failure.kind === 'business' || ++failuresNow === failuresInARow)
        return { kind: 'failed', failure: answer.failure }
      continue
    }
    failuresNow = 0
    const end = orderEnd(payment, answer.data.result)
    // The table gives each kind only its own ends.
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

/** A pause that a signal ends with its reason. */
function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(running)
      reject(reasonOf(signal))
    }
    const running = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
