import type { Message, MessageAnswer } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import type { FlowPorts } from './ports.ts'

type Told = Parameters<typeof messageOf>[0]

/** Where an answer leads, whatever has failed; without it the flow goes there itself. */
export interface Ways {
  toSupport?: () => void
  toOptions?: () => void
}

/**
 * Tells why a call failed, goes where the answer leads, and answers it. Null when nothing is told: the outcome has no words, or the session is
 * over, which is told once for all calls, where the session is (OP-04).
 */
export async function tellFailure<Failure extends Told>(
  failure: Failure,
  io: Pick<FlowPorts, 'ask'>,
  ways: Ways = {},
  wordsOf: (failure: Failure) => Message | null = messageOf,
): Promise<MessageAnswer | null> {
  const message = failure.outcome === 'authorize-again' ? null : wordsOf(failure)
  const answer = message && (await io.ask('message', message))
  if (answer === 'support') ways.toSupport?.()
  if (answer === 'options') ways.toOptions?.()
  return answer
}
