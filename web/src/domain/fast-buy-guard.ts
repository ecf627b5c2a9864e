import { isPaidByAnother, type StatusInput } from './status-block.ts'

export type FastBuyStop = 'employee' | 'partner' | 'family-member' | 'past-period'

/** Why a subscriber does not stay on a fast-buy page; the first that matches (T5). Null: stays. */
export function fastBuyStop(
  { subStatus, kind }: Pick<StatusInput, 'subStatus' | 'kind'>,
  hasLastPeriod: boolean,
): FastBuyStop | null {
  if (subStatus === 'activated' && isPaidByAnother(kind)) return kind
  return hasLastPeriod ? 'past-period' : null
}
