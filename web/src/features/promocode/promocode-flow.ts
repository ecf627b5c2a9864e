import { hasPromocodeCharacters, promocodeOf } from '#domain/promocode.ts'
import type { FlowPorts } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import { type FailureActions, showFailure } from '#flow/show-failure.ts'
import type { Modals } from '#modals/define-modal.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { checkPromocode } from './check-promocode.ts'
import type { CheckedPromocode, PromocodeCheck, PromocodeProblem } from './promocode-check.ts'

/** What is remembered of the promocodes of a visit (T9, T10). */
export interface PromocodeMemory {
  /** The last one that did not work, until it is edited. */
  failed: { value: string; problem: PromocodeProblem } | null
  /** The last one that did, and until when. */
  checked(): { value: string; until: number } | null
  /** Starts its 20 minutes, or goes on with those that run; answers when they end. */
  keepChecked(value: string): number
  forgetChecked(): void
}
/** How a purchase by promocode reports to the flow that it belongs to. */
export interface PromocodePurchase {
  onPurchased: () => void
  /** What it promised does not hold any more: create_order says so. */
  onOver: () => void
  /** The user wants to go on after that. */
  toNewTerms: () => void
}
export interface PromocodeEntry extends FailureActions {
  memory: PromocodeMemory
  /**
   * What is in the field at first; `link` is checked at once where it can be a promocode, as is what was checked before a reload. `again` was to be
   * paid with when the bank declined.
   */
  first?:
    | { from: 'link' | 'banner'; value: string }
    | { from: 'again'; value: string; priceKopecks: number }
    | undefined
  /** A subscription works already or is being connected (OO-26). */
  isSubscribed: boolean
  /** What is asked for without a promocode (OO-25). */
  without: Modals['enterPromocode']['given']['without']
  pay(promocode: CheckedPromocode, purchase: PromocodePurchase): Flow
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

/** A promocode, from typing it to paying with it, or without it (T9). */
export function promocodeFlow(entry: PromocodeEntry): Flow {
  return async (io, api) => {
    const check = async (typed: string) => remembered(await checkPromocode(api, promocodeOf(typed)), typed, entry)
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

/** The last refusal is remembered for the visit, the last success for its 20 minutes; what is not known is not (T9). */
function remembered(check: PromocodeCheck, typed: string, { memory }: PromocodeEntry): PromocodeCheck {
  memory.failed = check.kind === 'problem' ? { value: promocodeOf(typed), problem: check.problem } : null
  if (check.kind === 'problem') memory.forgetChecked()
  return check
}

function stepAfter(check: PromocodeCheck, typed: string, { memory }: PromocodeEntry): Step {
  switch (check.kind) {
    case 'checked':
      return { kind: 'activate', promocode: check.promocode, until: memory.keepChecked(check.promocode.value) }
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

/** A second try: on the terms of the first while its 20 minutes last and the server says the same; otherwise what has changed is shown first. */
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
    ? pay(step.promocode, entry, run)
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
  const answer = await io.ask('enterPromocode', { value, problem, isSubscribed, without, check, onEdit })
  if (answer === 'dismissed') return done
  switch (answer.kind) {
    case 'checked':
    case 'failed':
      return stepAfter(answer, value, entry)
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
  switch (await io.ask('activatePromocode', { promocode, until })) {
    case 'dismissed':
      return done
    case 'another':
      entry.memory.forgetChecked()
      return inputOf('')
    case 'expired':
      return showExpired(promocode.value, entry, io)
    case 'activate':
      return entry.now() >= until ? showExpired(promocode.value, entry, io) : pay(promocode, entry, run)
  }
}

const inputOf = (value: string): Step => ({ kind: 'input', value, problem: null })

async function pay(promocode: CheckedPromocode, entry: PromocodeEntry, run: Run): Promise<Step> {
  let next = done
  await run(
    entry.pay(promocode, {
      onPurchased: () => entry.memory.forgetChecked(),
      onOver: () => entry.memory.forgetChecked(),
      toNewTerms: () => (next = inputOf(promocode.value)),
    }),
  )
  return next
}

/** The 20 minutes are over: shown, and it can be checked again (O-MODAL-04). */
async function showExpired(value: string, { memory }: PromocodeEntry, io: FlowPorts): Promise<Step> {
  memory.forgetChecked()
  const message = messageOf({ outcome: 'time-is-over' })
  return message && (await io.ask('message', message)) === 'retry' ? inputOf(value) : done
}
