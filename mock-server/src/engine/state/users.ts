import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Clock } from '#engine/clock.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { Journal } from './journal.ts'
import { quietNetwork } from './network.ts'
import { valueAt } from '@paket/contract'
import { movedDates } from './example-dates.ts'
import { isList, merged, type Overlay, overlaid, pathIn, type Scope, variablesIn } from './overlay.ts'
import { type Case, type Change, type Move, type Profile, type Scenario, START, type Step } from './scenario.ts'
import type { CurrentAnswer, Planned, User } from './user.ts'

/** A scheduled change and its time. */
export interface Due {
  at: number
  apply(): void
}
/** Constructor arguments of `Users`. */
export interface UsersParts {
  scenarios: readonly Scenario[]
  contract: Contract
  /** The shared clock. */
  clock: Clock
  /** The scenario of logins without one of their own. */
  newcomer: string
  /** Constants that overlays can refer to, the same for all users. */
  constants: Readonly<Record<string, string>>
  /** Creates the product's part of a new user's state. */
  newState: () => unknown
  /** Returns the user's next change that the product schedules. */
  due?: (user: User, users: Users) => Due | null
}

/** The isolated states of all users, by login. A login without a scenario of its own gets the newcomer's. */
export class Users {
  readonly #users = new Map<string, User>()
  readonly #added = new Map<string, Scenario>()
  /** The calls of all users. */
  readonly journal = new Journal()
  readonly #parts: UsersParts
  readonly #contract: Contract
  readonly #clock: Clock
  /** Each change of an answer makes a new object of it. */
  readonly #bodies = new WeakMap<CurrentAnswer, unknown>()
  constructor(parts: UsersParts) {
    this.#parts = parts
    this.#contract = parts.contract
    this.#clock = parts.clock
  }
  scenario = (name: string): Scenario | undefined => this.scenarios().find((scenario) => scenario.name === name)
  scenarios = (): readonly Scenario[] => [...this.#parts.scenarios, ...this.#added.values()]
  /** Adds a scenario; replaces an earlier added one of the same name. */
  add(scenario: Scenario): void {
    this.#added.set(scenario.name, scenario)
  }
  /** Whether the login has a state, or a scenario of its own. */
  isKnown = (login: string): boolean => this.#users.has(login) || this.scenario(login) !== undefined
  find = (login: string): User | undefined => this.#users.get(login)
  /** Sets or, without a user, deletes the state of a login. */
  put(login: string, user: User | undefined): void {
    if (user) this.#users.set(login, user)
    else this.#forget(login)
  }
  all = (): User[] => [...this.#users.values()]
  /** Returns the clock of a login; falls back to the shared clock for an unknown user. */
  clockOf = (login: string | null | undefined): Clock => this.#users.get(login ?? '')?.clock ?? this.#clock
  /** Applies `move` to the shared clock, and `own` to the users' clocks that were moved separately. */
  moveClocks(move: (clock: Clock) => void, own: (clock: Clock) => void): void {
    move(this.#clock)
    for (const { clock } of this.#users.values()) if (clock.isMoved()) own(clock)
  }

  /** Returns the user after applying all changes that are due. */
  get(login: string): User {
    const user =
      this.#users.get(login) ?? this.assignScenario(login, this.scenario(login) ?? this.scenario(this.#parts.newcomer)!)
    for (let due = this.#nextDue(user); due; due = this.#nextDue(user)) due.apply()
    return user
  }
  /** The current time of the user's clock. */
  now = ({ clock }: User): number => clock.now()
  /** Returns the earliest change that is due, scheduled here or by the product. */
  #nextDue(user: User): Due | undefined {
    const now = this.now(user)
    const [first] = user.planned.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)
    const planned = first && {
      at: first.at,
      apply: () => {
        user.planned = user.planned.filter((each) => each !== first)
        this.#writeAnswers(user, first)
      },
    }
    const product = this.#parts.due?.(user, this)
    if (!product || product.at > now) return planned
    return planned && planned.at <= product.at ? planned : product
  }

  /** Starts a user in a scenario, at the user's current time. Clears faults and the journal. */
  assignScenario(login: string, scenario: Scenario): User {
    const clock = this.#users.get(login)?.clock ?? new Clock(this.#clock)
    const startedAt = clock.now()
    const state = {
      answers: new Map(),
      productState: this.#parts.newState(),
      faults: [],
      journal: [],
      planned: [],
      blocked: new Map(),
      sequences: new Map(),
      keys: new Map(),
      network: quietNetwork(),
      tokenSeconds: null,
    }
    const user: User = { login, clock, scenario, startedAt, ...state }
    this.#users.set(login, user)
    this.#writeAnswers(user, { at: startedAt, answers: scenario.answers, variables: {} }, true)
    this.emit(user, START)
    return user
  }

  /** Applies or schedules the scenario's changes for an event. */
  emit(user: User, event: string, variables: Record<string, unknown> = {}): void {
    this.move(user, user.scenario.on[event] ?? [], variables)
  }

  /** Applies changes that are due, and schedules the others. */
  move(user: User, moves: readonly Move[], variables: Record<string, unknown> = {}, now = this.now(user)): void {
    if (moves.length === 0) return
    const planned = moves.map(({ afterMs, ...move }): Planned => ({ ...move, at: now + afterMs, variables }))
    const written = new Set(planned.flatMap((each) => this.#writtenPaths(user, each)))
    user.planned = user.planned.map((before) => this.#withoutPaths(user, before, written))
    for (const each of planned) {
      if (each.at <= now) this.#writeAnswers(user, each)
      else user.planned.push(each)
    }
  }

  /**
   * Returns the paths that a change sets, as `call path`. Appending to a list overwrites nothing, so it is excluded.
   */
  #writtenPaths(user: User, { at, answers, variables }: Planned): string[] {
    const scope = this.#scope(user, at, variables)
    const paths = ([call, { set }]: [string, Change]) =>
      Object.keys(set).flatMap((path) => (isList(path) ? [] : [`${call} ${pathIn(path, scope)}`]))
    return Object.entries(answers).flatMap(paths)
  }
  /** Removes paths from a scheduled change that a later change has overwritten. */
  #withoutPaths(user: User, planned: Planned, written: ReadonlySet<string>): Planned {
    const scope = this.#scope(user, planned.at, planned.variables)
    const answers = Object.entries(planned.answers).flatMap(([call, { set, ...change }]) => {
      const left = Object.entries(set).filter(
        ([path]) => isList(path) || !written.has(`${call} ${pathIn(path, scope)}`),
      )
      return change.example || left.length > 0 ? [[call, { ...change, set: Object.fromEntries(left) }] as const] : []
    })
    return { ...planned, answers: Object.fromEntries(answers) }
  }

  block = (user: User, call: string, ms: number): void => void user.blocked.set(call, user.clock.now() + ms)
  isBlocked = (user: User, call: string): boolean => user.clock.now() < (user.blocked.get(call) ?? 0)

  /** Whether the user's current answers have these values. */
  isInState = (user: User, state: Case['state']): boolean =>
    Object.entries(state).every(([call, fields]) => {
      const body = this.body(user, call)
      return Object.entries(fields).every(([path, value]) => isDeepStrictEqual(valueAt(body, path), value))
    })

  /** Returns the variables for a user's overlays. */
  variables = ({ login, scenario: { profile } }: User): Record<string, unknown> => ({
    login,
    ...variablesOf(profile),
    ...this.#parts.constants,
    uuid: randomUUID(),
  })

  /** Returns the current answer of a call, without Prism. Read it only: the next caller gets the same object. */
  body(user: User, call: string): unknown {
    const current = user.answers.get(call)
    if (!current) return undefined
    if (!this.#bodies.has(current)) {
      const operation = this.#contract.operation(call)
      const example = operation && this.#contract.example(operation, current.example)
      this.#bodies.set(current, example && overlaid(movedDates(example.value, user), current.set))
    }
    return this.#bodies.get(current)
  }

  /** Returns a copy of the user after all scheduled changes; throws an error when one cannot be applied. */
  rehearsed(user: User): User {
    const copy = { ...user, answers: new Map(user.answers) }
    for (const planned of user.planned.toSorted((a, b) => a.at - b.at)) this.#writeAnswers(copy, planned)
    return copy
  }

  #forget(login: string): void {
    const user = this.#users.get(login)
    if (user) this.journal.clear(user)
    this.#users.delete(login)
  }
  /** Returns the answer of a call for an example with an overlay, after the overlay `before`, at the user's time. */
  preview(user: User, call: string, { example: name, set }: Step, before: Overlay = {}): unknown {
    const operation = this.#contract.operation(call)
    const example = operation && this.#contract.example(operation, name)
    if (!example) throw new Error(`${call} has no example ${name}`)
    return overlaid(
      movedDates(example.value, user),
      merged(example.value, before, set, this.#scope(user, user.clock.now(), {})),
    )
  }

  reset(): void {
    this.#users.clear()
    this.#added.clear()
    this.journal.clear()
    this.#clock.run()
  }

  #scope = (user: User, now: number, variables: Record<string, unknown>): Scope => ({
    now,
    variables: { ...this.variables(user), ...variables },
  })

  /**
   * Applies changes to the current answers. At the start, skips overlays that an effect or the call itself must
   * resolve.
   */
  #writeAnswers(user: User, { at, answers, variables }: Planned, isStart = false): void {
    for (const [call, change] of Object.entries(answers)) {
      const operation = this.#contract.operation(call)!
      const before = user.answers.get(call)
      const example = change.example ?? before?.example ?? this.#contract.example(operation)?.name ?? ''
      const scope = this.#scope(user, at, variables)
      const value = this.#contract.example(operation, example)?.value
      const isLater = isStart && ('effect' in change || variablesOfCall(change))
      user.answers.set(call, { example, set: isLater ? {} : merged(value, before?.set ?? {}, change.set, scope) })
    }
  }
}

/** Whether an overlay refers to the call, which does not exist yet at the start. */
const variablesOfCall = ({ set }: Change) =>
  variablesIn(set).some((name) => name.startsWith('body.') || name.startsWith('call.'))

const variablesOf = ({ name, surname, phone }: Profile) => ({
  'profile.name': name,
  'profile.surname': surname,
  'profile.phone': phone,
})
