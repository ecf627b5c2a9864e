import { bundleNamed, type Subscriber } from '@paket/sdk'
import { isConnected, type StatusInput } from '#domain/status-block.ts'

/** The kind of a subscriber, which the current bundle decides; null without a bundle. */
export const kindOf = ({ currentPeriod: { bundle } }: Subscriber): StatusInput['kind'] =>
  bundle ? bundleNamed(bundle).kind : null

/** Whether an organizer pays for the subscription now. A user who has left the family may still have its bundle. */
export const isInFamily = (subscriber: Subscriber): boolean =>
  kindOf(subscriber) === 'family-member' && isConnected(subscriber)

/** The fields of a subscriber that decide the status block. */
export const statusInput = (subscriber: Subscriber): StatusInput => ({ ...subscriber, kind: kindOf(subscriber) })
