/** Russian plural forms of a noun: one (1, 21), few (2, 23), many (5, 11, 112). */
export type PluralForms = readonly [one: string, few: string, many: string]

const rules = new Intl.PluralRules('ru')

/** The form that goes with a whole number. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const category = rules.select(count)
  if (category === 'one') return one
  return category === 'few' ? few : many
}
