import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Effect, EffectCall, Outcome } from '#engine/calls/effect.ts'
import type { Loaded } from './load.ts'
import type { Contract } from '#engine/contract/contract.ts'
import type { Origins } from '#engine/http/origins.ts'
import type { IdentityRules } from '#engine/identity/rules.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import type { Scenario } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Shared } from '#engine/state/state-file.ts'
import type { Due, Users } from '#engine/state/users.ts'

/** All that the engine gets of a product, in one value. The engine itself knows no call, code, scenario or page of any product. */
export interface Product {
  /** How its pages call it, in either language. */
  name: { en: string; ru: string }
  /** The prefixes of the path of every call, as `/api`: what they are behind, the usual one first. */
  basePaths: readonly [string, ...string[]]
  /** Where the contract and the scenarios are, by default. */
  contractDir: string
  scenariosDir: string
  /** Reads the contract otherwise than from its folder. */
  readContract?(contractDir: string): Promise<Contract>
  /** The app's page for anyone who is signed in. */
  accountPath: string
  identity: IdentityRules
  scenarios: ScenarioRules
  /** What can fail beside the calls of the contract, as faults name it; its handler meets them by `meetPartFault`. */
  faultParts: readonly string[]
  /** The script of the panel, below `panel/`. */
  panel: string
  /** Reads what the behaviour depends on; throws an error that says what cannot be read. Nothing of it changes afterwards. */
  load(contract: Contract, contractDir: string): Promise<Behaviour>
}

/** How a product behaves over one contract. */
export interface Behaviour {
  /** What overlays may quote by name, the same for all users. */
  constants: Readonly<Record<string, string>>
  /** Words of the product itself, which a recording keeps as they are. */
  words: readonly string[]
  /** What an accepted call can change, by the name that scenarios use. */
  effects: Readonly<Record<string, Effect>>
  /** What a call answers by the product's rules, where the scenario names no effect; undefined when there is no rule. */
  rules?(operation: string, call: EffectCall): Outcome | undefined
  /** Calls whose rules do more than answer. */
  active?: ReadonlySet<string>
  /** Where rules name an example, or say why none does, by `call example`. */
  uses?: ReadonlyMap<string, readonly string[]>
  /** Lives through what can happen, and proves each answer on the way; what is wrong, a sentence each. */
  walk?(loaded: Loaded): Promise<{ summary: string; problems: readonly string[] }>
  /** What happens to a user next, by time alone; null when nothing does. */
  due?(user: User, users: Users): Due | null
  /** The product's own part of the state of a user who begins. */
  newState(): unknown
  /** What `GET /__mock/users/{login}` shows of that part. */
  view(user: User, users: Users): object
  /** What is missing in the scenarios, a sentence each. */
  problems(scenarios: readonly Scenario[], users: Users): string[]
  /** The parts that serve requests, for one mock. */
  start(context: PartContext): Promise<Parts>
}
export interface PartContext {
  users: Users
  origins: Origins
  /** Who sends a request, by token or by the browser's session; who has not signed in when neither says so. */
  userOf: (request: IncomingMessage) => Promise<User>
}
/** What a product serves beside the calls of its contract. */
export interface Parts {
  /** Handlers by the path that they answer, and all below it. */
  handlers: Record<string, Handler>
  /** Calls of `/__mock`, as `GET /cards`. */
  controls: Record<string, ControlHandler>
  /** Addresses that answer with this status when all is well. */
  probes: readonly { path: string; status: number }[]
  /** What is answered everybody, as data, so that it outlives a restart. */
  shared: Shared
  /** Everything as at the start. */
  reset(): void
}
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
/** Gives the answer's body; throws a Problem. The user is whom the path names, as `GET /users/{login}/cards`. */
export type ControlHandler = (request: IncomingMessage, user: User | null) => unknown
