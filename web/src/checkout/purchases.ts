import { bundles, counterOffers, experiments } from '@paket/sdk'
import { partnerNames } from '#domain/entry-pages.ts'
import { promoActions } from '#domain/promo-action.ts'
import { hasPromocodeCharacters } from '#domain/promocode.ts'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import type { StoredIntent, PurchaseIntent } from '#flow/purchase-intent.ts'
import type { FlowDependencies } from '#flow/run-flow.ts'
import { type BrowserStore, pageStore, readJson, sharedStore } from '#session/browser-store.ts'
import { inOneTab, type Locks } from './one-tab.ts'

/** Stores the last purchase intent of each user, under a digest of the user. */
const KEY = 'paket.purchase'
/** How long a server may know an idempotency key; an intent expires with it. */
const INTENT_TTL_MS = 24 * 60 * 60_000

/** Purchases of one user, in all tabs of the browser. */
export interface Purchases {
  alone: FlowDependencies['alone']
  /** The last intent, read without the lock: for display only. */
  last: () => Promise<PurchaseIntent | null>
}

interface Options {
  /** The user's digest; empty where there is none: then the intent lasts as long as the page. */
  user: Promise<string>
  locks?: Locks | undefined
  store?: BrowserStore
  now?: () => number
}

/** Stores the purchase intent for all tabs and the next visit, and lets one tab at a time order. */
export function createPurchases({
  user,
  locks = globalThis.navigator?.locks,
  store = sharedStore,
  now = Date.now,
}: Options): Purchases {
  const intentOf = (mark: string) => storedIntent(mark, mark ? store : pageStore, now)
  return {
    last: async () => intentOf(await user).read(),
    async alone(work, how) {
      const mark = await user
      const tab = { name: `${KEY}.${mark}`, locks, store, now }
      return inOneTab(() => work(intentOf(mark)), how, tab)
    },
  }
}

function storedIntent(mark: string, store: BrowserStore, now: () => number): StoredIntent {
  /** The intents of all users of this browser, without expired and malformed ones. */
  function all(): Map<string, PurchaseIntent> {
    const stored = readJson(store, KEY)
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, PurchaseIntent] => isIntent(entry[1], now())))
  }
  return {
    read: () => all().get(mark) ?? null,
    keep(intent) {
      const stored = all()
      if (intent) stored.set(mark, intent)
      else stored.delete(mark)
      if (stored.size > 0) store.setItem(KEY, JSON.stringify(Object.fromEntries(stored)))
      else store.removeItem(KEY)
    },
  }
}

type Check = (value: unknown) => boolean
/** A check for each field; those that may be missing are checked when they are there. */
type Checks<Shape> = { [Field in keyof Shape]-?: Check }

const text: Check = (value) => typeof value === 'string' && value !== ''
const yes: Check = (value) => value === true
const flag: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)

const boughtChecks: Checks<PendingPurchase> = {
  bundle: (value) => bundles.some(({ name }) => name === value),
  priceKopecks: (value) => typeof value === 'number',
  promocode: (value) => typeof value === 'string' && hasPromocodeCharacters(value),
  experimentId: (value) => experiments.some(({ id }) => id === value),
  counterOffer: (value) => counterOffers.some(({ name }) => name === value),
  action: oneOf(...promoActions),
  partner: oneOf(...partnerNames),
}
/** Invalid with an unknown name: without that name the terms would differ. */
const isWanted: Check = (value) =>
  value === null ||
  fits(value, boughtChecks, ['bundle', 'priceKopecks']) ||
  fits(value, { option: text }, ['option']) ||
  fits(value, { activation: oneOf(...partnerNames) }, ['activation'])

const intentChecks: Checks<PurchaseIntent> = {
  id: (value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  startedAt: (value) => typeof value === 'number',
  what: isWanted,
  from: text,
  payment: oneOf('mainCard', 'newCard', 'scores'),
  renewing: flag,
  lastOrderId: (value) => value === null || text(value),
  orderId: text,
  isTold: yes,
  mayRepeat: yes,
  end: oneOf('paid', 'declined', 'givenUp'),
}

function isIntent(value: unknown, now: number): value is PurchaseIntent {
  if (!fits(value, intentChecks, ['id', 'startedAt', 'what', 'from', 'payment', 'renewing'])) return false
  // A clock that was set back meanwhile must not lose an order whose end is unknown.
  return Math.abs(now - (value as PurchaseIntent).startedAt) < INTENT_TTL_MS
}

/** Has all required fields and no unknown ones. */
function fits(value: unknown, checks: Record<string, Check>, needed: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    needed.every((field) => fields.has(field)) &&
    [...fields].every(([field, one]) => Object.hasOwn(checks, field) && checks[field]?.(one) === true)
  )
}
