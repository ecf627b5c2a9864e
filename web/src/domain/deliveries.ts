import type { StatusInput } from './status-block.ts'

/** The contract's short names of the two store chains that deliver. */
export type DeliveryChain = 'tcx' | 'tc5'

/** Whether a subscription includes free deliveries, so that they are requested: an active one of most kinds (O-DELIVERY-02, O-DELIVERY-03). */
export const hasDeliveries = ({ subStatus, kind }: Pick<StatusInput, 'subStatus' | 'kind'>): boolean =>
  subStatus === 'activated' && kind !== 'daily' && kind !== 'family-member' && kind !== 'free'

/** Whether a partner pays for the renewals of a bundle: the bundles that the settings list, or else any partner's bundle (OO-50). */
export const isPartnerRenewable = (
  { bundle, kind }: { bundle: string | null; kind: StatusInput['kind'] },
  listed?: readonly string[],
): boolean => (listed ? bundle !== null && listed.includes(bundle) : kind === 'partner')

/** Whether no one will renew the subscription: the partner's renewals are used up, and no renewal of the user's own follows (options §5). */
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
