import type { Flow } from '#flow/run-flow.ts'
import type { PurchaseIntent } from '#flow/purchase-intent.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import type { MessageAction } from '#messages/message.ts'
import { optionEndMessage } from '#features/purchase/end/option-end-message.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import {
  type EndMessage,
  isRefusedForGood,
  purchaseEndMessage,
  type Visit,
} from '#features/purchase/end/purchase-end-message.ts'
import { showPurchaseEnd } from '#features/purchase/end/show-purchase-end.ts'
import { recoverEarlierOrder, confirmPayment } from '#features/purchase/recover/earlier-order.ts'
import { type Attempt, finishOpenOrder, isEarlier, settle } from '#features/purchase/recover/open-order.ts'
import { inTurn } from './ordering.ts'
import { purchase } from './purchase.ts'
import { purchaseByPoints } from './purchase-by-points.ts'
import type { Purchase } from './purchase-input.ts'

/** What a purchase leads to outside of it: besides the buttons of its messages, what its own end does. */
export interface AfterPurchase extends FailureActions {
  /** What is on the screen is read again. */
  refresh(): void
  /** Where the bundle can be bought again, when the flow itself cannot go on. */
  toRetry(): void
  /** Where a grace period is paid for. */
  toOplata(): void
  /** To where new terms are found, when those that were promised hold no more; without it the same is bought again. */
  toNewTerms?: () => void
  onPurchased?: () => void
  /** The terms that were promised hold no more. */
  onOver?: () => void
  visit: Visit
}

/** What is bought, and how its purchase starts. */
type Start =
  /** Orders it; a retry orders it again, from the card on. */
  | {
      start: 'new'
      goods: Purchase
      payBy?: 'card' | 'points'
      messageFor?: EndMessage
      onRetry?: (end: PurchaseEnd) => boolean
    }
  /** Goes on with what was begun before, without a press of the user's: shows nothing when there is nothing, or another tab is at it. */
  | { start: 'resume' }
  /**
   * Looks what became of an earlier purchase, shows it, and goes on with `next` when nothing blocks it any more. What another tab has
   * bought since the last order that this one knows is shown too.
   */
  | { start: 'recover'; knownOrderId: string | null | undefined; next: Flow }
  /**
   * Ends an order after the payment page came back, with its id or without. One that this browser has not made is not followed, no matter whose it is:
   * a link may come from anybody. A retry leads to where it can be bought again.
   */
  | { start: 'confirm'; orderId: string | null }
  /** Says that an order in a link is not one of this browser's. */
  | { start: 'notKnown' }

/** Runs a purchase until it has ended and the user has stopped retrying. */
export function purchaseFlow(how: Start, after: AfterPurchase): Flow {
  switch (how.start) {
    case 'new': {
      const { goods, payBy, onRetry } = how
      const attempt: Attempt = (api, io) => (payBy === 'points' ? purchaseByPoints : purchase)(goods, api, io)
      const messageFor = how.messageFor ?? (goods.goods === 'option' ? optionEndMessage : purchaseEndMessage)
      return attempts(attempt, after, { again: attempt, messageFor, onRetry })
    }
    case 'resume':
      return attempts(
        (api, io) =>
          inTurn(io, async (stored) => (await recoverEarlierOrder(stored, api, io)) ?? { kind: 'nothing' }, null),
        after,
      )
    case 'recover':
      return recoverFirst(how, after)
    case 'confirm':
      return attempts((api, io) => inTurn(io, (stored) => confirmPayment(how.orderId, stored, api, io)), after)
    case 'notKnown':
      return attempts(async () => ({ kind: 'notKnown' }), after)
  }
}

interface Own {
  /** What a retry runs; without it the retry leads elsewhere. */
  again?: Attempt
  messageFor?: EndMessage
  /** Takes a retry over, where it answers yes. */
  onRetry?: ((end: PurchaseEnd) => boolean) | undefined
  /** Nothing that was begun before blocks a purchase any more. */
  onFree?: () => void
}

function attempts(first: Attempt, after: AfterPurchase, { again, messageFor, onRetry, onFree }: Own = {}): Flow {
  return async (io, api) => {
    let attempt = first
    for (;;) {
      const end = await attempt(api, io)
      if (end.kind !== 'dismissed' && end.kind !== 'nothing') after.refresh()
      if (end.kind === 'purchased') after.onPurchased?.()
      if (isOver(end)) after.onOver?.()
      const action = await showPurchaseEnd(end, io, after, messageFor)
      if (action === 'finish' && end.kind === 'open') {
        attempt = finishOpenOrder(end)
        continue
      }
      const decided = decisionOf(action, end)
      if (decided && isEarlier(end)) {
        const since = await settle(end, decided, api, io)
        if (since.kind !== 'nothing') {
          attempt = async () => since
          continue
        }
      }
      const isFree = action === 'giveUp' || end.kind === 'nothing'
      if (isFree && !again) return onFree?.()
      if (action !== 'retry' && !isFree) return
      if (onRetry?.(end) || isRefusedForGood(end)) return
      if (isOver(end) && after.toNewTerms) return after.toNewTerms()
      if (!again) return after.toRetry()
      attempt = again
    }
  }
}

/** What a button says of an intent; null when it says nothing. */
function decisionOf(action: MessageAction | null, end: PurchaseEnd): Partial<PurchaseIntent> | null {
  if (action === 'giveUp') return { end: 'givenUp' }
  return action === 'retry' && end.kind === 'inDoubt' ? { mayRepeat: true } : null
}

const isOver = (end: PurchaseEnd) => end.kind === 'refused' && end.failure.name === 'timeIsOver'

function recoverFirst({ knownOrderId, next }: Extract<Start, { start: 'recover' }>, after: AfterPurchase): Flow {
  const look: Attempt = (api, io) =>
    inTurn(io, async (stored) => {
      const earlier = await recoverEarlierOrder(stored, api, io)
      if (earlier) return earlier
      const last = stored.read()
      const isNews = last?.end === 'paid' && knownOrderId !== undefined && last.orderId !== knownOrderId
      return { kind: isNews ? 'boughtMeanwhile' : 'nothing' }
    })
  return async (io, api) => {
    let isFree = false
    const onFree = () => void (isFree = true)
    await attempts(look, { ...after, toRetry: onFree }, { onFree })(io, api)
    if (isFree) await next(io, api)
  }
}
