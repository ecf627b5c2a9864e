import { randomUUID } from 'node:crypto'
import { list } from '@paket/contract'
import { Engine } from '#engine/calls/answering.ts'
import { Clock } from '#engine/clock.ts'
import type { Operation } from '#engine/contract/contract.ts'
import { inOneLine } from '#engine/contract/violation.ts'
import { Problem } from '#engine/http/http.ts'
import { type Loaded, newUsers } from '#engine/load.ts'
import type { CurrentAnswer, User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import type { Scenario } from '#engine/state/scenario.ts'
import { decline, pay } from '#product/order-ends.ts'
import { stateOf } from '#product/state.ts'
import { messageOf } from '#engine/message-of.ts'
import type { Rules } from './rules.ts'
import type { Shop } from './situation.ts'
import { type Lifecycle, LIFECYCLE_FILE } from './source.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400
const YEAR_MS = 366 * DAY_S * 1000
/** Jumps of the clock in seconds: short ones during connecting, long ones to the ends of periods. */
const jumps = [5, 15, MINUTE_S, 21 * MINUTE_S, HOUR_S, 25 * HOUR_S, 3 * DAY_S, 13 * DAY_S, 31 * DAY_S]
const START_MS = Date.parse('2026-11-21T12:00:00+03:00')
const UNKNOWN_ID = randomUUID()
const CALLS_PER_JUMP = 3
const SEEDS_PER_ROUND = 1000
/** States that last only seconds or minutes get more calls. */
const passing: ReadonlySet<string> = new Set(['waiting', 'dailyPaid', 'new'])
const CALLS_BEFORE_PASSING = 20

export interface Walked {
  /** A sentence each, with the scenario and the rule. */
  problems: string[]
  /** The number of rules, and of steps played. */
  rules: number
  steps: number
}

/** Lists every rule of the lifecycle by its place, with a short description. */
export function rulesOf({ machines, calls, events }: Lifecycle): Map<string, string> {
  return new Map([
    ...machines.flatMap(({ name, moves }) =>
      moves.map(({ place, state, to, on, at, after }) => {
        const trigger = on ?? at ?? (after === 'activatesAfter' ? after : `${Number(after) / 1000} s`)
        return [place, `${name}: ${state.join(', ')} → ${to ?? 'the same'} (${trigger})`] as const
      }),
    ),
    ...Object.entries(calls).flatMap(([call, rules]) =>
      rules.map(({ place, answer }) => [place, `${call}: ${answer ?? 'as it is'}`] as const),
    ),
    ...Object.entries(events).flatMap(([event, rules]) =>
      rules.map(({ place, do: changes }) => [place, `${event}: ${changes.join(', ')}`] as const),
    ),
  ])
}

/**
 * Plays a year of each scenario and validates every answer after every step: first day by day, then with seeded random
 * calls, payments and jumps of the clock; repeats with other seeds until every rule has been used.
 */
export async function walk(loaded: Loaded, shop: Shop, rules: Rules, rounds = 6): Promise<Walked> {
  const usedRules = new Set<string>()
  const problems: string[] = []
  let steps = 0
  let place = LIFECYCLE_FILE
  rules.onRule = (rule) => {
    place = rule
    usedRules.add(rule)
  }
  let machineProblem: string | null = null
  rules.onProblem = (problem) => (machineProblem ??= problem)
  const all = rulesOf(shop.lifecycle)
  for (let round = 0; round <= rounds && usedRules.size < all.size && problems.length === 0; round++)
    for (const [index, scenario] of loaded.scenarios.entries()) {
      place = LIFECYCLE_FILE
      const walker = new Walker({
        loaded,
        shop,
        rules,
        scenario,
        usedRules,
        seed: round * SEEDS_PER_ROUND + index,
      })
      try {
        for (; !walker.isFinished; steps++) {
          const problem: string | null = (await walker.step()) ?? machineProblem
          machineProblem = null
          if (problem) throw new Error(problem)
        }
      } catch (error) {
        const message = messageOf(error)
        problems.push(`${scenario.name}.yaml, ${place}, step ${walker.steps} (${walker.last}): ${message}`)
      }
    }
  rules.onRule = () => {}
  rules.onProblem = () => {}
  // A walk that stopped early has not reached all rules, so they are not reported as unused.
  const unusedRules = problems.length > 0 || rounds === 0 ? [] : [...all].filter(([at]) => !usedRules.has(at))
  return {
    problems: [...problems, ...unusedRules.map(([at, what]) => `${at} ${what}: never used`)],
    rules: all.size,
    steps,
  }
}

interface SentCall {
  name: string
  body: Record<string, unknown>
}
interface Walk {
  loaded: Loaded
  shop: Shop
  rules: Rules
  scenario: Scenario
  usedRules: ReadonlySet<string>
  seed: number
}
class Walker {
  steps = 0
  last = ''
  readonly #clock = new Clock()
  readonly #loaded: Loaded
  readonly #shop: Shop
  readonly #rules: Rules
  readonly #users: Users
  readonly #engine: Engine
  readonly #proved = new Map<string, CurrentAnswer>()
  readonly #login: string
  /** The user after all changes that were due at the last step. */
  #user: User
  #random: number
  readonly #usedRules: ReadonlySet<string>
  /** Whether only time passes, without calls. */
  readonly #isIdle: boolean
  #repeated: SentCall | null = null
  #ordered: SentCall | null = null
  constructor({ loaded, shop, rules, scenario, usedRules, seed }: Walk) {
    this.#isIdle = seed < SEEDS_PER_ROUND
    this.#usedRules = usedRules
    this.#loaded = loaded
    this.#shop = shop
    this.#rules = rules
    this.#random = seed
    this.#login = scenario.name
    this.#clock.stopAt(START_MS)
    this.#users = newUsers(loaded, this.#clock)
    const ask = async (operation: Operation, { body }: { body: unknown }, example: { value: unknown }) => ({
      body: example.value,
      violations: loaded.contract.requestViolations(operation, body),
    })
    this.#engine = new Engine(loaded.contract, loaded.behaviour, ask)
    this.#users.assignScenario(scenario.name, scenario)
    this.#user = this.#users.get(scenario.name)
  }
  get isFinished(): boolean {
    return this.#clock.now() - START_MS > YEAR_MS
  }

  /** Makes one call, payment or jump; returns a problem with the answers after it. */
  async step(): Promise<string | null> {
    this.steps += 1
    const problem = this.#isIdle ? this.#jump() : await this.#act(this.#user)
    if (problem !== null) return problem
    this.#user = this.#users.get(this.#login)
    return this.#prove(this.#user)
  }
  async #act(user: User): Promise<string | null> {
    if (this.#draw(this.#callsBeforeJump(user) + 1) === 0) return this.#jump()
    return this.#payOne(user) ?? (await this.#call(user, this.#expectedCall(user)))
  }

  /** Returns how many calls to make between jumps of the clock: more in states that last only minutes, or after an order. */
  #callsBeforeJump(user: User): number {
    const isOrdering = (stateOf(user).orders.at(-1)?.createdAt ?? 0) >= this.#clock.now() - 10 * MINUTE_S * 1000
    const isPassing = () => Object.values(this.#rules.states(user, this.#users)).some((state) => passing.has(state))
    return isOrdering || isPassing() ? CALLS_BEFORE_PASSING : CALLS_PER_JUMP
  }

  #jump(): null {
    const seconds = this.#isIdle ? DAY_S : this.#pick(jumps)!
    this.last = `${seconds} s later`
    this.#clock.advance(seconds * 1000)
    return null
  }

  /** Sometimes pays or declines an order on the payment page. */
  #payOne(user: User): null | undefined {
    const open = stateOf(user).orders.find(
      ({ decided, kind }) => !decided && (kind === 'newCard' || kind === 'binding'),
    )
    if (!open || this.#draw(3) === 0) return undefined
    const decide = this.#draw(2) === 0 ? decline : pay
    this.last = `the payment page ${decide === pay ? 'is paid' : 'is declined'}`
    decide(open, { emitter: this.#rules, user, users: this.#users, now: this.#clock.now() })
    return null
  }

  /** Sometimes returns the call that an open order waits for. */
  #expectedCall(user: User): string | undefined {
    const open = stateOf(user).orders.findLast(
      ({ decided, kind }) => !decided && kind !== 'newCard' && kind !== 'binding',
    )
    if (!open || this.#draw(4) === 0) return undefined
    const wanted = open.kind === 'scores' && !open.isCharged ? 'chargePoints' : 'followOrder'
    const { calls } = this.#shop.lifecycle
    return Object.keys(calls).find((call) => calls[call]?.some(({ run }) => run === wanted))
  }

  async #call(user: User, expectedCall?: string): Promise<string | null> {
    const { contract } = this.#loaded
    // After a decline the user tries again.
    const isDeclined = stateOf(user).orders.at(-1)?.decided === 'declined'
    const repeatedCall =
      expectedCall !== undefined || this.#draw(3) > (isDeclined ? 1 : 0)
        ? null
        : isDeclined
          ? this.#ordered
          : this.#repeated
    const operation = contract.operation(repeatedCall?.name ?? expectedCall ?? this.#pickCall())!
    const body = repeatedCall?.body ?? this.#withOwnBundle(this.#request(operation, user))
    if (expectedCall === undefined) this.#repeated = { name: operation.id, body }
    if (operation.id in this.#shop.lifecycle.orders.opens) this.#ordered = { name: operation.id, body }
    this.last = `${operation.id} ${JSON.stringify(body)}`
    const call = {
      user,
      users: this.#users,
      contract,
      now: this.#clock.now(),
      origin: 'http://mock',
      appOrigin: 'http://app',
    }
    try {
      const { note, body: answer } = await this.#engine.answer(operation, body, {
        ...call,
        headers: {},
        fixedAnswer: null,
      })
      const promocodeId = stringsAt(answer, 'promocodeId')[0]
      if (promocodeId !== undefined) this.#repeated = this.#orderWith(promocodeId, user)
      return note
    } catch (error) {
      if (error instanceof Problem) return `the walk sent an invalid request: ${error.message}`
      throw error
    }
  }

  /** Picks a call, half of the time one with an unused rule. */
  #pickCall(): string {
    const { calls, orders } = this.#shop.lifecycle
    const names = Object.keys(calls)
    const unmet = [
      ...names.filter((name) => calls[name]?.some(({ place }) => !this.#usedRules.has(place))),
      ...Object.keys(orders.opens),
    ]
    return this.#pick(this.#draw(2) === 0 ? unmet : names) ?? ''
  }

  /** Builds a request with values that are known to this user, or unknown. */
  #request(operation: Operation, user: User): Record<string, unknown> {
    const example = this.#pick(operation.requests)?.value as Record<string, unknown>
    const fields = this.#loaded.contract.requestFields(operation)
    return Object.fromEntries(
      fields.flatMap((field) => {
        const values = [...this.#valuesOf(operation.id, field, user), ...(field in example ? [example[field]] : [])]
        const isNeeded = field in example || this.#draw(3) === 0
        return values.length > 0 && isNeeded ? [[field, this.#pick(values)]] : []
      }),
    )
  }
  /** Orders with a promocode that was just checked. */
  #orderWith(promocodeId: string, user: User): SentCall | null {
    const { contract } = this.#loaded
    const takesPromocode = (name: string) => contract.requestFields(contract.operation(name)!).includes('promocodeId')
    const name = Object.keys(this.#shop.lifecycle.orders.opens).find(takesPromocode)
    if (name === undefined) return null
    const body = { ...this.#request(contract.operation(name)!, user), counterOfferId: null, promocodeId }
    return { name, body: this.#withOwnBundle(body) }
  }

  /** Usually combines a promocode or a counter-offer with its own bundle. */
  #withOwnBundle(body: Record<string, unknown>): Record<string, unknown> {
    const { catalogue, promocodes } = this.#shop
    const offer = catalogue.counterOffers.find(({ id }) => id === body['counterOfferId'])
    const promocode = promocodes.find(({ id }) => id === body['promocodeId'])
    const bundleId = promocode?.bundleId ?? catalogue.bundles.find(({ name }) => name === offer?.bundle)?.id
    return bundleId !== undefined && 'bundleId' in body && this.#draw(4) > 0 ? { ...body, bundleId } : body
  }
  #valuesOf(call: string, field: string, user: User): unknown[] {
    const { lifecycle, catalogue, promocodes } = this.#shop
    const body = (role: string) => this.#users.body(user, lifecycle.reads[role] ?? '')
    const checked = Object.keys(stateOf(user).checks)
    const named = (lifecycle.calls[call] ?? []).flatMap((rule) => list(rule.if[`body.${field}`]))
    switch (field) {
      case 'bundleId':
        return [
          ...catalogue.bundles.filter(({ type }) => type === 'full').map(({ id }) => id),
          ...stringsAt(body('subscriber'), 'bundleId'),
          ...stringsAt(body('options'), 'optionId'),
          UNKNOWN_ID,
        ]
      case 'counterOfferId':
        return [null, null, ...catalogue.counterOffers.map(({ id }) => id)]
      case 'promocodeId':
        return [null, ...(checked.length > 0 ? checked : promocodes.map(({ id }) => id))]
      case 'usingMainCard':
      case 'onboardingBundle':
      case 'onboardingCard':
      case 'autopaymentsEnabled':
        return [true, false, ...named]
      case 'bankCardId':
        return [...stringsAt(body('cards'), 'id'), ...stateOf(user).removedCards, UNKNOWN_ID]
      case 'optionId':
        return [...stringsAt(body('options'), 'optionId'), ...stringsAt(body('options'), 'optionId'), UNKNOWN_ID]
      case 'relationId':
        return [...stringsAt(body('members'), 'relationId'), UNKNOWN_ID]
      case 'orderId':
        return [
          ...stateOf(user)
            .orders.map(({ id }) => id)
            .slice(-2),
          UNKNOWN_ID,
        ]
      case 'subscriberRelationPhone':
        return ['79275556671', '79275556672', '79275556673', user.scenario.profile.phone, ...this.#phones()]
      case 'promocodeValue':
        // Half of the time a code that gives something.
        if (this.#draw(2) === 0)
          return (lifecycle.calls[call] ?? []).flatMap((rule) => (rule.run ? list(rule.if[`body.${field}`]) : []))
        return [...named, ...named.map((code) => String(code).toLowerCase()), 'nosuchcode']
      case 'activationId':
        return [...named, 'good', 'whatever']
      default:
        return named
    }
  }
  #phones = (): string[] =>
    this.#loaded.scenarios.map(({ profile }) => profile.phone).filter((phone) => /^7\d{10}$/.test(phone))

  /** Validates the answers that have changed since the last step. */
  #prove(user: User): string | null {
    const { contract } = this.#loaded
    for (const [call, current] of user.answers) {
      if (this.#proved.get(call) === current) continue
      this.#proved.set(call, current)
      const operation = contract.operation(call)
      const example = operation && contract.example(operation, current.example)
      if (!operation || !example) return `${call} has no example ${current.example}`
      const violations = contract.answerViolations(operation, example.status, this.#users.body(user, call))
      if (violations.length > 0) return `${call}, example ${current.example}: ${inOneLine(violations)}`
    }
    return null
  }

  /** mulberry32: a pseudo-random integer below `below`, repeatable by seed. */
  #draw(below: number): number {
    this.#random = (this.#random + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#random ^ (this.#random >>> 15), 1 | this.#random)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  #pick = <Value>(values: readonly Value[]): Value | undefined => values[this.#draw(values.length)]
}

/** Returns every string in a field of this name, at any depth. */
function stringsAt(value: unknown, field: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === field && typeof part === 'string' ? [part] : stringsAt(part, field),
  )
}
