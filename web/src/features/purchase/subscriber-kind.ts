import { bundleNamed, type Subscriber } from '@paket/sdk'
import type { StatusInput } from '#domain/status-block.ts'

/** Kind of subscriber that the held bundle makes. */
export const kindOf = ({ currentPeriod: { bundle } }: Subscriber): StatusInput['kind'] =>
  bundle ? bundleNamed(bundle).kind : null

/** What the status block is decided by. */
export const statusInput = (subscriber: Subscriber): StatusInput => ({ ...subscriber, kind: kindOf(subscriber) })
