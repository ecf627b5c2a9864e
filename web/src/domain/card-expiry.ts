import { monthNumber, monthOf } from './moscow-date.ts'

/**
 * Whether a card with this expiry (MM/YY) has expired by the Moscow day of a charge. A card is valid to the end of its month (OO-92); one
 * whose expiry is missing or malformed counts as valid.
 */
export function endsBefore(expiry: string | undefined, charge: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry ?? '') ?? []
  if (!month || !year) return false
  return monthNumber({ month: Number(month), year: Number(`20${year}`) }) < monthNumber(monthOf(charge))
}
