import { type Month, monthOf } from './moscow-date.ts'

const numberOf = ({ month, year }: Month): number => year * 12 + month

/** Whether a card with this expiry, MM/YY, has ended by the Moscow day of a charge; a card works to the end of its month (OO-92). */
export function endsBefore(expiry: string | undefined, charge: Date): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry ?? '') ?? []
  if (!month || !year) return false
  return numberOf({ month: Number(month), year: Number(`20${year}`) }) < numberOf(monthOf(charge))
}
