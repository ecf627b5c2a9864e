/** The validity of a new card. */
const YEARS = 4

/** Returns the expiry date of a card that is new now, as MM/YY. */
export function newExpiry(now: number): string {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() + YEARS)
  return `${date.toISOString().slice(5, 7)}/${date.toISOString().slice(2, 4)}`
}

/** Returns the end of a card's last month; NaN when the text is not MM/YY. */
export function expiryMs(text: string): number {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(\d\d)\s*$/.exec(text) ?? []
  const end = new Date(`20${year}-${month}-01T00:00:00Z`)
  return end.setUTCMonth(end.getUTCMonth() + 1)
}
