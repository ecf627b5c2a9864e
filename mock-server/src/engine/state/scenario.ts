import type { Overlay } from './overlay.ts'

/** The event that a scenario begins with; effects of the product make the others happen. */
export const START = 'start'

/**
 * Names that every overlay may quote, beside the product's. `isFirst`: a value is added to an empty list; `uuid`: a fresh id; `call.id`: one
 * fresh id for a call and all that it changes. Beside them `body.…`: a field of the request.
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

/** A named example of a call, and what is laid over it. */
export interface Step {
  example: string
  set: Overlay
}
/** An answer outside of the contract, as it came in a recorded session. */
export interface Violation {
  violation: {
    status: number
    /** Without one there is none. */
    body?: unknown
    /** The media type of what is not JSON. */
    type?: string
  }
}
export type SequenceStep = Step | Violation
/** What answers a call, and what an accepted answer changes. */
export interface Answer extends Step {
  /** Of the product's effects, by name. */
  effect?: string
  /** What an accepted answer changes in answers, now or later. */
  moves: Move[]
  /** One after the other, whatever they change; the last one stays. Takes the place of example and effect. */
  sequence?: SequenceStep[]
  /** Answers instead, for requests with these values and users in this state; the first that matches. */
  when: Case[]
  /** The example for a request that the effect can do nothing with: an order that is not known. */
  otherwise?: string
  /** What each call gets for so long after one that was refused, this one included. */
  afterRefusal?: { example: string; forMs: number }
}
export interface Case extends Step {
  /** Fields of the request. */
  body: Record<string, unknown>
  /** Of the request's path and query. */
  parameters: Record<string, unknown>
  /** Fields of what calls answer the user now. */
  state: Record<string, Record<string, unknown>>
  sequence?: SequenceStep[]
  moves: Move[]
}
/** What an event changes in the answer of a call: another example, or only what is laid over it. */
export interface Change {
  example?: string
  set: Overlay
}
export interface Move {
  afterMs: number
  /** From then on, again and again. */
  everyMs?: number
  answers: Record<string, Change>
}
export interface Profile {
  name: string | null
  surname: string | null
  phone: string
}
/** A test user: what answers which call, and what moves it on. */
export interface Scenario {
  name: string
  title: string
  description: string
  /** Where pages list them. */
  group: string
  profile: Profile
  answers: Record<string, Answer>
  /** What happens at an event, by its name. */
  on: Record<string, Move[]>
  /** The product's own part, which the engine carries and never reads. */
  details: unknown
}
