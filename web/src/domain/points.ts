/** What is known of a user's points: so many; nothing, so they cannot be used; or not now, and the server decides (OP-18). */
export type Balance = { kind: 'known'; points: number } | { kind: 'off' } | { kind: 'unverified' }

const KOPECKS_PER_POINT = 10

/** The price in points: a tenth of the kopecks (core §3). */
export const pointsOf = (priceKopecks: number): number => Math.ceil(priceKopecks / KOPECKS_PER_POINT)

/** What points are worth: 10 points are 1 ruble (O-POINTS-14). */
export const kopecksOf = (points: number): number => points * KOPECKS_PER_POINT

/** From so many points in a month on there are two tickets, below one; without points there is none (OO-53). */
export const POINTS_FOR_TWO_TICKETS = 2400
export function ticketsFor(monthlyPoints: number): 0 | 1 | 2 {
  if (monthlyPoints <= 0) return 0
  return monthlyPoints >= POINTS_FOR_TWO_TICKETS ? 2 : 1
}

/** Points are for those who start or come back (C-POINTS-11, OP-66). */
export const mayPayByPoints = (status: string): boolean => status === 'registered' || status === 'deactivated'

/** Whether a plan can be paid by points; a balance that is not known forbids none (C-POINTS-12, OP-18). */
export function isPayableByPoints(balance: Balance, priceKopecks: number): boolean {
  if (balance.kind === 'known') return balance.points >= pointsOf(priceKopecks)
  return balance.kind === 'unverified'
}

interface Priced {
  priceKopecks: number
}

/** Whether points pay for any of the plans; they are on then when the checkout opens (C-POINTS-07, C-POINTS-08). */
export const arePayableByPoints = (balance: Balance, plans: readonly Priced[]): boolean =>
  plans.some(({ priceKopecks }) => isPayableByPoints(balance, priceKopecks))

/** The plan that stays chosen with points on: the lowest-priced one when the chosen one costs too much (C-POINTS-09). */
export function planWithPoints<Plan extends Priced>(balance: Balance, chosen: Plan, plans: readonly Plan[]): Plan {
  if (isPayableByPoints(balance, chosen.priceKopecks)) return chosen
  return plans.reduce((lowest, plan) => (plan.priceKopecks < lowest.priceKopecks ? plan : lowest), chosen)
}
