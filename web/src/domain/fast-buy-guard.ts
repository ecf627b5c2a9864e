import { isPaidByAnother, type StatusInput } from './status-block.ts'

export type FastBuyStop = 'employee' | 'partner' | 'family-member' | 'past-period'

/** Why a subscriber is led away from a fast purchase page: the first reason that matches (T5). Null when they may stay. */
export function fastBuyStop(
  { subStatus, kind }: Pick<StatusInput, 'subStatus' | 'kind'>,
  hasLastPeriod: boolean,
): FastBuyStop | null {
  if (subStatus === 'activated' && isPaidByAnother(kind)) return kind
  return hasLastPeriod ? 'past-period' : null
}
