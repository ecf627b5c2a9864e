import type { PartnerName } from '#domain/entry-pages.ts'
import type { PromoAction } from '#domain/promo-action.ts'
import type { Message, MessageAction } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import type { FlowPorts } from './ports.ts'

type AnyFailure = Parameters<typeof messageOf>[0]

/** What a message is about, where its button leads somewhere else because of it. */
export interface About {
  /** The option that was bought; null for a bundle, undefined for what the flow itself is about. */
  option?: string | null | undefined
  promo?: PromoAction | null
  partner?: PartnerName | undefined
}
/** What buttons of messages do, by the name of their action; an action without a row is for the flow to go on with. */
export type FailureActions = { [Action in MessageAction]?: ((about: About) => void) | undefined }

/** Shows a message, does what its button says, and answers which one it was. */
export async function showMessage(
  message: Message,
  io: Pick<FlowPorts, 'ask'>,
  actions: FailureActions = {},
  about: About = {},
): Promise<MessageAction> {
  const action = await io.ask('message', message)
  actions[action]?.(about)
  return action
}

/** The words of a failure. Null when nothing is shown: the outcome has no words, or the session is over, which is shown once for all calls (OP-04). */
export const failureMessage = <Failure extends AnyFailure>(
  failure: Failure,
  wordsOf: (failure: Failure) => Message | null = messageOf,
): Message | null => (failure.outcome === 'authorize-again' ? null : wordsOf(failure))

/** Shows why a call failed; null when nothing is shown. */
export async function showFailure<Failure extends AnyFailure>(
  failure: Failure,
  io: Pick<FlowPorts, 'ask'>,
  actions?: FailureActions,
  wordsOf?: (failure: Failure) => Message | null,
): Promise<MessageAction | null> {
  const message = failureMessage(failure, wordsOf)
  return message && showMessage(message, io, actions)
}
