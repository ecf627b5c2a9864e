import { type Bundle, type Catalogue, durationMs, type Example, type Subscription, valueAt } from '@paket/contract'
import type { EffectCall } from '#engine/calls/effect.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { itemsAt } from '#engine/state/overlay.ts'
import type { CurrentAnswer, User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { detailsOf } from '#product/details.ts'
import type { Order } from '#product/orders.ts'
import { type PaketState, stateOf } from '#product/state.ts'
import type { Lifecycle } from './source.ts'

export const DAY_MS = 86_400_000
/** How long a card is shown as good that is bound now. */
const CARD_YEARS = 4

/** What a promocode gives, as an answer of the contract shows it. */
export interface Promocode {
  id: string
  bundleId: string
  priceKopecks: number
  /** Points that are credited after the activation. */
  points: number
}
/** Which of the contract's calls gives what; the lifecycle names them. */
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

/** What is the same for all users. */
export interface Shop {
  catalogue: Catalogue
  contract: Contract
  lifecycle: Lifecycle
  promocodes: readonly Promocode[]
}

/** What an answer shows, made once; no one changes it. */
const bodies = new WeakMap<CurrentAnswer, unknown>()

/** A user at an instant, with a call or an order: all that a condition or an overlay may ask of. */
export class Situation {
  readonly shop: Shop
  readonly user: User
  readonly users: Users
  readonly now: number
  readonly call: EffectCall | null
  /** What the call began or asks of, or what the event is about. */
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
  get details() {
    return detailsOf(this.user.scenario)
  }
  /** What the call of a role answers now. */
  body(role: Role): unknown {
    const call = this.shop.lifecycle.reads[role] ?? ''
    const current = this.user.answers.get(call)
    if (!current) return undefined
    if (!bodies.has(current)) bodies.set(current, this.users.body(this.user, call))
    return bodies.get(current)
  }
  field = (role: Role, path: string): unknown => valueAt(this.body(role), path)
  items = (role: Role, path: string): Record<string, unknown>[] => itemsAt(this.body(role), path)

  bundle = (id: unknown): Bundle | undefined => this.shop.catalogue.bundles.find((bundle) => bundle.id === id)
  get currentBundle(): Bundle | undefined {
    return this.bundle(this.field('subscriber', 'result.bundleId'))
  }
  /** What a month costs that everybody may buy. */
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
  /** Whether the main card pays a price: it is there, has not expired, and the bank of the scenario lets it. */
  cardPays(kopecks: number): boolean {
    const { mainCard } = this
    if (!mainCard || expiryMs(mainCard['expireDate']) <= this.now) return false
    return kopecks <= (this.details.orders.cardPaysKopecks ?? Infinity)
  }
  get newExpiry(): string {
    const date = new Date(this.now)
    return `${String(date.getUTCMonth() + 1).padStart(2, '0')}/${String((date.getUTCFullYear() + CARD_YEARS) % 100).padStart(2, '0')}`
  }
  get option(): Record<string, unknown> | undefined {
    return this.items('options', 'result')[0]
  }
  get namedOption(): Record<string, unknown> | undefined {
    return this.items('options', 'result').find(({ optionId }) => optionId === this.request['optionId'])
  }
  /** Places that members have, the owner not counted (OO-11). */
  get places(): Record<string, unknown>[] {
    const { withoutPlace } = this.details.family
    return this.items('members', 'result.relations').filter(({ status }) => !withoutPlace.includes(String(status)))
  }
  promocode = (id: unknown): Promocode | undefined => this.shop.promocodes.find((promocode) => promocode.id === id)
}

/** An instant in one of the four formats of the contract; NaN for anything else. */
export const instantOf = (text: unknown): number =>
  typeof text === 'string' ? Date.parse(text.replace(/ (?=[+-])/, '').replace(' ', 'T')) : NaN

/** A field of what the subscriber holds, and the end of all that is paid for. */
export const subscriber = (s: Situation, field: string): unknown => s.field('subscriber', `result.${field}`)
export const chainEnd = (s: Situation): number =>
  instantOf(subscriber(s, 'lastChainEndDate') ?? subscriber(s, 'deactivationDate'))
/** What the subscriber holds, as far as prices depend on it. */
export function subscriptionOf(s: Situation): Subscription {
  return {
    bundleId: s.currentBundle?.id ?? null,
    isGracePeriod: subscriber(s, 'isGracePeriod') === true,
    endMs: chainEnd(s),
    deactivationMs: instantOf(subscriber(s, 'deactivationDate')),
  }
}

/** A card is good to the end of its month; one without a date is good. */
function expiryMs(text: unknown): number {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(String(text)) ?? []
  if (!month || !year) return Infinity
  const end = new Date(`20${year}-${month}-01T00:00:00Z`)
  return end.setUTCMonth(end.getUTCMonth() + 1)
}

/** The promocodes that answers of the contract show. */
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

/** Within so long before now, as ISO 8601. */
export const isWithin = (at: number, now: number, duration: string): boolean => now - at < (durationMs(duration) ?? 0)
