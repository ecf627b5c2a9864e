import { plural } from './plural.ts'
import type { StatusInput } from './status-block.ts'

export interface OfferTag {
  name: string
  label: string
  icon: string
  /** Title of its group in the filter. */
  filterGroup: string
}
/** The fields of an offer that decide whether it is shown. */
export interface OfferRules {
  type: 'common' | 'other'
  /** Names of the bundles that include the offer. */
  bundles: readonly string[]
  tags: readonly OfferTag[]
}

/**
 * The offers that a subscriber sees, in the editors' order (T8). Without an active subscription: common offers that the previous bundle did
 * not include. With one: all offers of its bundle, of either type.
 */
export function offersFor<Offer extends OfferRules>(
  offers: readonly Offer[],
  { subStatus, bundle }: { subStatus: StatusInput['subStatus']; bundle: string | null },
): Offer[] {
  const isOfBundle = ({ bundles }: Offer) => bundle !== null && bundles.includes(bundle)
  switch (subStatus) {
    case 'registered':
    case 'deactivated':
      return offers.filter((offer) => offer.type === 'common' && !isOfBundle(offer))
    case 'activated':
    case 'waiting_for_activation':
      return offers.filter(isOfBundle)
  }
}

export interface TagGroup {
  title: string
  tags: readonly OfferTag[]
}
/** The tags of the offers, grouped as in the filter; groups and tags in order of appearance (OO-22). */
export function tagGroups(offers: readonly OfferRules[]): TagGroup[] {
  const all = offers.flatMap(({ tags }) => tags)
  const distinct = all.filter((tag, place) => all.findIndex(({ name }) => name === tag.name) === place)
  const titles = [...new Set(distinct.map(({ filterGroup }) => filterGroup))]
  return titles.map((title) => ({ title, tags: distinct.filter(({ filterGroup }) => filterGroup === title) }))
}

/** The offers that match the filter: of every group with chosen tags, an offer must have at least one (OO-22). A chosen tag that no offer has is ignored. */
export function withTags<Offer extends OfferRules>(offers: readonly Offer[], chosen: readonly string[]): Offer[] {
  const wanted = tagGroups(offers)
    .map(({ tags }) => tags.map(({ name }) => name).filter((name) => chosen.includes(name)))
    .filter((names) => names.length > 0)
  return offers.filter(({ tags }) => wanted.every((names) => tags.some(({ name }) => names.includes(name))))
}

/** A number of offers with its noun: 1 предложение, 2 предложения, 5 предложений (O-OFFERS-05). */
export const offersInWords = (count: number): string =>
  `${count}\u00a0${plural(count, ['предложение', 'предложения', 'предложений'])}`
