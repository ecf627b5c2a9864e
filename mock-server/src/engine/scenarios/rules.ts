import type { Operation } from '#engine/contract/contract.ts'
import type { Overlay } from '#engine/state/overlay.ts'
import type { Scenario, Step } from '#engine/state/scenario.ts'
import type { Place, Source } from './scenario-source.ts'

/** The product's part of the scenario format. */
export interface ScenarioRules {
  /** The JSON Schema (2020-12) of a whole scenario file. */
  schema: object
  /** Groups of test users on pages, in display order. */
  groups: Readonly<Record<string, { ru: string; en: string }>>
  /** The default group. */
  usualGroup: string
  /** The group that the sign-in page does not list. */
  hiddenGroup: string
  /** The scenario of visitors without a sign-in, and of logins without a scenario of their own. */
  visitor: string
  newcomer: string
  /** Events that effects can emit; the engine emits `start`. */
  events: readonly string[]
  /** The product's variables in overlays, besides the engine's and the constants. */
  variables: readonly string[]
  /** Builds the product's part of a scenario from the file and the defaults. */
  details(source: Source, defaults: Source): unknown
  /** Validates the product's part of a file against the contract. */
  check(source: Source, defaults: Source, check: ScenarioCheck): void
  /** Returns the answers that this part names. */
  steps(scenario: Scenario): ProductStep[]
  /** Where examples are named besides scenarios, for messages. */
  otherPlace?: string
}

/** An answer that the product's part of a scenario names, with its call and its place in the file. */
export interface ProductStep extends Step {
  call: string
  place: Place
}

/** Validates parts of a scenario file against the contract and reports mistakes with their place. */
export interface ScenarioCheck {
  /** Returns the operation; reports an unknown one and returns undefined. */
  call(place: Place, call: string): Operation | undefined
  /** Validates a named example and its overlay; `requestCall` is the call whose request the overlay may refer to. */
  example(place: Place, operation: Operation, name: string | undefined, set?: Overlay, requestCall?: Operation): void
  /** Checks that a name is known. */
  name(place: Place, what: string, name: string, known: readonly string[]): void
  requestField(place: Place, operation: Operation, field: string): void
  /** Checks that a text is an ISO 8601 duration. */
  duration(place: Place, text: string | undefined): void
}
