import { isConnected, type StatusInput } from './status-block.ts'

/** Who pays for the next renewal: the user, with the main card, or the partner. */
export type RenewalPayer = 'main-card' | 'partner'

/** Who pays for the next renewal (O-ROLE-05..08). Null when there is no subscription, its renewal is off, or it depends on another person's. */
export function renewalPayer(status: StatusInput): RenewalPayer | null {
  if (!isConnected(status)) return null
  const { kind, autopaymentsEnabled } = status
  if (kind === 'partner') return 'partner'
  return (kind === 'regular' || kind === 'daily') && autopaymentsEnabled ? 'main-card' : null
}

/** Whether the subscriber sees and changes price and renewal: not of a subscription that is free or that another party pays for. */
export const managesRenewal = ({ kind }: Pick<StatusInput, 'kind'>): boolean => kind === 'regular'
