import { monthText } from '#engine/state/overlay.ts'

/** The validity of a new card. */
const MONTHS = 48
const MOSCOW_HOURS = 3

/** Returns the expiry date of a card that is new now, as MM/YY. */
export const newExpiry = (now: number): string => monthText(now, MONTHS)

/** Returns the end of a card's last month, in Moscow; NaN when the text is not MM/YY. */
export function expiryMs(text: string): number {
  const [, month = NaN, year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(\d\d)\s*$/.exec(text) ?? []
  return Date.UTC(Number(`20${year}`), Number(month), 1, -MOSCOW_HOURS)
}
