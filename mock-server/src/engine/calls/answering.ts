import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { codeOf, type Example } from '@paket/contract'
import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { parametersOfRequest } from '#engine/contract/find-call.ts'
import type { Reply, FixedAnswer } from '#engine/state/reply.ts'
import type { Effect, EffectCall } from './effect.ts'
import type { Behaviour } from '#engine/product.ts'
import { exampleOf, type Fault, hasParameters, isPart, applyFault, namesAnswer } from '#engine/state/faults.ts'
import { Problem } from '#engine/http/http.ts'
import { merged, type Overlay, overlaid, resolved, variablesIn } from '#engine/state/overlay.ts'
import { draw } from '#engine/state/network.ts'
import { movedDates } from '#engine/state/example-dates.ts'
import type { Move, SequenceStep } from '#engine/state/scenario.ts'
import type { AskPrism } from '#engine/prism/prism.ts'
import { messageOf } from '#engine/message-of.ts'

/** An example of the contract with its overlay, and what to do when it is sent. */
interface Plan {
  example: Example
  set: Overlay
  commit: () => void
  /** Runs when the scenario refuses the call. */
  refuse: () => void
  /** Replaces the example: a recorded answer, sent even if it breaks the contract. */
  recorded?: FixedAnswer
}
interface CallOf extends Omit<EffectCall, 'body' | 'example'> {
  headers: IncomingHttpHeaders
  /** The path below the base path, with its query; defaults to the operation's path. */
  url?: string
  /** The body for Prism, when it differs from the parsed one. */
  sent?: unknown
  /** The answer that the idempotency key determines; overrides the scenario. */
  fixedAnswer: FixedAnswer | null
}
/** The parts of a request that conditions and faults can match. */
interface RequestParts {
  body: unknown
  parameters: Record<string, unknown>
}
const noop = () => {}

/**
 * Answers calls: the user's state selects an example and an overlay, Prism validates the request and returns the
 * example, the contract validates the result.
 */
export class Engine {
  readonly #contract: Contract
  readonly #effects: Readonly<Record<string, Effect>>
  readonly #rules: Behaviour['rules']
  readonly #ask: AskPrism
  /**
   * Validated replies by overlay. Each change of a user's state creates a new overlay object, so an entry never becomes
   * stale.
   */
  readonly #provedBefore = new WeakMap<Overlay, { example: Example; reply: Reply }>()
  constructor(contract: Contract, { effects, rules }: Pick<Behaviour, 'effects' | 'rules'>, ask: AskPrism) {
    this.#contract = contract
    this.#effects = effects
    this.#rules = rules
    this.#ask = ask
  }

  /**
   * Returns the answer of one call; throws a Problem when the request violates the contract. Changes state only when
   * the answer is valid and a success.
   */
  async answer(operation: Operation, body: unknown, call: CallOf): Promise<Reply> {
    const { user } = call
    const networkConditions = draw(user.network)
    const parameters = this.#contract.isForeign ? parametersOfRequest(operation, call.url ?? operation.path) : {}
    // Before the first await, so that of two concurrent calls only one meets a fault with `times: 1`.
    const { fault, uncount } = applyFault(user.faults, { name: operation.id, isOfContract: true, body, parameters })
    const met = fault ?? (networkConditions.fails ? { operation: operation.id, status: 503 } : undefined)
    const plan = this.#plan(operation, { body, parameters }, call, met)
    if (plan instanceof Error) {
      uncount()
      return violatesContract(operation, plan.message)
    }
    const validated = await this.#ask(
      operation,
      { body: call.sent ?? body, url: call.url ?? operation.path, headers: call.headers },
      plan.example,
    )
    const violations = [...this.#contract.headerViolations(operation, call.headers), ...validated.violations]
    if (violations.length > 0) {
      uncount()
      throw invalidRequest(operation, violations)
    }
    const common = {
      fault: met ?? null,
      delayMs: networkConditions.delayMs + (met?.delayMs ?? 0),
      ...(met?.break && { break: met.break, accepted: null }),
    }
    const fixedAnswer =
      met && namesAnswer(met) ? (this.#ownAnswer(operation, met) ?? notInContract(met, operation)) : call.fixedAnswer
    if (fixedAnswer) return { ...this.#judgedUnproved(operation, fixedAnswer), ...common }
    if (plan.recorded) {
      if (!met?.break) plan.refuse()
      return { ...this.#judgedUnproved(operation, plan.recorded), ...common }
    }
    const reply = this.#proved(operation, plan, () => movedDates(validated.body, user))
    if (!met?.break) (reply.accepted ? plan.commit : plan.refuse)()
    const form = reply.example === null ? {} : this.#form(operation, plan, call.headers.accept)
    return { ...reply, ...form, ...(validated.headers && { headers: validated.headers }), ...common }
  }

  /**
   * Health check: sends the contract's own request to each operation, without changing state, and returns the problems.
   */
  async problems(): Promise<string[]> {
    if (this.#contract.isForeign) return []
    const problems = this.#contract.operations.map(async (operation) => {
      const example = this.#example(operation, undefined)
      const validated = await this.#ask(
        operation,
        { body: operation.requests[0]?.value, url: operation.path, headers: {} },
        example,
      )
      const wrong = [
        ...validated.violations,
        ...this.#contract.answerViolations(operation, example.status, validated.body),
      ]
      return wrong.length > 0 ? `${operation.id}: ${inOneLine(wrong)}` : null
    })
    return (await Promise.all(problems)).filter((problem) => problem !== null)
  }

  #plan(operation: Operation, request: RequestParts, call: CallOf, fault?: Fault): Plan | Error {
    try {
      if (!fault || !namesAnswer(fault)) return this.#usual(operation, request, call)
      // An answer outside the contract needs no example, but Prism needs any to validate the request.
      const example = exampleOf(fault, operation) ?? operation.examples[0]
      return example ? { example, set: {}, commit: noop, refuse: noop } : new Error('it has no examples')
    } catch (error) {
      return new Error(messageOf(error))
    }
  }

  /** Selects the answer by the scenario and the product's rules. */
  #usual(operation: Operation, { body, parameters }: RequestParts, call: CallOf): Plan {
    const { user, users, now } = call
    const given = record(body)
    const answer = user.scenario.answers[operation.id]
    const current = user.answers.get(operation.id)
    const after = answer?.afterRefusal
    const refuse = after ? () => users.block(user, operation.id, after.forMs) : noop
    if (after && users.isBlocked(user, operation.id))
      return { example: this.#example(operation, after.example), set: {}, commit: noop, refuse }
    const chosen = answer?.when.find(
      (each) =>
        isPart(each.body, given) && hasParameters(each.parameters, parameters) && users.isInState(user, each.state),
    )
    const rule = chosen ?? answer
    if (rule?.sequence?.length) {
      const key = chosen ? `${operation.id} when ${answer!.when.indexOf(chosen) + 1}` : operation.id
      return this.#nextOf({ key, sequence: rule.sequence, moves: rule.moves }, operation, call, given)
    }
    const effectCall = { ...call, body: given, example: this.#example(operation, answer?.example).value }
    const effect = answer?.effect === undefined ? undefined : this.#effects[answer.effect]
    const outcome = chosen ? undefined : effect ? effect(effectCall) : this.#rules?.(operation.id, effectCall)
    if (outcome === null) return { example: this.#example(operation, answer?.otherwise), set: {}, commit: noop, refuse }
    // Resolves only what depends on the call; the rest of the state is resolved already.
    const isOfCall = outcome !== undefined || (answer && quotesCall(answer.set))
    const step = chosen ?? outcome?.step ?? (isOfCall ? answer : undefined)
    const example = this.#example(operation, (step ?? current)?.example)
    const before = current?.example === example.name ? current.set : {}
    const moves = rule?.moves ?? []
    if (!step && moves.length === 0) return { example, set: before, commit: outcome?.commit ?? noop, refuse }
    const variables = { ...users.variables(user), 'call.id': randomUUID(), ...quoted(given), ...outcome?.variables }
    const set = step ? merged(example.value, before, step.set, { now, variables }) : before
    const commit = () => {
      outcome?.commit?.()
      users.move(user, moves, variables)
    }
    return { example, set, commit, refuse }
  }

  /** Returns the next step of a sequence; each completed answer advances its counter, which is stored by `key`. */
  #nextOf(
    { key, sequence, moves }: { key: string; sequence: readonly SequenceStep[]; moves: readonly Move[] },
    operation: Operation,
    { user, users, now }: CallOf,
    given: Record<string, unknown>,
  ): Plan {
    const step = sequence[Math.min(user.sequences.get(key) ?? 0, sequence.length - 1)]!
    const variables = { ...users.variables(user), 'call.id': randomUUID(), ...quoted(given) }
    const scope = { now, variables }
    const count = () => void user.sequences.set(key, (user.sequences.get(key) ?? 0) + 1)
    if ('violation' in step) {
      const { body, ...sent } = step.violation
      const note = 'recorded: breaks the contract'
      const recorded = { ...sent, body: resolved(body, scope), example: null, note, isRepeat: false }
      return { example: operation.examples[0]!, set: {}, commit: count, refuse: count, recorded }
    }
    const example = this.#example(operation, step.example)
    const commit = () => {
      count()
      users.move(user, moves, variables)
    }
    return { example, set: merged(example.value, {}, step.set, scope), commit, refuse: count }
  }

  /** Returns the example of this name, or the first success. */
  #example(operation: Operation, name: string | undefined): Example {
    const example = this.#contract.example(operation, name)
    if (!example) throw new Error(`it has no example ${name ?? 'of a success'}`)
    return example
  }

  /** Returns the validated example (`bodyOf`) with its overlay; a 500 with the violation when it is invalid. */
  #proved(operation: Operation, plan: Plan, bodyOf: () => unknown): Reply {
    const { example, set } = plan
    const before = this.#provedBefore.get(set)
    if (before?.example === example) return { ...before.reply }
    const broken = (why: string) =>
      violatesContract(operation, `example ${example.name} with the overlay ${JSON.stringify(set)}: ${why}`)
    try {
      const answer = overlaid(bodyOf(), set)
      const violations = this.#contract.answerViolations(operation, example.status, answer)
      const isOwn = this.#contract.isForeign && Object.keys(set).length === 0
      if (violations.length > 0 && !isOwn) return broken(inOneLine(violations))
      const reply = this.#judged(operation, {
        status: example.status,
        body: answer,
        example: example.name,
        note: violations.length > 0 ? `the example breaks its own schema: ${inOneLine(violations)}` : null,
        isRepeat: false,
      })
      // In a foreign contract, examples of different media types can have the same name.
      if (!this.#contract.isForeign) this.#provedBefore.set(set, { example, reply })
      return reply
    } catch (error) {
      return broken(messageOf(error))
    }
  }

  /** Returns the media type to send. With an overlay it is the type that the overlay was applied to. */
  #form(
    operation: Operation,
    { example, set }: Plan,
    accept: string | undefined,
  ): Partial<Pick<Reply, 'type' | 'body'>> {
    const isOwn = Object.keys(set).length === 0
    const { type, value } = this.#contract.sent(operation, example, isOwn ? accept : undefined)
    return { type, ...(isOwn && this.#contract.isForeign && { body: value }) }
  }

  /** Returns the body that a fault contains; undefined when it has none. */
  #ownAnswer(operation: Operation, { answer, status = 200 }: Fault): FixedAnswer | undefined {
    if (answer === undefined) return undefined
    const violations = this.#contract.answerViolations(operation, status, answer)
    const note = violations.length > 0 ? `the fault's answer breaks the contract: ${inOneLine(violations)}` : null
    return { status, body: answer, example: null, note, isRepeat: false }
  }

  /** Judges an answer that is no example: a success that violates the contract is broken. */
  #judgedUnproved(operation: Operation, answer: FixedAnswer): Reply {
    const reply = this.#judged(operation, answer)
    const isBroken = reply.accepted && this.#contract.answerViolations(operation, answer.status, answer.body).length > 0
    return isBroken ? { ...reply, accepted: null } : reply
  }

  #judged(operation: Operation, reply: FixedAnswer): Reply {
    const { status, body } = reply
    const accepted = this.#contract.accepts(operation, status, body)
    return { ...reply, code: codeOf(body), accepted, fault: null, break: null, delayMs: 0 }
  }
}

/** Request fields as variables: `body.optionId`. */
const quoted = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).map(([field, value]) => [`body.${field}`, value]))
const quotesCall = (set: Overlay) => variablesIn(set).some((name) => /^(body|call)\./.test(name))

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}

function invalidRequest({ id }: Operation, validation: { field: string; message: string }[]): Problem {
  const detail = validation.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new Problem(422, 'The request breaks the contract', detail, { operation: id, validation })
}

/** Returns the answer of a fault whose code or status the call does not have; undefined when it has it. */
function notInContract(fault: Fault, operation: Operation): FixedAnswer | undefined {
  if (exampleOf(fault, operation)) return undefined
  const { code, status = 200 } = fault
  const what = code === undefined ? `HTTP ${status}` : `code ${code} with HTTP ${status}`
  const body = { ...(code !== undefined && { code }), message: 'not in the contract' }
  return { status, body, example: null, note: `${what} is not in the contract`, isRepeat: false }
}

const violatesContract = ({ id, path }: Operation, message: string): Reply => ({
  status: 500,
  body: {
    type: 'about:blank',
    title: 'The mock would break the contract',
    status: 500,
    detail: `${id} (${path}), ${message}`,
  },
  code: null,
  example: null,
  accepted: false,
  fault: null,
  note: `the mock would break the contract: ${message}`,
  break: null,
  delayMs: 0,
  isRepeat: false,
})
