import { hasPromocodeCharacters, promocodeOf } from '#domain/promocode.ts'
import { inRubles, type Sum } from '#domain/sum.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type FailureActions, showFailure } from '#flow/show-failure.ts'
import type { Modals } from '#modals/define-modal.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { checkPromocode } from './check-promocode.ts'
import type { CheckedPromocode, PromocodeCheck, PromocodeProblem } from './promocode-check.ts'

/** The promocodes of a visit (T9, T10). */
export interface PromocodeMemory {
  /** The last invalid promocode, until the user edits it. */
  failed: { value: string; problem: PromocodeProblem } | null
  /** The last valid promocode; `until`: when its check expires, in ms since 1970. */
  checked(): { value: string; until: number } | null
  /** Stores a valid promocode for 20 minutes; storing the same one again does not extend them. Returns when they end, in ms since 1970. */
  storeChecked(value: string): number
  forgetChecked(): void
}
/** Callbacks from the purchase to the promocode's flow. */
export interface PromocodePurchase {
  onPurchased: () => void
  /** create_order has answered that the promocode's terms are not valid any more. */
  onOver: () => void
  /** After `onOver` the user has chosen to continue with the new terms. */
  toNewTerms: () => void
}
export interface PromocodeEntry extends FailureActions {
  memory: PromocodeMemory
  /**
   * The first value of the field. A promocode of a `link` is checked at once if its characters are valid, and so is one that was checked before a
   * reload. `again`: the bank declined a payment with this promocode, and the user tries again.
   */
  first?:
    | { from: 'link' | 'banner'; value: string }
    | { from: 'again'; value: string; priceKopecks: number }
    | undefined
  /** Whether a subscription is active or being connected (OO-26). */
  isSubscribed: boolean
  /** The terms without a promocode (OO-25). */
  without: Modals['enterPromocode']['given']['without']
  /** Buys on the terms of a promocode, by a button that was drawn with the sum `shown`. */
  pay(promocode: CheckedPromocode, shown: Sum, purchase: PromocodePurchase): Flow
  buyWithout(): Flow
  now(): number
}
type Step =
  | { kind: 'input'; value: string; problem: PromocodeProblem | null }
  | { kind: 'activate'; promocode: CheckedPromocode; until: number }
  | { kind: 'failed'; value: string; failure: Extract<PromocodeCheck, { kind: 'failed' }>['failure'] }
  | { kind: 'buy' }
  | { kind: 'done' }
const done: Step = { kind: 'done' }

/** Asks for a promocode, checks it, shows its terms, and buys with it or without it (T9). */
export function promocodeFlow(entry: PromocodeEntry): Flow {
  return async (io, api) => {
    const check = async (typed: string) => {
      const result = await checkPromocode(api, promocodeOf(typed))
      storeProblem(result, typed, entry.memory)
      return result
    }
    const run: Run = (flow) => flow(io, api)
    const { first } = entry
    let step =
      first?.from === 'again' ? await payAgain(first, entry, io, check, run) : await firstStep(entry, io, check)
    while (step.kind !== 'buy' && step.kind !== 'done')
      if (step.kind === 'input') step = await input(step, entry, io, check)
      else if (step.kind === 'activate') step = await activate(step, entry, run, io)
      else step = (await showFailure(step.failure, io, entry)) === 'retry' ? inputOf(step.value) : done
    if (step.kind === 'buy') await entry.buyWithout()(io, api)
  }
}

type Check = (typed: string) => Promise<PromocodeCheck>
type Run = (flow: Flow) => Promise<void>

/** Stores the problem of an invalid promocode for the visit; any other result clears it (T9). `stepAfter` stores a valid promocode. */
function storeProblem(check: PromocodeCheck, typed: string, memory: PromocodeMemory): void {
  memory.failed = check.kind === 'problem' ? { value: promocodeOf(typed), problem: check.problem } : null
  if (check.kind === 'problem') memory.forgetChecked()
}

function stepAfter(check: PromocodeCheck, typed: string, { memory }: PromocodeEntry): Step {
  switch (check.kind) {
    case 'checked':
      return { kind: 'activate', promocode: check.promocode, until: memory.storeChecked(check.promocode.value) }
    case 'problem':
      return { kind: 'input', value: typed, problem: check.problem }
    case 'failed':
      return { ...check, value: typed }
  }
}

async function firstStep(entry: PromocodeEntry, io: FlowPorts, check: Check): Promise<Step> {
  const { first, memory } = entry
  const known = first?.from === 'link' ? first.value : first ? null : memory.checked()?.value
  if (known && hasPromocodeCharacters(promocodeOf(known)))
    return stepAfter(await io.spinner('Проверяем промокод', () => check(known)), known, entry)
  const { value, problem } = first
    ? { value: first.value, problem: null }
    : (memory.failed ?? { value: '', problem: null })
  return { kind: 'input', value, problem }
}

/** The second try of a payment. Pays at once while the check is valid and the server confirms the same price; otherwise shows the new terms first. */
async function payAgain(
  { value, priceKopecks }: { value: string; priceKopecks: number },
  entry: PromocodeEntry,
  io: FlowPorts,
  check: Check,
  run: Run,
): Promise<Step> {
  if (entry.memory.checked()?.value !== value) return showExpired(value, entry, io)
  const step = stepAfter(await io.spinner('Проверяем промокод', () => check(value)), value, entry)
  return step.kind === 'activate' && step.promocode.priceKopecks === priceKopecks
    ? pay(step.promocode, inRubles(priceKopecks), entry, run)
    : step
}

async function input(
  { value, problem }: Extract<Step, { kind: 'input' }>,
  entry: PromocodeEntry,
  io: FlowPorts,
  check: Check,
): Promise<Step> {
  const { isSubscribed, without, memory } = entry
  const onEdit = () => void (memory.failed = null)
  let sent = value
  const checkTyped: Check = (typed) => check((sent = typed))
  const answer = await io.ask('enterPromocode', { value, problem, isSubscribed, without, check: checkTyped, onEdit })
  if (answer === 'dismissed') return done
  switch (answer.kind) {
    case 'checked':
    case 'failed':
      return stepAfter(answer, sent, entry)
    case 'buy':
      return answer
    case 'broken':
      throw answer.error
  }
}

async function activate(
  { promocode, until }: Extract<Step, { kind: 'activate' }>,
  entry: PromocodeEntry,
  run: Run,
  io: FlowPorts,
): Promise<Step> {
  const answer = await io.ask('activatePromocode', { promocode, until })
  switch (answer) {
    case 'dismissed':
      return done
    case 'another':
      entry.memory.forgetChecked()
      return inputOf('')
    case 'expired':
      return showExpired(promocode.value, entry, io)
    default:
      return entry.now() >= until
        ? showExpired(promocode.value, entry, io)
        : pay(promocode, answer.activate, entry, run)
  }
}

const inputOf = (value: string): Step => ({ kind: 'input', value, problem: null })

async function pay(promocode: CheckedPromocode, shown: Sum, entry: PromocodeEntry, run: Run): Promise<Step> {
  let next = done
  await run(
    entry.pay(promocode, shown, {
      onPurchased: () => entry.memory.forgetChecked(),
      onOver: () => entry.memory.forgetChecked(),
      toNewTerms: () => (next = inputOf(promocode.value)),
    }),
  )
  return next
}

/** Shows that the 20 minutes are over, and offers to check the promocode again (O-MODAL-04). */
async function showExpired(value: string, { memory }: PromocodeEntry, io: FlowPorts): Promise<Step> {
  memory.forgetChecked()
  const message = messageOf({ outcome: 'time-is-over' })
  return message && (await io.ask('message', message)) === 'retry' ? inputOf(value) : done
}
