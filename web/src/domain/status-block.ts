/** What the account page shows about a subscription (options T12): the chip, the block's title, and the available actions. */
export interface StatusBlock {
  chip: 'awaitingPayment' | 'until' | 'active' | 'off' | null
  title:
    | 'connecting'
    | 'awaitingPayment'
    | 'activeUntil'
    | 'willBeCharged'
    | 'active'
    | 'familyMember'
    | 'employee'
    | 'offSince'
    | 'none'
  /** The block's button: buying a subscription or paying for one. */
  offers: 'buy' | 'pay' | null
  /** Whether the block leads to the subscription's management. */
  manages: boolean
}
export interface StatusInput {
  subStatus: 'registered' | 'deactivated' | 'activated' | 'waiting_for_activation'
  kind: 'regular' | 'partner' | 'employee' | 'family-member' | 'free' | 'daily' | null
  autopaymentsEnabled: boolean
  isGracePeriod: boolean
}

/** What a subscriber sees: the first row of options T12 that matches. An unknown status or bundle has been rejected before. */
export function statusBlock({ subStatus, kind, autopaymentsEnabled, isGracePeriod }: StatusInput): StatusBlock {
  switch (subStatus) {
    case 'waiting_for_activation':
      return { chip: null, title: 'connecting', offers: null, manages: false }
    case 'registered':
      return { chip: 'off', title: 'none', offers: 'buy', manages: false }
    case 'deactivated':
      return { chip: 'off', title: 'offSince', offers: 'buy', manages: false }
    case 'activated':
      if (kind === 'daily') return { chip: 'awaitingPayment', title: 'awaitingPayment', offers: 'pay', manages: true }
      if (kind === 'family-member') return { chip: 'active', title: 'familyMember', offers: null, manages: false }
      if (kind === 'employee') return { chip: 'active', title: 'employee', offers: null, manages: false }
      if (kind === 'regular' && isGracePeriod)
        return { chip: 'awaitingPayment', title: 'awaitingPayment', offers: 'pay', manages: true }
      if (!autopaymentsEnabled) return { chip: 'until', title: 'activeUntil', offers: null, manages: true }
      // The price of a partner's subscription is not known here.
      return { chip: 'active', title: kind === 'regular' ? 'willBeCharged' : 'active', offers: null, manages: true }
  }
}

/** Whether a user has a subscription, or one is being connected. */
export const isConnected = ({ subStatus }: Pick<StatusInput, 'subStatus'>): boolean =>
  subStatus === 'activated' || subStatus === 'waiting_for_activation'

/** Whether another party pays for the subscription. */
export const isPaidByAnother = (kind: StatusInput['kind']): kind is 'partner' | 'employee' | 'family-member' =>
  kind === 'partner' || kind === 'employee' || kind === 'family-member'

/** Why a signed-in user may not buy (OP-67, T5); null when they may. */
export function purchaseBlock({ subStatus, kind, isGracePeriod }: StatusInput) {
  if (subStatus === 'waiting_for_activation') return 'connecting'
  if (subStatus !== 'activated') return null
  if (kind === 'employee' || kind === 'family-member') return kind
  // In a grace period the partner has not paid, so the user pays (OP-59).
  if (kind === 'partner') return isGracePeriod ? null : kind
  return kind === 'regular' && !isGracePeriod ? 'alreadyHas' : null
}
export type PurchaseBlock = NonNullable<ReturnType<typeof purchaseBlock>>
