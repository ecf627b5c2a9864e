import type { EffectName } from '#product/effects/index.ts'
import type { Overlay } from '#engine/users/overlay.ts'

/** The closed list of what happens to a user. `start` is when the scenario begins; effects make the others happen. */
export const events = [
  'start',
  'orderPlaced',
  'orderPaid',
  'optionPaid',
  'orderDeclined',
  'pointsSpent',
  'cardBound',
  'cardRefused',
] as const
export type EventName = (typeof events)[number]

/**
 * The closed list of variables in overlays. `isFirst`: a value is added to an empty list; `uuid`: a fresh id; `call.id`: one fresh id
 * for a call and all that it changes. Beside them `body.…`: a field of the request.
 */
export const variables = [
  'login',
  'uuid',
  'isFirst',
  'call.id',
  'profile.name',
  'profile.surname',
  'profile.phone',
  'order.id',
  'order.bundleId',
  'order.optionId',
  'order.formUrl',
  'order.endsAt',
  'order.pointsLeft',
  'periods',
] as const

/** A named example of a call, and what is laid over it. */
export interface Step {
  example: string
  set: Overlay
}
/** What answers a call, and what an accepted answer changes. */
export interface Answer extends Step {
  effect?: EffectName
  /** What an accepted answer changes in answers, now or later. */
  moves: Move[]
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
  /** Fields of what calls answer the user now. */
  state: Record<string, Record<string, unknown>>
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
/** How orders go. */
export interface Orders {
  /** The call that tells how far an order is; the steps are examples of it. */
  status: string
  /** The call that tells what the subscriber holds; the price depends on it. */
  subscriber: string
  /** The call that tells the balance of points. */
  balance: string
  /** The call that lists the options that can be ordered. */
  options: string
  /** One step a poll; stays at the last. */
  mainCard: Step[]
  newCard: Step[]
  scores: Step[]
  paid: string
  declined: string
}
/** How an option is shared. */
export interface Family {
  /** The call that lists its members. */
  members: string
  /** States of a member who takes no place. */
  withoutPlace: string[]
}
export interface Profile {
  name: string | null
  surname: string | null
  phone: string
}
/** Where pages list a test user, in this order; a visitor is not listed. */
export const groups = {
  visitor: { ru: '', en: 'Without a sign-in' },
  subscriber: { ru: 'Подписчики', en: 'Subscribers' },
  blocked: { ru: 'Покупка закрыта', en: 'May not buy' },
  payment: { ru: 'Карты и оплата', en: 'Cards and payment' },
  grace: { ru: 'Льготный период', en: 'Grace period' },
  bundle: { ru: 'Пакеты', en: 'Bundles' },
  partner: { ru: 'Партнёры', en: 'Partners' },
  option: { ru: 'Опции и семья', en: 'Options and family' },
  points: { ru: 'Баллы', en: 'Points' },
  loyalty: { ru: 'Карты лояльности и доставки', en: 'Loyalty cards and deliveries' },
  promocode: { ru: 'Промокоды и акции', en: 'Promocodes and offers' },
} as const
export type Group = keyof typeof groups

/** A test user: what answers which call, and what moves it on. */
export interface Scenario {
  name: string
  title: string
  description: string
  group: Group
  profile: Profile
  answers: Record<string, Answer>
  orders: Orders
  family: Family
  on: Partial<Record<EventName, Move[]>>
}
