import type { Client } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import { lookAtEarlier, settlePurchase } from '#features/purchase/recover/earlier-order.ts'
import { isBundle, type KeptIntent, optionOf, type PurchaseIntent } from '#flow/purchase-intent.ts'
import { inTurn, leaveForBank } from './ordering.ts'
import { purchase } from './purchase.ts'
import type { Purchase } from './purchase-input.ts'
import { chargePoints, purchaseByPoints } from './purchase-by-points.ts'
import type { PurchaseEnd } from '#features/purchase/end/purchase-end.ts'
import { showOptionEnd } from '#features/purchase/end/option-end-message.ts'
import { type NextStep, showPurchaseEnd, type Visit } from '#features/purchase/end/purchase-end-message.ts'

/** What a purchase leads to outside of it. */
export interface AfterPurchase {
  /** What is on the screen is read again. */
  refresh(): void
  /** Where what was bought stands; the name of an option when that is another one than is bought now. */
  toAccount(option?: string | null): void
  /** Where the bundle can be bought again, when the flow itself cannot go on. */
  toRetry(): void
  /** Where a grace period is paid for. */
  toOplata(): void
  toSupport(): void
  /** Back to the group's fridge. */
  toFridge(): void
  /** To the gift of a partner's action. */
  toPromo(promo: Visit['promo']): void
  /** To the page of a partner. */
  toPartner?(partner: Visit['partner']): void
  /** To where new terms are found, when those that were promised hold no more; without it the same is bought again. */
  toNewTerms?: () => void
  onPurchased?: () => void
  /** The terms that were promised hold no more. */
  onOver?: () => void
  /** Nothing that was begun before stands in the way of a purchase any more. */
  onFree?: () => void
  visit: Visit
}
type Show = (end: PurchaseEnd, io: FlowPorts, visit: Visit) => Promise<NextStep>
export type Attempt = (api: Client, io: FlowPorts) => Promise<PurchaseEnd>

/** Runs a purchase until the user has stopped retrying. `again` is what a retry runs; the first attempt may be another. */
export function flowOf(
  first: Attempt,
  again: Attempt | null,
  after: AfterPurchase,
  show: Show = showPurchaseEnd,
): Flow {
  return async (io, api) => {
    let attempt = first
    for (;;) {
      const end = await attempt(api, io)
      if (end.kind !== 'dismissed' && end.kind !== 'nothing') after.refresh()
      if (end.kind === 'purchased') after.onPurchased?.()
      if (isOver(end)) after.onOver?.()
      const { visit } = after
      const next = end.earlier ? await showEarlier(end, end.earlier, io, visit) : await show(end, io, visit)
      if (next === 'support') after.toSupport()
      if (next === 'account') after.toAccount(end.earlier && optionOf(end.earlier.what))
      if (next === 'fridge') after.toFridge()
      if (next === 'promo') after.toPromo(visitOf(end, visit).promo)
      if (next === 'partner') after.toPartner?.(visitOf(end, visit).partner)
      if (next === 'finish' && end.kind === 'open') {
        attempt = finishing(end)
        continue
      }
      const decided = decisionOf(next, end)
      if (decided && isEarlier(end)) {
        const since = await settle(end, decided, api, io)
        if (since.kind !== 'nothing') {
          attempt = async () => since
          continue
        }
      }
      const isFree = next === 'giveUp' || end.kind === 'nothing'
      if (isFree && !again) return after.onFree?.()
      if (next !== 'retry' && !isFree) return
      if (isOver(end) && after.toNewTerms) return after.toNewTerms()
      if (!again) return after.toRetry()
      attempt = again
    }
  }
}

/** What was begun before has the words and the ways of what it was, whatever is bought now. */
const showEarlier = (end: PurchaseEnd, { what }: PurchaseIntent, io: FlowPorts, visit: Visit): Promise<NextStep> =>
  (optionOf(what) === null ? showPurchaseEnd : showOptionEnd)(end, io, visitOf(end, visit))

/** A gift and a partner's page belong to what was bought for them. */
function visitOf({ earlier }: PurchaseEnd, visit: Visit): Visit {
  if (!earlier) return visit
  const { action = null, partner } = isBundle(earlier.what) ? earlier.what : {}
  return { fromFridge: visit.fromFridge, promo: action, ...(partner && { partner }) }
}

type Earlier = PurchaseEnd & { earlier: PurchaseIntent }
const isEarlier = (end: PurchaseEnd): end is Earlier => end.earlier !== undefined

/** What an answer says of an intent; null when it says nothing. */
function decisionOf(next: NextStep, end: PurchaseEnd): Partial<PurchaseIntent> | null {
  if (next === 'giveUp') return { end: 'givenUp' }
  return next === 'retry' && end.kind === 'inDoubt' ? { mayRepeat: true } : null
}

/** Goes on with an open order: at its payment page, by charging its points, or by looking once more. */
function finishing(open: Extract<PurchaseEnd, { kind: 'open' }>): Attempt {
  const { earlier, finish } = open
  return async (api, io) => {
    const { orderId } = earlier
    if (finish.by === 'looking' || !orderId) return lookAgain(open, api, io)
    const intent = { ...earlier, orderId }
    if (finish.by === 'points')
      return inTurn(
        io,
        async (kept) =>
          (await wentOn(open, kept, api, io)) ??
          io.spinner('Списываем баллы', async () => ({
            ...(await chargePoints(intent, kept, api, io)),
            earlier: intent,
          })),
      )
    const since = await settle(open, {}, api, io)
    if (since.kind !== 'nothing') return since
    return { ...(await leaveForBank(finish.formUrl, 'Открываем страницу банка', io)), earlier: intent }
  }
}

const lookAgain = (told: Earlier, api: Client, io: FlowPorts): Promise<PurchaseEnd> =>
  inTurn(io, async (kept) => {
    const since = await wentOn(told, kept, api, io)
    if (since) return since
    keepUnlessAnother(told.earlier, kept)
    return (await lookAtEarlier(kept, api, io)) ?? { kind: 'nothing' }
  })

/** Keeps what the user has decided about an intent, unless another tab has gone on with it since. */
const settle = (told: Earlier, decided: Partial<PurchaseIntent>, api: Client, io: FlowPorts): Promise<PurchaseEnd> =>
  inTurn(io, async (kept) => {
    const since = await wentOn(told, kept, api, io)
    if (!since) keepUnlessAnother({ ...told.earlier, isTold: true, ...decided }, kept)
    return since ?? { kind: 'nothing' }
  })

/** What another tab has made of an intent since it was told here; null when it has done nothing. */
async function wentOn(told: Earlier, kept: KeptIntent, api: Client, io: FlowPorts): Promise<PurchaseEnd | null> {
  const now = kept.read()
  if (now?.id !== told.earlier.id) return null
  if (now.end) return { kind: now.end === 'paid' ? 'boughtMeanwhile' : 'nothing' }
  // Its order was not found or not charged when it was told.
  const wasIdle = told.kind === 'inDoubt' || (told.kind === 'open' && told.finish.by === 'points')
  return wasIdle && now.orderId ? lookAtEarlier(kept, api, io) : null
}

/** Another tab may have begun something else since. */
function keepUnlessAnother(intent: PurchaseIntent, kept: KeptIntent): void {
  const now = kept.read()
  if (!now || now.end || now.id === intent.id) kept.keep(intent)
}

const isOver = (end: PurchaseEnd) => end.kind === 'refused' && end.failure.name === 'timeIsOver'

/**
 * Looks what became of an earlier purchase, tells it, and runs the flow when nothing stands in its way any more. What another tab has bought since the
 * last order that this one knows is told too.
 */
export function lookingFirst(after: AfterPurchase, knownOrderId: string | null | undefined, flow: Flow): Flow {
  const look: Attempt = (api, io) =>
    inTurn(io, async (kept) => {
      const earlier = await lookAtEarlier(kept, api, io)
      if (earlier) return earlier
      const last = kept.read()
      const isNews = last?.end === 'paid' && knownOrderId !== undefined && last.orderId !== knownOrderId
      return { kind: isNews ? 'boughtMeanwhile' : 'nothing' }
    })
  return async (io, api) => {
    let isFree = false
    const goOn = () => void (isFree = true)
    await flowOf(look, null, { ...after, toRetry: goOn, onFree: goOn })(io, api)
    if (isFree) await flow(io, api)
  }
}

/** Looks at it without a press of the user's: says nothing when there is nothing, or another tab is at it. */
export function goingOn(after: AfterPurchase): Flow {
  const look: Attempt = (api, io) =>
    inTurn(io, async (kept) => (await lookAtEarlier(kept, api, io)) ?? { kind: 'nothing' }, null)
  return flowOf(look, null, after)
}

/** Buys a bundle; a retry buys it again from the card on. */
export function buying(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchase(what, api, io)
  return flowOf(attempt, attempt, after)
}

/** Buys a bundle by points; a retry charges anew. */
export function buyingByPoints(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchaseByPoints(what, api, io)
  return flowOf(attempt, attempt, after)
}

/** Says that an order in a link is not one of this browser's. */
export const tellingNotKnown = (after: AfterPurchase): Flow => flowOf(async () => ({ kind: 'notKnown' }), null, after)

/** Buys an option; a retry buys it again from the card on. */
export function buyingOption(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchase({ ...what, goods: 'option' }, api, io)
  return lookingFirst(after, what.knownOrderId, flowOf(attempt, attempt, after, showOptionEnd))
}

/**
 * Ends an order after the payment page came back, with its id or without. One that this browser has not made is not followed, whoever's it is: a link may
 * come from anybody. A retry leads to where it can be bought again.
 */
export const settling = (orderId: string | null, after: AfterPurchase): Flow =>
  flowOf((api, io) => inTurn(io, (kept) => settlePurchase(orderId, kept, api, io)), null, after)
