/** The source's badges (`-N%`) have no space before the percent sign. */
const percent = (share: number) => `${share}%`

/** The share of a price that comes back in points, and the share of the cashback that can be spent (options §1). */
export const cashback = {
  receipt: percent(5),
  readyFood: percent(20),
  bakery: percent(20),
  drinks: percent(50),
  spendable: percent(100),
} as const
/** How many favourite categories a subscriber chooses: in total, and in each store. */
export const favourites = { categories: 10, perStore: 5 } as const
