import type { Overlay } from './overlay.ts'

/** The event at the start of a scenario; effects of the product emit the others. */
export const START = 'start'

/**
 * Variables that every overlay can use, besides the product's and the request's fields (`body.…`). `isFirst`: whether
 * the value is added to an empty list; `uuid`: a new id at each use; `call.id`: one id for a call and everything it
 * changes.
 */
export const variables = [
  'login',
  'uuid',
  'isFirst',
  'call.id',
  'profile.name',
  'profile.surname',
  'profile.phone',
] as const

/** A named example of a call, with an overlay. */
export interface Step {
  example: string
  set: Overlay
}
/** An answer outside the contract, from a recorded session. */
export interface Violation {
  violation: {
    status: number
    /** Omitted for an answer without a body. */
    body?: unknown
    /** The media type, when it is not JSON. */
    type?: string
  }
}
export type SequenceStep = Step | Violation
/** How a call is answered, and what a successful answer changes. */
export interface Answer extends Step {
  /** The name of an effect of the product. */
  effect?: string
  /** Changes after a successful answer, immediate or scheduled. */
  moves: Move[]
  /** Answers given in order; the last one repeats. Overrides `example` and `effect`. */
  sequence?: SequenceStep[]
  /** Conditional answers: the first one that matches the request and the user's state overrides the answer. */
  when: Case[]
  /** The example for a request that the effect does not apply to, such as an unknown order. */
  otherwise?: string
  /** The answer to every call for this time after a refused one, that one included. */
  afterRefusal?: { example: string; forMs: number }
}
export interface Case extends Step {
  /** Values that the request's body must contain. */
  body: Record<string, unknown>
  /** Values that the path and query parameters must have. */
  parameters: Record<string, unknown>
  /** Values that the user's current answers must have, by operation. */
  state: Record<string, Record<string, unknown>>
  sequence?: SequenceStep[]
  moves: Move[]
}
/** A change of a call's answer: another example, or an overlay on the current one. */
export interface Change {
  example?: string
  set: Overlay
}
export interface Move {
  afterMs: number
  answers: Record<string, Change>
}
export interface Profile {
  name: string | null
  surname: string | null
  phone: string
}
/** A test user: which example answers which call, and how that changes. */
export interface Scenario {
  name: string
  title: string
  description: string
  /** The group in lists of test users. */
  group: string
  profile: Profile
  /** The day on which the contract's examples were written: their dates are moved by the time since then. */
  examplesAsOf?: number
  answers: Record<string, Answer>
  /** Changes by event. */
  on: Record<string, Move[]>
  /** The product's part; opaque to the engine. */
  details: unknown
}
