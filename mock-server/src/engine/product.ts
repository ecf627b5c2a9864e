import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Effect, EffectCall, EffectResult } from '#engine/calls/effect.ts'
import type { Loaded } from './load.ts'
import type { Contract } from '#engine/contract/contract.ts'
import type { Origins } from '#engine/http/origins.ts'
import type { IdentityRules } from '#engine/identity/rules.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import type { Scenario } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Shared } from '#engine/state/state-file.ts'
import type { StateSchemas } from '#engine/state/state-shape.ts'
import type { Due, Users } from '#engine/state/users.ts'

/**
 * All that the engine needs from a product, in one value. The engine itself contains no call, code, scenario or page of
 * any product.
 */
export interface Product {
  /** The product's name on pages and in the terminal. */
  name: { en: string; ru: string }
  /** Path prefixes of all calls, such as `/api`; the preferred one first. */
  basePaths: readonly [string, ...string[]]
  /** Default folders of the contract and the scenarios. */
  contractDir: string
  scenariosDir: string
  /** Overrides how the contract is read. */
  readContract?(contractDir: string): Promise<Contract>
  /** The app's page for signed-in users. */
  accountPath: string
  identity: IdentityRules
  scenarios: ScenarioRules
  /**
   * Parts besides the contract's calls that can fail, by the name that faults use. Their handlers apply faults with
   * `applyPartFault`.
   */
  faultParts: readonly string[]
  /** The panel's script, a path below `panel/`. */
  panel: string
  /** Reads what the behaviour depends on; throws an error when something is invalid. The result is immutable. */
  load(contract: Contract, contractDir: string): Promise<Behaviour>
}

/** How a product behaves with one contract. */
export interface Behaviour {
  /** Values that overlays can refer to by name, the same for all users. */
  constants: Readonly<Record<string, string>>
  /** The product's own words, which a recording does not replace as personal data. */
  words: readonly string[]
  /** What an accepted call can change, by the effect name that scenarios use. */
  effects: Readonly<Record<string, Effect>>
  /** Answers a call by the product's rules when the scenario names no effect; undefined when no rule applies. */
  rules?(operation: string, call: EffectCall): EffectResult | undefined
  /** Operation ids whose rules change state. */
  active?: ReadonlySet<string>
  /** By `call example`: the rules that name an example, or the reason why none does. */
  uses?: ReadonlyMap<string, readonly string[]>
  /** Plays the scenarios through, validating each answer; each problem is a sentence. */
  walk?(loaded: Loaded): Promise<{ summary: string; problems: readonly string[] }>
  /** Returns the user's next scheduled change; null when there is none. */
  due?(user: User, users: Users): Due | null
  /** Creates the product's part of a new user's state, as plain JSON. */
  newState(): unknown
  /** Returns that part as `GET /__mock/users/{login}` shows it. */
  view(user: User, users: Users): object
  /** Reports what the scenarios lack, a sentence each. */
  problems(scenarios: readonly Scenario[], users: Users): string[]
  /** Starts the parts that serve requests, once per mock. */
  start(context: PartContext): Promise<Parts>
}
export interface PartContext {
  users: Users
  origins: Origins
  /** Returns the user of a request, by token or by the browser's session; the anonymous visitor when it has neither. */
  userOf: (request: IncomingMessage) => Promise<User>
}
/** What a product serves besides the calls of its contract. */
export interface Parts {
  /** Handlers by path; each handles its path and everything below it. */
  handlers: Record<string, Handler>
  /** Calls of `/__mock`, by method and path: `GET /cards`. */
  controls: Record<string, ControlHandler>
  /** Paths for the health check and the status each returns when healthy. */
  probes: readonly { path: string; status: number }[]
  /** State shared by all users, as data, so that it survives a restart. */
  shared: Shared
  /** The JSON Schemas of the product's state: a user's part, and the shared part. */
  stateSchemas: StateSchemas
  /** Restores the state at start. */
  reset(): void
}
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
/** Returns the response body; throws a Problem. `user` is the one in the path, as in `GET /users/{login}/cards`. */
export type ControlHandler = (request: IncomingMessage, user: User | null) => unknown
