import { bundles, counterOffers, experiments } from '@paket/sdk'
import { partnerNames } from '#domain/entry-pages.ts'
import { promoActions } from '#domain/promo-action.ts'
import { hasPromocodeCharacters } from '#domain/promocode.ts'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import type { StoredIntent, PurchaseIntent } from '#flow/purchase-intent.ts'
import type { FlowDependencies } from '#flow/run-flow.ts'
import { type BrowserStore, pageStore, readJson, sharedStore } from '#session/browser-store.ts'
import { inOneTab, type Locks } from './one-tab.ts'

/** The storage key of the last purchase intent of each user, by the user's digest. */
const KEY = 'paket.purchase'
/** How long a server may know an idempotency key; an intent expires with it. */
const INTENT_TTL_MS = 24 * 60 * 60_000

/** The purchases of one user, in all tabs of the browser. */
export interface Purchases {
  exclusively: FlowDependencies['exclusively']
  /** The last intent, read without the lock: for display only. */
  last: () => Promise<PurchaseIntent | null>
}

interface Options {
  /** The user's digest. Empty when there is none; then the intent lives as long as the page. */
  user: Promise<string>
  locks?: Locks | undefined
  store?: BrowserStore
  now?: () => number
}

/** Stores the purchase intent for all tabs and the next visit, and lets only one tab order at a time. */
export function createPurchases({
  user,
  locks = navigator.locks,
  store = sharedStore,
  now = Date.now,
}: Options): Purchases {
  const intentOf = (digest: string, checkTurn = () => {}) =>
    storedIntent(digest, digest ? store : pageStore, now, checkTurn)
  return {
    last: async () => intentOf(await user).read(),
    async exclusively(work, options) {
      const digest = await user
      const tab = { name: `${KEY}.${digest}`, locks, store, now }
      return inOneTab((checkTurn) => work(intentOf(digest, checkTurn)), options, tab)
    },
  }
}

function storedIntent(digest: string, store: BrowserStore, now: () => number, checkTurn: () => void): StoredIntent {
  /** The intents of all users of this browser, without expired and malformed ones. */
  function all(): Map<string, PurchaseIntent> {
    const entries = Object.entries(readJson(store, KEY) ?? {})
    return new Map(entries.filter((entry): entry is [string, PurchaseIntent] => isIntent(entry[1], now())))
  }
  return {
    read: () => all().get(digest) ?? null,
    write(intent) {
      // An intent is stored before its order is sent: a tab that has lost its turn does neither.
      checkTurn()
      const stored = all()
      if (intent) stored.set(digest, intent)
      else stored.delete(digest)
      if (stored.size > 0) store.setItem(KEY, JSON.stringify(Object.fromEntries(stored)))
      else store.removeItem(KEY)
    },
  }
}

type Check = (value: unknown) => boolean
/** A check for each field. Optional fields are checked when they are present. */
type Checks<Shape> = { [Field in keyof Shape]-?: Check }

const text: Check = (value) => typeof value === 'string' && value !== ''
const isTrue: Check = (value) => value === true
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
/** An unknown name makes it invalid, because without that name the terms would differ. */
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
  isTold: isTrue,
  mayRepeat: isTrue,
  end: oneOf('paid', 'declined', 'givenUp'),
}

function isIntent(value: unknown, now: number): value is PurchaseIntent {
  if (!fits(value, intentChecks, ['id', 'startedAt', 'what', 'from', 'payment', 'renewing'])) return false
  // By the absolute difference: setting the clock back must not lose an order whose end is unknown.
  return Math.abs(now - (value as PurchaseIntent).startedAt) < INTENT_TTL_MS
}

/** Whether a value has all required fields, no unknown ones, and all its fields are valid. */
function fits(value: unknown, checks: Record<string, Check>, required: readonly string[]): boolean {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}))
  return (
    required.every((field) => fields.has(field)) &&
    [...fields].every(([field, one]) => Object.hasOwn(checks, field) && checks[field]?.(one) === true)
  )
}
