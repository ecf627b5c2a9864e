import type { Flow } from '#flow/run-flow.ts'
import { optionOf, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { About, FailureActions } from '#flow/show-failure.ts'
import type { MessageAction } from '#messages/message.ts'
import { optionEndMessage } from '#features/purchase/end/option-end-message.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import {
  type EndMessage,
  isRefusedForGood,
  purchaseEndMessage,
  type Visit,
} from '#features/purchase/end/purchase-end-message.ts'
import { type OpenMessage, showPurchaseEnd } from '#features/purchase/end/show-purchase-end.ts'
import { recoverEarlierOrder, confirmPayment, storeSeen } from '#features/purchase/recover/earlier-order.ts'
import { type Attempt, finishOpenOrder, isEarlier, storeDecision } from '#features/purchase/recover/open-order.ts'
import { inTurn, type PurchasePorts } from './ordering.ts'
import { purchase } from './purchase.ts'
import { purchaseByPoints } from './purchase-by-points.ts'
import type { Purchase } from './purchase-input.ts'

/** The effects of a purchase: actions of its messages' buttons, and callbacks of its end. */
export interface AfterPurchase extends FailureActions {
  /** Refetches what the page shows. */
  refresh(): void
  /** Refetches it too, and says whether the goods are connected. */
  checkAgain(about: About): void
  /** Leads to where the purchase can be repeated, when the flow itself cannot do that. */
  toRetry(): void
  /** Leads to the page of a grace period's payment. */
  toOplata(): void
  /** Leads to new terms when the promised ones are not valid any more; without it a retry repeats the purchase. */
  toNewTerms?: () => void
  onPurchased?: () => void
  /** The promised terms are not valid any more. */
  onOver?: () => void
  visit: Visit
}

/** How a purchase starts. */
type Start =
  /** Buys goods, by points if the pressed button has shown points. A retry starts again with the choice of the card. `onRetry` may handle a retry itself, by returning true. */
  | {
      start: 'new'
      goods: Purchase
      messageFor?: EndMessage
      onRetry?: (end: PurchaseEnd) => boolean
    }
  /** Resumes an earlier purchase without an action of the user. Shows nothing when there is none, or another tab handles it. */
  | { start: 'resume' }
  /**
   * Recovers an earlier purchase and shows its end, then runs `next` unless the earlier purchase blocks it. A purchase in another tab since
   * `knownOrderId` is shown too.
   */
  | { start: 'recover'; knownOrderId: string | null | undefined; next: Flow }
  /**
   * Confirms an order after the return from the payment page; the address may have its id. An order that was not created in this browser is not
   * followed, because anyone could send such a link. A retry leads to where the purchase can be repeated.
   */
  | { start: 'confirm'; orderId: string | null }
  /** Shows that an order in a link was not created in this browser. */
  | { start: 'notKnown' }

/** Makes the flow of a purchase. It runs until the purchase has ended and the user does not retry any more. */
export function purchaseFlow(how: Start, after: AfterPurchase): Flow {
  switch (how.start) {
    case 'new': {
      const { goods, onRetry } = how
      const buy = goods.shown.in === 'points' ? purchaseByPoints : purchase
      const attempt: Attempt = (api, io) => buy(goods, api, io)
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

interface AttemptOptions {
  /** The attempt that a retry runs; without it a retry calls `toRetry`. */
  again?: Attempt
  messageFor?: EndMessage
  /** Handles a retry itself if it returns true. */
  onRetry?: ((end: PurchaseEnd) => boolean) | undefined
  /** No earlier purchase blocks a new one any more. */
  onFree?: () => void
}

function attempts(
  first: Attempt,
  after: AfterPurchase,
  { again, messageFor, onRetry, onFree }: AttemptOptions = {},
): Flow {
  return async (io, api) => {
    /** Runs an attempt and shows its end, before another tab has its turn. */
    async function run(attempt: Attempt): Promise<{ end: PurchaseEnd; action: MessageAction | null }> {
      const shown: { message?: OpenMessage | null } = {}
      function show(end: PurchaseEnd): OpenMessage | null {
        takeEffect(end, after)
        return (shown.message = showPurchaseEnd(end, io, after, messageFor))
      }
      const onEnd: PurchasePorts['onEnd'] = async (end, stored) => {
        // What follows comes without a turn.
        if (end.kind === 'toBank') return
        await show(end)?.seen()
        storeSeen(end, stored)
      }
      const end = await attempt(api, { ...io, onEnd })
      const message = shown.message === undefined ? show(end) : shown.message
      const action = message && (await message.action())
      // The message may have been open for minutes, and the page may be the one that the button leads to.
      if (action === 'check') after.checkAgain({ option: end.earlier && optionOf(end.earlier.what) })
      return { end, action }
    }
    let last = await run(first)
    for (;;) {
      const { end, action } = last
      if (action === 'finish' && end.kind === 'open') {
        last = await run(finishOpenOrder(end))
        continue
      }
      const decided = decisionOf(action, end)
      if (decided && isEarlier(end)) {
        const since = await run((_, ports) => storeDecision(end, decided, api, ports))
        if (since.end.kind !== 'nothing') {
          last = since
          continue
        }
      }
      const isFree = action === 'giveUp' || end.kind === 'nothing'
      if (isFree && !again) return onFree?.()
      if (action !== 'retry' && !isFree) return
      if (onRetry?.(end) || isRefusedForGood(end)) return
      if (isOver(end) && after.toNewTerms) return after.toNewTerms()
      if (!again) return after.toRetry()
      last = await run(again)
    }
  }
}

function takeEffect(end: PurchaseEnd, after: AfterPurchase): void {
  if (end.kind !== 'dismissed' && end.kind !== 'nothing') after.refresh()
  if (end.kind === 'purchased') after.onPurchased?.()
  if (isOver(end)) after.onOver?.()
}

/** The decision about an intent that a button expresses; null when it decides nothing. */
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
      // Not by `orderId`: the page may know a newer order, of another device. An older order that is paid later is the last one again.
      const isNews =
        last?.end === 'paid' && !last.mayRepeat && knownOrderId !== undefined && last.lastOrderId === knownOrderId
      return { kind: isNews ? 'boughtMeanwhile' : 'nothing' }
    })
  return async (io, api) => {
    let isFree = false
    const onFree = () => void (isFree = true)
    await attempts(look, { ...after, toRetry: onFree }, { onFree })(io, api)
    if (isFree) await next(io, api)
  }
}
