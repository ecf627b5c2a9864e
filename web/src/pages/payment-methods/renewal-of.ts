import type { Subscriber } from '@paket/sdk'
import type { CardRenewal } from '#features/cards/cards.ts'
import { kindOf } from '#features/purchase/subscriber-kind.ts'

/** What a subscription goes on by; null when by nothing: there is none, it was switched off, or somebody else has it. */
export function renewalOf(subscriber: Subscriber): CardRenewal | null {
  const kind = kindOf(subscriber)
  if (kind === 'partner') return 'partner'
  const pays = subscriber.subStatus === 'activated' && (kind === 'regular' || kind === 'daily')
  return pays && subscriber.autopaymentsEnabled ? 'main-card' : null
}
