import { isConnected, type StatusInput } from './status-block.ts'

/** What pays for the renewal: the main card, or the partner, with a card of its own. */
export type RenewalPayer = 'main-card' | 'partner'

/** What the subscription goes on by; null when by nothing: there is none, its renewal is off, or someone else has it (O-ROLE-05..08). */
export function renewalPayer(status: StatusInput): RenewalPayer | null {
  if (!isConnected(status)) return null
  const { kind, autopaymentsEnabled } = status
  if (kind === 'partner') return 'partner'
  return (kind === 'regular' || kind === 'daily') && autopaymentsEnabled ? 'main-card' : null
}

/** Whether price and renewal are the subscriber's to see and change: what someone else pays, or what costs nothing, is not. */
export const managesRenewal = ({ kind }: Pick<StatusInput, 'kind'>): boolean => kind === 'regular'
