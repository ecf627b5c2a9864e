export type Transition = 'halfYear' | 'year'

/** What a holder of one term is asked when they choose another: 1 to 6 or 12, 6 to 12, 12 to 6 months; any other choice asks nothing (OP-44). */
export function transition(currentMonths: number, chosenMonths: number): Transition | null {
  if (chosenMonths === 6) return currentMonths === 1 || currentMonths === 12 ? 'halfYear' : null
  return chosenMonths === 12 && (currentMonths === 1 || currentMonths === 6) ? 'year' : null
}
