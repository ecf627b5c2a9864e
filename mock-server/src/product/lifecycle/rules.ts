import { randomUUID } from 'node:crypto'
import { list } from '@paket/contract'
import type { EffectCall, Outcome } from '#engine/calls/effect.ts'
import { variablesIn, variablesInPath } from '#engine/state/overlay.ts'
import type { Move } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Due, Users } from '#engine/state/users.ts'
import type { Order } from '#product/orders.ts'
import { orderOf, stateOf } from '#product/state.ts'
import { facts } from './facts.ts'
import { orderBegun } from './goods.ts'
import { nextStep, runs } from './runs.ts'
import { type Shop, Situation } from './situation.ts'
import type { CallRule, Conditions, EventRule, Machine, MoveRule } from './source.ts'

/** Of a machine that no state of the lifecycle fits. */
const NO_STATE = 'none of its own'

/** What time does next. */
export interface Next extends Due {
  /** As `subscription: waiting → active`; for an order, its id. */
  what: () => string
}

/** Runs `lifecycle.yaml`: the answers of a user's calls are the state, the rules say what they are and how they go on. */
export class Rules {
  readonly #shop: Shop
  readonly #machines: ReadonlyMap<string, Machine>
  /** Conditions as they are asked, many times a call. */
  readonly #asked = new WeakMap<Conditions, readonly (readonly [name: string, wanted: readonly unknown[]])[]>()
  /** Hears the place of each rule that was met; for the walk. */
  onRule: (place: string) => void = () => {}
  /** Hears what the lifecycle says wrongly; no one's calls fail for that. */
  onProblem: (problem: string) => void = () => {}
  constructor(shop: Shop) {
    this.#shop = shop
    this.#machines = new Map(shop.lifecycle.machines.map((machine) => [machine.name, machine]))
  }

  /** Whether the scenario refuses a call whatever happens. */
  #isRefused(call: string, user: User): boolean {
    const { contract } = this.#shop
    const operation = contract.operation(call)
    const example = operation && contract.example(operation, user.answers.get(call)?.example ?? '')
    return example !== undefined && !contract.accepts(operation!, example.status, example.value)
  }

  /** What a call answers; undefined when no rule speaks of it, or the scenario refuses it anyway. */
  answer(operationId: string, call: EffectCall): Outcome | undefined {
    const { contract, lifecycle } = this.#shop
    const rules = lifecycle.calls[operationId]
    const operation = contract.operation(operationId)
    if (!rules || !operation) return undefined
    const { user, users } = call
    const current = user.answers.get(operationId)
    if (this.#isRefused(operationId, user)) return undefined
    const s = new Situation(this.#shop, user, users, call.now, call)
    const opened = lifecycle.orders.opens[operationId]
    s.order = opened ? orderBegun(s, opened) : (orderOf(user, call.body['orderId']) ?? null)
    const rule = rules.find((each) => this.#holds(each.if, s))
    if (!rule) return undefined
    this.onRule(rule.place)
    // A scenario may have another success than the usual one.
    const answered = contract.example(operation, rule.answer ?? '')
    const isRefusal = answered !== undefined && !contract.accepts(operation, answered.status, answered.value)
    const isUsual = rule.answer !== undefined && (isRefusal || !current)
    const run = rule.run === undefined ? undefined : runs[rule.run]?.(s, this)
    const example = isUsual ? rule.answer : current?.example
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

  /** An event of an order: what the machines and the events of the lifecycle say of it happens now. */
  emit(event: string, user: User, users: Users, now: number, order: Order): void {
    const s = new Situation(this.#shop, user, users, now)
    s.order = order
    this.#fire(event, s)
  }

  /** What happens to a user next by time: an order goes on, or a machine moves. */
  due(user: User, users: Users): Next | null {
    const s = new Situation(this.#shop, user, users, users.now(user))
    this.#settle(s)
    const ofMachines = this.#shop.lifecycle.machines.flatMap((machine) => this.#dueOf(machine, s))
    const ofOrders = stateOf(user).orders.flatMap((order) => this.#dueOfOrder(order, s))
    return [...ofMachines, ...ofOrders].reduce<Next | null>(
      (first, each) => (first && first.at <= each.at ? first : each),
      null,
    )
  }

  /** The state of each machine now, by name. */
  states(user: User, users: Users): Record<string, string> {
    const s = new Situation(this.#shop, user, users, users.now(user))
    return Object.fromEntries(this.#shop.lifecycle.machines.map((machine) => [machine.name, this.#stateOf(machine, s)]))
  }

  #stateOf(machine: Machine, s: Situation): string {
    const found = machine.states.find(({ if: conditions }) => this.#holds(conditions, s))
    // Answers that someone has put together by hand may mean nothing; then nothing moves.
    if (!found) this.onProblem(`the machine ${machine.name} is in no state of its own`)
    return found?.name ?? NO_STATE
  }

  #holds(conditions: Conditions, s: Situation): boolean {
    const known = this.#asked.get(conditions)
    const asked = known ?? Object.entries(conditions).map(([name, wanted]) => [name, list<unknown>(wanted)] as const)
    if (!known) this.#asked.set(conditions, asked)
    return asked.every(([name, wanted]) => wanted.includes(this.#value(name, s)))
  }
  #value(name: string, s: Situation): unknown {
    if (name.startsWith('body.')) return s.request[name.slice('body.'.length)]
    const machine = this.#machines.get(name)
    return machine ? this.#stateOf(machine, s) : facts[name]?.(s)
  }

  /** The facts and fields of the request that changes quote. */
  #variables(changes: readonly { set: Record<string, unknown> }[], s: Situation): Record<string, unknown> {
    const names = changes.flatMap(({ set }) =>
      Object.entries(set).flatMap(([path, value]) => [...variablesInPath(path), ...variablesIn(value)]),
    )
    return Object.fromEntries(
      names.flatMap((name) => (name.startsWith('body.') || facts[name] ? [[name, this.#value(name, s)] as const] : [])),
    )
  }

  /** What follows a call or an event: its own changes, the moves of the machines, the events' changes. All is read before anything changes. */
  #fire(name: string, s: Situation, rule?: CallRule, given: Record<string, unknown> = {}): void {
    const { machines, events } = this.#shop.lifecycle
    const moves = machines.flatMap((machine) => {
      const state = this.#stateOf(machine, s)
      const move = machine.moves.find(
        (each) => each.on === name && each.state.includes(state) && this.#holds(each.if, s),
      )
      return move ? [{ machine, move }] : []
    })
    const event = events[name]?.find((each) => this.#holds(each.if, s))
    this.#make([...(rule ? [rule] : []), ...moves.map(({ move }) => move), ...(event ? [event] : [])], s, given)
    this.#settle(s)
    for (const { machine, move } of moves) this.#enter(machine, move, s)
  }

  #make(rules: readonly EventRule[], s: Situation, given: Record<string, unknown> = {}): void {
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

  /** Compares what machines were in with what the answers say: who is in another state is in it since then. */
  #settle({ user, users, now: at }: Situation): void {
    // Of the instant alone: neither of the call nor of the order.
    const s = new Situation(this.#shop, user, users, at)
    const known = stateOf(user).machines
    for (const machine of this.#shop.lifecycle.machines) {
      const state = this.#stateOf(machine, s)
      const last = known[machine.name]
      if (!last) known[machine.name] = { state, since: user.startedAt, passed: user.startedAt }
      else if (last.state !== state) known[machine.name] = { ...last, state, since: at }
    }
  }

  /** A move that names where it leads begins that state, even when it is the same one. */
  #enter(machine: Machine, move: MoveRule, s: Situation): void {
    const state = stateOf(s.user).machines[machine.name]
    if (!state || move.to === undefined) return
    if (state.state !== move.to)
      this.onProblem(`${move.place} leads to ${move.to}, the ${machine.name} is ${state.state} after it`)
    state.since = s.now
  }

  /** The next instant at which time moves a machine. A date that had passed when the scenario began moves nothing. */
  #dueOf(machine: Machine, s: Situation): Next[] {
    const known = stateOf(s.user).machines[machine.name]!
    const timed = machine.moves.filter((move) => move.on === undefined && move.state.includes(known.state))
    const instants = timed.map((move) => ({ move, at: this.#instantOf(move, known.since, s) }))
    const open = instants.filter(({ at }) => at > known.passed)
    if (open.length === 0) return []
    const at = Math.min(...open.map((each) => each.at))
    const happen = () => {
      const then = new Situation(this.#shop, s.user, s.users, at)
      known.passed = at
      const due = open.find((each) => each.at === at && this.#holds(each.move.if, then))
      if (!due) return
      this.#make([due.move], then)
      this.#settle(then)
      this.#enter(machine, due.move, then)
    }
    const what = () => {
      const likely = open.find((each) => each.at === at && this.#holds(each.move.if, s))?.move.to
      return `${machine.name}: ${known.state} → ${likely ?? known.state}`
    }
    return [{ at, what, happen }]
  }
  #instantOf({ after, at }: MoveRule, since: number, s: Situation): number {
    if (at !== undefined) return Number(this.#value(at, s))
    return since + Math.max(1, after === 'activatesAfter' ? s.details.activatesAfterMs : (after ?? NaN))
  }

  /** An order that no one asks about goes on by itself. */
  #dueOfOrder(order: Order, s: Situation): Next[] {
    if (order.decided || order.kind === 'binding' || order.kind === 'newCard') return []
    const then = order.steppedAt + this.#shop.lifecycle.orders.stepAfterMs
    const next = nextStep(order, s)
    if (!next.isChange) return []
    const happen = () => next.go(new Situation(this.#shop, s.user, s.users, then), this)
    return [{ at: then, what: () => `order ${order.id}: ${next.step.example}`, happen }]
  }
}
