/** Russian plural forms of a noun: one (1, 21), few (2, 23), many (5, 11, 112). */
export type PluralForms = readonly [one: string, few: string, many: string]

/** The form that goes with a whole number. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const tens = Math.abs(count) % 100
  const ones = tens % 10
  if (tens > 10 && tens < 20) return many
  if (ones === 1) return one
  return ones >= 2 && ones <= 4 ? few : many
}
