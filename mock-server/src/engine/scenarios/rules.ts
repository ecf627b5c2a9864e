import type { Operation } from '#engine/contract/contract.ts'
import type { Overlay } from '#engine/state/overlay.ts'
import type { Scenario } from '#engine/state/scenario.ts'
import type { Place, Source } from './scenario-source.ts'

/** What scenarios of a product have beside what every scenario has. */
export interface ScenarioRules {
  /** The whole shape of a scenario file, as JSON Schema 2020-12. */
  schema: object
  /** Where pages list a test user, in this order. */
  groups: Readonly<Record<string, { ru: string; en: string }>>
  /** The group of a scenario that says none. */
  usualGroup: string
  /** The group that the sign-in page does not list. */
  hiddenGroup: string
  /** The scenarios of anyone who has not signed in, and of a login that no scenario is named after. */
  visitor: string
  newcomer: string
  /** What effects make happen; `start` always does. */
  events: readonly string[]
  /** Names that overlays may quote beside the engine's and the constants. */
  variables: readonly string[]
  /** The product's own part of a scenario, over that of the defaults. */
  details(source: Source, defaults: Source): unknown
  /** Compares the product's own part of a file with the contract. */
  check(source: Source, defaults: Source, check: ScenarioCheck): void
  /** The examples that this part names, as `call example`. */
  examples(scenario: Scenario): string[]
}

/** Compares parts of a scenario file with the contract, and blames the file for what is wrong. */
export interface ScenarioCheck {
  /** A call by its name; undefined when there is none. */
  call(place: Place, call: string): Operation | undefined
  /** A named example of a call, and what is laid over it; `asked` is the call whose request it may quote. */
  example(place: Place, operation: Operation, name: string | undefined, set?: Overlay, asked?: Operation): void
  /** One of several names. */
  name(place: Place, what: string, name: string, known: readonly string[]): void
  requestField(place: Place, operation: Operation, field: string): void
  /** ISO 8601. */
  duration(place: Place, text: string | undefined): void
}
