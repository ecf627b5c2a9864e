import type { StatusInput } from './status-block.ts'

/** What pays for the renewal: the main card, or the partner, with a card of its own. */
export type RenewalPayer = 'main-card' | 'partner'

/** What the subscription goes on by; null when by nothing: there is none, its renewal is off, or somebody else has it (O-ROLE-05..08). */
export function renewalPayer({ subStatus, kind, autopaymentsEnabled }: StatusInput): RenewalPayer | null {
  if (subStatus !== 'activated' && subStatus !== 'waiting_for_activation') return null
  if (kind === 'partner') return 'partner'
  return (kind === 'regular' || kind === 'daily') && autopaymentsEnabled ? 'main-card' : null
}
