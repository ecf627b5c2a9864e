export type Transition = 'halfYear' | 'year'

/** The change of term that a subscriber must confirm: 1 to 6 or 12, 6 to 12, 12 to 6 months. Null for any other choice, which needs no confirmation (OP-44). */
export function transition(currentMonths: number, chosenMonths: number): Transition | null {
  if (chosenMonths === 6) return currentMonths === 1 || currentMonths === 12 ? 'halfYear' : null
  return chosenMonths === 12 && (currentMonths === 1 || currentMonths === 6) ? 'year' : null
}
