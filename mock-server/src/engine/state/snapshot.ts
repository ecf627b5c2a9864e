import { instantOf } from '#engine/clock.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'
import { messageOf } from '#engine/message-of.ts'
import { checkedFaults, type Fault, type FaultTargets } from './faults.ts'
import { overlayMistakes } from './overlay-mistakes.ts'
import { checkedNetwork, type Network, quietNetwork } from './network.ts'
import type { Change } from './scenario.ts'
import type { CurrentAnswer, User } from './user.ts'
import type { Users } from './users.ts'

/** The whole state of a user, for `GET` and `PUT …/snapshot`. Contains no journal, tokens or idempotency keys. */
export interface Snapshot {
  version: 1
  login: string
  scenario: string
  /** The origins that its URLs use; replaced by those of the mock that restores it. */
  origins?: Addresses
  clock: { now: string; stopped: boolean }
  startedAt: string
  answers: Record<string, CurrentAnswer>
  planned?: { at: string; answers: Record<string, Change>; variables?: Record<string, unknown> }[]
  /** The time until which calls are blocked. */
  blocked?: Record<string, string>
  /** How many steps of each sequence were answered, by `call` or, for a case, `call when 1`. */
  sequences?: Record<string, number>
  faults?: Fault[]
  network?: Network
  tokenSeconds?: number | null
  /** The product's part. */
  product?: unknown
}
/** The origins of the mock and of the app. */
export interface Addresses {
  mock: string
  app: string
}

const text = (ms: number) => new Date(ms).toISOString()
const wrong = (detail: string) => new Problem(400, 'Wrong snapshot', detail)

/** Returns the current state of a user. */
export function snapshotOf(user: User, origins: Addresses): Snapshot {
  const { login, scenario, clock, startedAt, faults, network, tokenSeconds } = user
  return {
    version: 1,
    login,
    scenario: scenario.name,
    origins,
    clock: { now: text(clock.now()), stopped: clock.isStopped() },
    startedAt: text(startedAt),
    answers: Object.fromEntries(user.answers),
    planned: user.planned.map(({ at, ...change }) => ({ at: text(at), ...change })),
    blocked: Object.fromEntries([...user.blocked].map(([call, until]) => [call, text(until)])),
    sequences: Object.fromEntries(user.sequences),
    faults,
    network,
    tokenSeconds,
    product: user.productState,
  }
}

/** What a snapshot is validated with. */
export interface SnapshotContext {
  users: Users
  contract: Contract
  targets: FaultTargets
  origins: Addresses
  /** Returns the product's part of a user's state; throws when it is invalid. */
  view: (user: User) => object
}

/**
 * Replaces a user by a snapshot of the right shape. Throws a Problem when it does not match the contract, the scenarios
 * or the product, and then changes nothing.
 */
export function restore(login: string, saved: Snapshot, context: SnapshotContext): User {
  const { users, contract, origins, view } = context
  const snapshot = withOrigins(saved, origins)
  const scenario = users.scenario(snapshot.scenario)
  if (!scenario)
    throw wrong(
      unknownName(
        'scenario',
        snapshot.scenario,
        users.scenarios().map(({ name }) => name),
      ),
    )
  const before = users.find(login)
  const user = users.assignScenario(login, scenario)
  try {
    fill(user, snapshot, context.targets)
    view(user)
    const mistakesOf = (each: User) =>
      contract.operations.flatMap(({ id }) => overlayMistakes(each, id, users, contract)).join('; ')
    const mistakes = mistakesOf(user) || placed('planned', () => mistakesOf(users.rehearsed(user)))
    if (mistakes !== '') throw wrong(mistakes)
  } catch (error) {
    users.put(login, before)
    if (error instanceof Problem) throw error
    throw wrong(messageOf(error))
  }
  const { now, stopped } = snapshot.clock
  // Sets the clock last, because the clock object is shared and a failed restore must not move it.
  if (stopped) user.clock.stopAt(instantOf(now))
  else {
    user.clock.run()
    user.clock.advance(instantOf(now) - user.clock.now())
  }
  return user
}

/** Returns a copy with the origins of this mock. */
function withOrigins(snapshot: Snapshot, origins: Addresses): Snapshot {
  const { origins: from = origins } = snapshot
  const moved = JSON.stringify(snapshot, (_field, part: unknown) =>
    typeof part === 'string' ? ownAddress(part, from, origins) : part,
  )
  return JSON.parse(moved) as Snapshot
}

/** Replaces the origin of a URL of the saved mock or app by this mock's; on loopback an origin has several names. */
function ownAddress(address: string, from: Addresses, to: Addresses): string {
  const [origin = ''] = /^https?:\/\/[^/]+/.exec(address) ?? []
  const name = (['mock', 'app'] as const).find((each) => byOneName(origin) === byOneName(from[each]))
  return name === undefined ? address : to[name] + address.slice(origin.length)
}
const byOneName = (origin: string) => origin.replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:')

/** Writes a snapshot into a new user. */
function fill(user: User, snapshot: Snapshot, targets: FaultTargets): void {
  const { contract } = targets
  const {
    startedAt,
    answers,
    planned = [],
    blocked = {},
    sequences = {},
    faults = [],
    network,
    tokenSeconds = null,
  } = snapshot
  for (const call of [
    ...Object.keys(answers),
    ...Object.keys(blocked),
    ...Object.keys(sequences).map((key) => key.replace(/ when \d+$/, '')),
    ...planned.flatMap((each) => Object.keys(each.answers)),
  ])
    checkCall(call, contract)
  for (const [call, { example }] of Object.entries(answers)) checkExample(call, example, contract)
  for (const change of planned)
    for (const [call, { example }] of Object.entries(change.answers))
      if (example !== undefined) checkExample(call, example, contract)
  if (snapshot.product !== undefined) user.productState = snapshot.product
  Object.assign(user, {
    startedAt: instantOf(startedAt),
    answers: new Map(Object.entries(answers)),
    planned: planned.map(({ at, variables = {}, ...change }) => ({ ...change, at: instantOf(at), variables })),
    blocked: new Map(Object.entries(blocked).map(([call, until]) => [call, instantOf(until)])),
    sequences: new Map(Object.entries(sequences)),
    faults: faults.flatMap((fault, at) => placed(`faults.${at}`, () => checkedFaults([fault], targets))),
    network: network ? placed('network', () => checkedNetwork(network)) : quietNetwork(),
    tokenSeconds,
  } satisfies Partial<User>)
}

/** Adds the place in the snapshot to an error. */
function placed<T>(place: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw wrong(`${place}: ${messageOf(error)}`)
  }
}
function checkCall(call: string, contract: Contract): void {
  const known = contract.operations.map(({ id }) => id)
  if (!known.includes(call)) throw wrong(unknownName('call', call, known))
}
function checkExample(call: string, example: string, contract: Contract): void {
  const known = contract.operation(call)?.examples.map(({ name }) => name) ?? []
  if (!known.includes(example)) throw wrong(unknownName(`example of ${call}`, example, known))
}
