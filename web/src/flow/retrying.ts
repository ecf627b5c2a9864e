import type { Message, MessageAction } from '#messages/message.ts'
import type { messageOf } from '#messages/outcome-messages.ts'
import type { FlowPorts } from './ports.ts'
import { type FailureActions, showFailure } from './show-failure.ts'

type AnyFailure = Parameters<typeof messageOf>[0]
type Answer<Data, Failure> = { ok: true; data: Data } | { ok: false; failure: Failure }
/** A call that was given up: why it failed last, and what the user has answered to that; null when nothing was shown. */
type GivenUp<Failure> = { ok: false; failure: Failure; action: MessageAction | null }

interface How<Failure> {
  /** What other buttons do. */
  actions?: FailureActions
  wordsOf?: (failure: Failure) => Message | null
  /** Whether the same call may succeed the next time; without it always. */
  mayRepeat?: (failure: Failure) => boolean
}

/** Makes a call, under a spinner where there is a text, shows why it failed, and makes it again as long as the user retries. */
export async function retrying<Data, Failure extends AnyFailure>(
  io: Pick<FlowPorts, 'ask' | 'spinner'>,
  text: string | null,
  call: () => Promise<Answer<Data, Failure>>,
  { actions, wordsOf, mayRepeat = () => true }: How<Failure> = {},
): Promise<{ ok: true; data: Data } | GivenUp<Failure>> {
  for (;;) {
    const answer = await (text === null ? call() : io.spinner(text, call))
    if (answer.ok) return answer
    const { failure } = answer
    const action = await showFailure(failure, io, actions, wordsOf)
    if (action !== 'retry' || !mayRepeat(failure)) return { ok: false, failure, action }
  }
}
