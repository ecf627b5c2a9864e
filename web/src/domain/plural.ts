/** Russian plural forms of a noun: one (1, 21), few (2, 23), many (5, 11, 112). */
export type PluralForms = readonly [one: string, few: string, many: string]

/** The form that goes with a whole number. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const last = Math.abs(count) % 10
  const isTeen = Math.floor(Math.abs(count) / 10) % 10 === 1
  if (last === 1 && !isTeen) return one
  return last >= 2 && last <= 4 && !isTeen ? few : many
}
