import type { StatusInput } from './status-block.ts'

/** Short names of the two chains that deliver. */
export type DeliveryChain = 'tcx' | 'tc5'

/** Whether free deliveries are asked for: of an active subscription that has them (O-DELIVERY-02, O-DELIVERY-03). */
export const hasDeliveries = ({ subStatus, kind }: Pick<StatusInput, 'subStatus' | 'kind'>): boolean =>
  subStatus === 'activated' && kind !== 'daily' && kind !== 'family-member' && kind !== 'free'

/** Whether a partner pays for the renewals of a bundle: any partner's, unless the settings list which ones (OO-50). */
export const isPartnerRenewable = (
  { bundle, kind }: { bundle: string | null; kind: StatusInput['kind'] },
  listed?: readonly string[],
): boolean => (listed ? bundle !== null && listed.includes(bundle) : kind === 'partner')

/** Whether to say that no one will renew the subscription: the partner's renewals are used up, and none of the user's own follows (options §5). */
export const isRenewalOff = (known: {
  /** Null until delivery info is loaded. */
  deliveries: { renewalsLeft: number | null } | null
  isPartnerRenewable: boolean
  autopaymentsEnabled: boolean
  hasLastBundle: boolean
}): boolean =>
  known.deliveries !== null &&
  known.isPartnerRenewable &&
  !known.autopaymentsEnabled &&
  !known.hasLastBundle &&
  known.deliveries.renewalsLeft === 0
