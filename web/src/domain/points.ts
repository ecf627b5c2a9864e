/**
 * A user's balance (OP-18): a known number of points; `off`, when points cannot be used; `unverified`, when the balance cannot be read now and the
 * server decides about a payment.
 */
export type Balance = { kind: 'known'; points: number } | { kind: 'off' } | { kind: 'unverified' }

const KOPECKS_PER_POINT = 10

/** A price in points: a tenth of its kopecks, rounded up (core §3). */
export const pointsOf = (priceKopecks: number): number => Math.ceil(priceKopecks / KOPECKS_PER_POINT)

/** What points are worth, in kopecks: 10 points are 1 ruble (O-POINTS-14). */
export const kopecksOf = (points: number): number => points * KOPECKS_PER_POINT

/** With this many points in a month a subscriber gets two tickets (OO-53). */
export const POINTS_FOR_TWO_TICKETS = 2400
/** How many tickets the points of a month give: none without points, two from 2,400 on, otherwise one (OO-53). */
export function ticketsFor(monthlyPoints: number): 0 | 1 | 2 {
  if (monthlyPoints <= 0) return 0
  return monthlyPoints >= POINTS_FOR_TWO_TICKETS ? 2 : 1
}

/** Whether a user may pay by points: only one who starts or resumes a subscription (C-POINTS-11, OP-66). */
export const mayPayByPoints = (status: string): boolean => status === 'registered' || status === 'deactivated'

/** Whether a plan can be paid by points. An unverified balance does not prevent it (C-POINTS-12, OP-18). */
export function isPayableByPoints(balance: Balance, priceKopecks: number): boolean {
  if (balance.kind === 'known') return balance.points >= pointsOf(priceKopecks)
  return balance.kind === 'unverified'
}

interface Priced {
  priceKopecks: number
}

/** Whether points can pay for any of the plans; if so, the checkout opens with points switched on (C-POINTS-07, C-POINTS-08). */
export const arePayableByPoints = (balance: Balance, plans: readonly Priced[]): boolean =>
  plans.some(({ priceKopecks }) => isPayableByPoints(balance, priceKopecks))

/** The plan that is selected after points are switched on: the chosen one, or the lowest-priced one when the points do not suffice (C-POINTS-09). */
export function planWithPoints<Plan extends Priced>(balance: Balance, chosen: Plan, plans: readonly Plan[]): Plan {
  if (isPayableByPoints(balance, chosen.priceKopecks)) return chosen
  return plans.reduce((lowest, plan) => (plan.priceKopecks < lowest.priceKopecks ? plan : lowest), chosen)
}
