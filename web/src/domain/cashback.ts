/** A percentage is as the badges of the source have it, `-N%`: without a space. */
const percent = (share: number) => `${share}%`

/** How much of a price comes back in points, and how much of another price they pay for (options §1). */
export const cashback = {
  receipt: percent(5),
  readyFood: percent(20),
  bakery: percent(20),
  drinks: percent(50),
  spendable: percent(100),
} as const
/** Categories that the subscriber chooses: altogether, and in each store. */
export const favourites = { categories: 10, perStore: 5 } as const
