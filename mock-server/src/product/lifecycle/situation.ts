import { type Bundle, type Catalogue, durationMs, type Example, type Subscription, valueAt } from '@paket/contract'
import type { EffectCall } from '#engine/calls/effect.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { itemsAt } from '#engine/state/overlay.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { expiryMs } from '#product/card-expiry.ts'
import { detailsOf } from '#product/details.ts'
import type { Order } from '#product/orders.ts'
import { type PaketState, stateOf } from '#product/state.ts'
import type { Lifecycle } from './source.ts'

export const DAY_MS = 86_400_000

/** A promocode as an answer of the contract shows it. */
export interface Promocode {
  id: string
  bundleId: string
  priceKopecks: number
  /** Points credited after the activation. */
  points: number
}
/** Roles of calls; `reads` of the lifecycle assigns a call to each. */
export const roles = [
  'subscriber',
  'cards',
  'balance',
  'offers',
  'options',
  'members',
  'deliveries',
  'promocode',
  'price',
  'months',
] as const
export type Role = (typeof roles)[number]

/** What all users share. */
export interface Shop {
  catalogue: Catalogue
  contract: Contract
  lifecycle: Lifecycle
  promocodes: readonly Promocode[]
}

/** A user at an instant, with a call or an order: what conditions and overlays can refer to. */
export class Situation {
  readonly shop: Shop
  readonly user: User
  readonly users: Users
  readonly now: number
  readonly call: EffectCall | null
  /** Facts and states of machines that were asked for already, by name: many conditions ask for the same ones. */
  readonly known = new Map<string, unknown>()
  /** The order that the call creates or names, or that the event is about. */
  order: Order | null = null
  constructor(shop: Shop, user: User, users: Users, now: number, call: EffectCall | null = null) {
    this.shop = shop
    this.user = user
    this.users = users
    this.now = now
    this.call = call
  }

  get request(): Record<string, unknown> {
    return this.call?.body ?? {}
  }
  get state(): PaketState {
    return stateOf(this.user)
  }
  /** The URL of the order's payment page, where the caller reaches it. */
  get formUrl(): string {
    return `${this.call?.origin}/pay/${this.order?.id}`
  }
  get details() {
    return detailsOf(this.user.scenario)
  }
  /** Returns the current answer of a role's call. */
  body(role: Role): unknown {
    return this.users.body(this.user, this.shop.lifecycle.reads[role] ?? '')
  }
  field = (role: Role, path: string): unknown => valueAt(this.body(role), path)
  items = (role: Role, path: string): Record<string, unknown>[] => itemsAt(this.body(role), path)

  bundle = (id: unknown): Bundle | undefined => this.shop.catalogue.bundles.find((bundle) => bundle.id === id)
  get currentBundle(): Bundle | undefined {
    return this.bundle(this.field('subscriber', 'result.bundleId'))
  }
  /** The cheapest full bundle, which every user may buy. */
  get month(): Bundle {
    const [cheapest] = this.shop.catalogue.bundles
      .filter(({ type }) => type === 'full')
      .toSorted((a, b) => a.priceKopecks - b.priceKopecks)
    if (!cheapest) throw new Error('the catalogue sells nothing')
    return cheapest
  }
  get balance(): number {
    return Number(this.field('balance', 'result.scoresBalance') ?? NaN)
  }
  get kopecksPerPoint(): number {
    return Number(this.shop.catalogue['kopecksPerPoint'])
  }
  get mainCard(): Record<string, unknown> | undefined {
    return this.items('cards', 'cards').find(({ isMainCard }) => isMainCard === true)
  }
  /** Whether the main card can pay: it exists, has not expired, and the scenario's bank accepts the amount. */
  cardPays(kopecks: number): boolean {
    const { mainCard } = this
    if (!mainCard || expiryMs(String(mainCard['expireDate'])) <= this.now) return false
    return kopecks <= (this.details.orders.cardPaysKopecks ?? Infinity)
  }
  get option(): Record<string, unknown> | undefined {
    return this.items('options', 'result')[0]
  }
  get namedOption(): Record<string, unknown> | undefined {
    return this.items('options', 'result').find(({ optionId }) => optionId === this.request['optionId'])
  }
  /** Members that occupy a place, without the owner (OO-11). */
  get places(): Record<string, unknown>[] {
    const { withoutPlace } = this.details.family
    return this.items('members', 'result.relations').filter(({ status }) => !withoutPlace.includes(String(status)))
  }
  promocode = (id: unknown): Promocode | undefined => this.shop.promocodes.find((promocode) => promocode.id === id)
}

/** Parses an instant in one of the contract's four formats; NaN for anything else. */
export const instantOf = (text: unknown): number =>
  typeof text === 'string'
    ? Date.parse(text.includes(' ') ? text.replace(/ (?=[+-])/, '').replace(' ', 'T') : text)
    : NaN

/** A field of the subscription, and the end of the whole paid time. */
export const subscriber = (s: Situation, field: string): unknown => s.field('subscriber', `result.${field}`)
export const chainEnd = (s: Situation): number =>
  instantOf(subscriber(s, 'lastChainEndDate') ?? subscriber(s, 'deactivationDate'))
/** Returns the subscription as far as prices depend on it. */
export function subscriptionOf(s: Situation): Subscription {
  return {
    bundleId: s.currentBundle?.id ?? null,
    isGracePeriod: subscriber(s, 'isGracePeriod') === true,
    endMs: chainEnd(s),
    deactivationMs: instantOf(subscriber(s, 'deactivationDate')),
  }
}

/** Extracts the promocodes from examples of the contract. */
export function promocodesOf(examples: readonly Example[]): Promocode[] {
  return examples.flatMap(({ value }) => {
    const field = (path: string) => valueAt(value, `result.${path}`)
    const id = field('promocodeId')
    if (typeof id !== 'string') return []
    const isPoints =
      field('scoresCampaign.type') === 'auto_add_scores' && field('scoresCampaign.rewardType') === 'points'
    const points = isPoints ? Number(field('scoresCampaign.scoresAmount')) : 0
    return [{ id, bundleId: String(field('bundleId')), priceKopecks: Number(field('price')), points }]
  })
}

/** Whether `at` is less than an ISO 8601 duration before `now`. */
export const isWithin = (at: number, now: number, duration: string): boolean => now - at < (durationMs(duration) ?? 0)
