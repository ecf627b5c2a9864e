export type Transition = 'halfYear' | 'year'

/** What a holder of one term is asked when they choose another: 1 to 6 or 12, 6 to 12, 12 to 6 months; any other choice asks nothing (OP-44). */
export function transition(heldMonths: number, chosenMonths: number): Transition | null {
  if (chosenMonths === 6) return heldMonths === 1 || heldMonths === 12 ? 'halfYear' : null
  return chosenMonths === 12 && (heldMonths === 1 || heldMonths === 6) ? 'year' : null
}
