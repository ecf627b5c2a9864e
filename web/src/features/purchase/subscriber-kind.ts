import { bundleNamed, type Subscriber } from '@paket/sdk'
import { isConnected, type StatusInput } from '#domain/status-block.ts'

/** Kind of subscriber that the current bundle makes. */
export const kindOf = ({ currentPeriod: { bundle } }: Subscriber): StatusInput['kind'] =>
  bundle ? bundleNamed(bundle).kind : null

/** Whether an organizer's family pays for the subscription now; anyone who has left it may still hold its bundle. */
export const isInFamily = (subscriber: Subscriber): boolean =>
  kindOf(subscriber) === 'family-member' && isConnected(subscriber)

/** What the status block is decided by. */
export const statusInput = (subscriber: Subscriber): StatusInput => ({ ...subscriber, kind: kindOf(subscriber) })
