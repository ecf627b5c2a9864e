import { randomUUID } from 'node:crypto'
import { list } from '@paket/contract'
import type { EffectCall, EffectResult } from '#engine/calls/effect.ts'
import { variablesIn, variablesInPath } from '#engine/state/overlay.ts'
import type { Move } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Due, Users } from '#engine/state/users.ts'
import type { Order } from '#product/orders.ts'
import { orderOf, stateOf } from '#product/state.ts'
import { facts } from './facts.ts'
import { orderOfCall } from './goods.ts'
import { nextStep, runs } from './runs.ts'
import { type Shop, Situation } from './situation.ts'
import type { CallRule, Conditions, EventRule, Machine, MoveRule } from './source.ts'

/** Shown when no state of a machine matches. */
const NO_STATE = 'none of its own'

/** The next change by time alone. */
export interface Next extends Due {
  /** A description: `subscription: waiting → active`, or an order's id. */
  what: () => string
}

/**
 * The interpreter of `lifecycle.yaml`: a user's current answers are the state, the rules define answers and
 * transitions.
 */
export class Rules {
  readonly #shop: Shop
  readonly #machines: ReadonlyMap<string, Machine>
  /** Parsed conditions, because they are evaluated many times per call. */
  readonly #parsed = new WeakMap<Conditions, readonly (readonly [name: string, wanted: readonly unknown[]])[]>()
  /** Called with the place of each rule that is used; for the walk. */
  onRule: (place: string) => void = () => {}
  /** Called with errors in the lifecycle, which do not fail users' calls. */
  onProblem: (problem: string) => void = () => {}
  constructor(shop: Shop) {
    this.#shop = shop
    this.#machines = new Map(shop.lifecycle.machines.map((machine) => [machine.name, machine]))
  }

  /** Whether the scenario always refuses the call. */
  #isRefused(call: string, user: User): boolean {
    const { contract } = this.#shop
    const operation = contract.operation(call)
    const example = operation && contract.example(operation, user.answers.get(call)?.example ?? '')
    return example !== undefined && !contract.accepts(operation!, example.status, example.value)
  }

  /**
   * Answers a call by the first matching rule; undefined when none matches, or the scenario always refuses the call.
   */
  answer(operationId: string, call: EffectCall): EffectResult | undefined {
    const { contract, lifecycle } = this.#shop
    const rules = lifecycle.calls[operationId]
    const operation = contract.operation(operationId)
    if (!rules || !operation) return undefined
    const { user, users } = call
    const current = user.answers.get(operationId)
    if (this.#isRefused(operationId, user)) return undefined
    const s = new Situation(this.#shop, user, users, call.now, call)
    const opened = lifecycle.orders.opens[operationId]
    s.order = opened ? orderOfCall(s, opened) : (orderOf(user, call.body['orderId']) ?? null)
    const rule = rules.find((each) => this.#holds(each.if, s))
    if (!rule) return undefined
    this.onRule(rule.place)
    // The scenario's own successful example takes precedence over the rule's.
    const ruleExample = contract.example(operation, rule.answer ?? '')
    const isRefusal = ruleExample !== undefined && !contract.accepts(operation, ruleExample.status, ruleExample.value)
    const usesRuleExample = rule.answer !== undefined && (isRefusal || !current)
    const run = rule.run === undefined ? undefined : runs[rule.run]?.(s, this)
    const example = usesRuleExample ? rule.answer : current?.example
    const variables = { 'call.id': randomUUID(), ...this.#variables([{ set: rule.set }], s), ...run?.variables }
    return {
      ...((run?.step ?? example) && { step: run?.step ?? { example: example!, set: rule.set } }),
      variables,
      commit: () => {
        run?.commit?.()
        this.#fire(operationId, s, rule, variables)
      },
    }
  }

  /** Applies the transitions and changes of an order's event. */
  emit(event: string, user: User, users: Users, now: number, order: Order): void {
    const s = new Situation(this.#shop, user, users, now)
    s.order = order
    this.#fire(event, s)
  }

  /** Returns the user's next change by time: an order step, or a transition. */
  due(user: User, users: Users): Next | null {
    const s = this.#updateStates(user, users, users.now(user))
    const ofMachines = this.#shop.lifecycle.machines.flatMap((machine) => this.#dueOf(machine, s))
    const ofOrders = stateOf(user).orders.flatMap((order) => this.#dueOfOrder(order, s))
    return [...ofMachines, ...ofOrders].reduce<Next | null>(
      (first, each) => (first && first.at <= each.at ? first : each),
      null,
    )
  }

  /** Returns the current state of each machine by name. */
  states(user: User, users: Users): Record<string, string> {
    const s = new Situation(this.#shop, user, users, users.now(user))
    return Object.fromEntries(
      this.#shop.lifecycle.machines.map((machine) => [machine.name, this.#value(machine.name, s) as string]),
    )
  }

  #stateOf(machine: Machine, s: Situation): string {
    const found = machine.states.find(({ if: conditions }) => this.#holds(conditions, s))
    // Answers that a tester set by hand may match no state; then nothing moves.
    if (!found) this.onProblem(`the machine ${machine.name} is in no state of its own`)
    return found?.name ?? NO_STATE
  }

  #holds(conditions: Conditions, s: Situation): boolean {
    const known = this.#parsed.get(conditions)
    const parsed = known ?? Object.entries(conditions).map(([name, wanted]) => [name, list<unknown>(wanted)] as const)
    if (!known) this.#parsed.set(conditions, parsed)
    return parsed.every(([name, wanted]) => wanted.includes(this.#value(name, s)))
  }
  #value(name: string, s: Situation): unknown {
    const known = s.known.get(name)
    if (known !== undefined || s.known.has(name)) return known
    if (name.startsWith('body.')) return s.request[name.slice('body.'.length)]
    const machine = this.#machines.get(name)
    const value = machine ? this.#stateOf(machine, s) : facts[name]?.(s)
    s.known.set(name, value)
    return value
  }

  /** Resolves the facts and request fields that changes refer to. */
  #variables(changes: readonly { set: Record<string, unknown> }[], s: Situation): Record<string, unknown> {
    const names = changes.flatMap(({ set }) =>
      Object.entries(set).flatMap(([path, value]) => [...variablesInPath(path), ...variablesIn(value)]),
    )
    return Object.fromEntries(
      names.flatMap((name) => (name.startsWith('body.') || facts[name] ? [[name, this.#value(name, s)] as const] : [])),
    )
  }

  /** Applies a call's or event's changes and the transitions. Evaluates all conditions before it changes anything. */
  #fire(name: string, s: Situation, rule?: CallRule, given: Record<string, unknown> = {}): void {
    const { machines, events } = this.#shop.lifecycle
    s.known.clear()
    const moves = machines.flatMap((machine) => {
      const state = this.#value(machine.name, s) as string
      const move = machine.moves.find(
        (each) => each.on === name && each.state.includes(state) && this.#holds(each.if, s),
      )
      return move ? [{ machine, move }] : []
    })
    const event = events[name]?.find((each) => this.#holds(each.if, s))
    this.#applyChanges([...(rule ? [rule] : []), ...moves.map(({ move }) => move), ...(event ? [event] : [])], s, given)
    this.#updateStates(s.user, s.users, s.now)
    for (const { machine, move } of moves) this.#enter(machine, move, s)
  }

  #applyChanges(rules: readonly EventRule[], s: Situation, given: Record<string, unknown> = {}): void {
    const moves: Move[] = rules.flatMap((rule) =>
      rule.do.flatMap((change) =>
        (this.#shop.lifecycle.changes[change] ?? []).map((move) => ({
          ...move,
          answers: Object.fromEntries(Object.entries(move.answers).filter(([call]) => !this.#isRefused(call, s.user))),
        })),
      ),
    )
    for (const { place } of rules) this.onRule(place)
    const variables = this.#variables(
      moves.flatMap(({ answers }) => Object.values(answers)),
      s,
    )
    s.users.move(s.user, moves, { ...given, ...variables }, s.now)
  }

  /** Updates the stored states of the machines from the answers; a state that differs was entered now. */
  #updateStates(user: User, users: Users, at: number): Situation {
    // Evaluated without a call or an order.
    const s = new Situation(this.#shop, user, users, at)
    const storedStates = stateOf(user).machines
    for (const machine of this.#shop.lifecycle.machines) {
      const state = this.#value(machine.name, s) as string
      const last = storedStates[machine.name]
      if (!last) storedStates[machine.name] = { state, since: user.startedAt, passed: user.startedAt }
      // After the clock was set back, dates between now and `passed` lie ahead again.
      else if (last.state !== state)
        storedStates[machine.name] = { state, since: at, passed: Math.min(last.passed, at) }
    }
    return s
  }

  /** A transition with a target restarts the state's time, even in the same state. */
  #enter(machine: Machine, move: MoveRule, s: Situation): void {
    const state = stateOf(s.user).machines[machine.name]
    if (!state || move.to === undefined) return
    if (state.state !== move.to)
      this.onProblem(`${move.place} leads to ${move.to}, the ${machine.name} is ${state.state} after it`)
    state.since = s.now
  }

  /** Returns the machine's next transition by time. Dates that had passed at the start of the scenario are ignored. */
  #dueOf(machine: Machine, s: Situation): Next[] {
    const stored = stateOf(s.user).machines[machine.name]!
    const timed = machine.moves.filter((move) => move.on === undefined && move.state.includes(stored.state))
    const instants = timed.map((move) => ({ move, at: this.#instantOf(move, stored.since, s) }))
    const open = instants.filter(({ at }) => at > stored.passed)
    if (open.length === 0) return []
    const at = Math.min(...open.map((each) => each.at))
    const apply = () => {
      const then = new Situation(this.#shop, s.user, s.users, at)
      stored.passed = at
      const due = open.find((each) => each.at === at && this.#holds(each.move.if, then))
      if (!due) return
      this.#applyChanges([due.move], then)
      this.#updateStates(s.user, s.users, at)
      this.#enter(machine, due.move, then)
    }
    const what = () => {
      const likely = open.find((each) => each.at === at && this.#holds(each.move.if, s))?.move.to
      const to = likely ?? stored.state
      return to === stored.state ? `${machine.name}: renewed` : `${machine.name}: ${stored.state} → ${to}`
    }
    return [{ at, what, apply }]
  }
  #instantOf({ after, at }: MoveRule, since: number, s: Situation): number {
    if (at !== undefined) return Number(this.#value(at, s))
    return since + Math.max(1, after === 'activatesAfter' ? s.details.activatesAfterMs : (after ?? NaN))
  }

  /** Advances an order that the app does not poll. */
  #dueOfOrder(order: Order, s: Situation): Next[] {
    if (order.decided || order.kind === 'binding' || order.kind === 'newCard') return []
    const then = order.steppedAt + this.#shop.lifecycle.orders.stepAfterMs
    const next = nextStep(order, s)
    if (!next.isChange) return []
    const apply = () => next.go(new Situation(this.#shop, s.user, s.users, then), this)
    return [{ at: then, what: () => `order ${order.id}: ${next.step.example}`, apply }]
  }
}
