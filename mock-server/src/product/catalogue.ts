import type { Catalogue } from '@paket/contract'

/** Returns ids by name as overlay variables: `bundle.wink`, `counterOffer.freeMonth`. */
export const catalogueVariables = ({ bundles, counterOffers }: Catalogue): Record<string, string> =>
  Object.fromEntries([
    ...bundles.map(({ name, id }) => [`bundle.${name}`, id]),
    ...counterOffers.map(({ name, id }) => [`counterOffer.${name}`, id]),
  ])
