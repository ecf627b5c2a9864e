/** What the account page shows of a subscription: the indicator (chip) and the block's title (OP-07). */
export interface StatusBlock {
  chip: 'awaitingPayment' | 'until' | 'active' | 'off' | null
  title: 'connecting' | 'awaitingPayment' | 'activeUntil' | 'willBeCharged' | 'active' | 'offSince' | 'none'
  /** Whether something can be bought or paid here. */
  offers: 'buy' | 'pay' | null
}
export interface StatusInput {
  subStatus: 'registered' | 'deactivated' | 'activated' | 'waiting_for_activation'
  kind: 'regular' | 'partner' | 'employee' | 'family-member' | 'free' | 'daily' | null
  autopaymentsEnabled: boolean
  isGracePeriod: boolean
}

/** Which of the four indicators and which title a subscriber gets. */
export function statusBlock({ subStatus, kind, autopaymentsEnabled, isGracePeriod }: StatusInput): StatusBlock {
  switch (subStatus) {
    case 'waiting_for_activation':
      return { chip: null, title: 'connecting', offers: null }
    case 'registered':
      return { chip: 'off', title: 'none', offers: 'buy' }
    case 'deactivated':
      return { chip: 'off', title: 'offSince', offers: 'buy' }
    case 'activated':
      if (kind === 'daily' || (kind === 'regular' && isGracePeriod))
        return { chip: 'awaitingPayment', title: 'awaitingPayment', offers: 'pay' }
      if (kind !== 'regular') return { chip: 'active', title: 'active', offers: null }
      return autopaymentsEnabled
        ? { chip: 'active', title: 'willBeCharged', offers: null }
        : { chip: 'until', title: 'activeUntil', offers: null }
  }
}

/** Why a signed-in user may not buy (OP-67, T5); null when he may. */
export function purchaseBlock({ subStatus, kind, isGracePeriod }: StatusInput) {
  if (subStatus === 'waiting_for_activation') return 'connecting'
  if (subStatus !== 'activated') return null
  if (kind === 'partner' || kind === 'employee' || kind === 'family-member') return kind
  return kind === 'regular' && !isGracePeriod ? 'alreadyHas' : null
}
export type PurchaseBlock = NonNullable<ReturnType<typeof purchaseBlock>>
