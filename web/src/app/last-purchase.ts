import { bundles, counterOffers, experiments } from '@paket/sdk'
import { partnerNames } from '#domain/entry-pages.ts'
import { readJson, tabStore } from '#session/browser-store.ts'
import { promoActions } from '#domain/promo-action.ts'
import { hasPromocodeCharacters } from '#domain/promocode.ts'
import type { Bought } from '#features/purchase/bought.ts'

const PURCHASE = 'paket.purchase'
const OPTION = 'paket.option'

/** Remembers what was last being bought, for what comes after the payment page: names and what was asked, in this tab only. */
export function rememberPurchase(bought: Bought): void {
  tabStore.setItem(PURCHASE, JSON.stringify(bought))
  tabStore.removeItem(OPTION)
}

/** What was last being bought in this tab. With a name in it that nobody knows it is nothing: without that name the terms would be others. */
export function lastPurchase(): Bought | null {
  const kept = readJson(tabStore, PURCHASE)
  return isBought(kept) ? kept : null
}

/** The same for an option: the name that its address has. */
export function rememberOption(name: string): void {
  tabStore.setItem(OPTION, name)
  tabStore.removeItem(PURCHASE)
}
export const lastOption = (): string | null => tabStore.getItem(OPTION)

export function forgetPurchase(): void {
  tabStore.removeItem(PURCHASE)
  tabStore.removeItem(OPTION)
}

const needed = ['bundle', 'priceKopecks']
const isKnown: { [Field in keyof Bought]-?: (value: unknown) => boolean } = {
  bundle: (value) => bundles.some(({ name }) => name === value),
  priceKopecks: (value) => typeof value === 'number',
  promocode: (value) => typeof value === 'string' && hasPromocodeCharacters(value),
  experimentId: (value) => experiments.some(({ id }) => id === value),
  counterOffer: (value) => counterOffers.some(({ name }) => name === value),
  renewing: (value) => typeof value === 'boolean',
  action: (value) => promoActions.some((name) => name === value),
  partner: (value) => partnerNames.some((name) => name === value),
}

function isBought(kept: unknown): kept is Bought {
  if (typeof kept !== 'object' || kept === null) return false
  const fields = new Map<string, unknown>(Object.entries(kept))
  const checks = Object.entries(isKnown).filter(([field]) => fields.has(field))
  return (
    needed.every((field) => fields.has(field)) &&
    checks.length === fields.size &&
    checks.every(([field, check]) => check(fields.get(field)))
  )
}
