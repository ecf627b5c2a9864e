import type { Failure } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { MessageAnswer } from '#modals/catalogue.ts'
import { messageOf } from '#modals/outcome-messages.ts'

/** What a change of the family leads to outside of it. */
export interface AfterFamily {
  /** The members on the screen are read again. */
  refresh(): void
  toOptions(): void
  toSupport(): void
}

/** Tells why a member was not added or removed, and goes where the answer leads; answers what was answered. */
export async function tellRefused(
  failure: Failure<'createSubscriberRelation' | 'deleteSubscriberRelation'>,
  io: Pick<FlowPorts, 'ask'>,
  after: AfterFamily,
): Promise<MessageAnswer> {
  // The session's end is told where the session is (OP-04).
  const message = failure.outcome === 'authorize-again' ? null : messageOf(failure)
  if (!message) return 'dismissed'
  const answer = await io.ask('message', message)
  if (answer === 'options') after.toOptions()
  if (answer === 'support') after.toSupport()
  return answer
}
