import type { Message, MessageAction } from '#messages/message.ts'
import type { messageOf } from '#messages/outcome-messages.ts'
import type { FlowPorts } from './ports.ts'
import { type FailureActions, showFailure } from './show-failure.ts'

type AnyFailure = Parameters<typeof messageOf>[0]
type Answer<Data, Failure> = { ok: true; data: Data } | { ok: false; failure: Failure }
/** A call that is not retried any more: its last failure, and the user's answer to the message about it; null when no message was shown. */
type NotRetried<Failure> = { ok: false; failure: Failure; action: MessageAction | null }

interface Retrying<Failure> {
  /** What the other buttons of the message do. */
  actions?: FailureActions
  /** The message of a failure; by default the one of its outcome. */
  messageFor?: (failure: Failure) => Message | null
  /** Whether a failed call may be repeated; by default always. */
  mayRepeat?: (failure: Failure) => boolean
}

/** Makes a call, under a spinner with `text`. Shows a message when it fails, and repeats the call as long as the user retries. */
export async function retrying<Data, Failure extends AnyFailure>(
  io: Pick<FlowPorts, 'ask' | 'spinner'>,
  text: string,
  call: () => Promise<Answer<Data, Failure>>,
  { actions, messageFor, mayRepeat = () => true }: Retrying<Failure> = {},
): Promise<{ ok: true; data: Data } | NotRetried<Failure>> {
  for (;;) {
    const answer = await io.spinner(text, call)
    if (answer.ok) return answer
    const { failure } = answer
    const action = await showFailure(failure, io, actions, messageFor)
    if (action !== 'retry' || !mayRepeat(failure)) return { ok: false, failure, action }
  }
}
