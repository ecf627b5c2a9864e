import type { PartnerName } from '#domain/entry-pages.ts'
import type { PromoAction } from '#domain/promo-action.ts'
import type { Message, MessageAction } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import type { FlowPorts } from './ports.ts'

type AnyFailure = Parameters<typeof messageOf>[0]

/** The subject of a message, which decides where its button leads. */
export interface About {
  /** The option that was bought; null for a bundle, undefined for the subject of the flow itself. */
  option?: string | null | undefined
  promo?: PromoAction | null
  partner?: PartnerName | undefined
}
/** What the buttons of messages do, by the name of their action. Actions without an entry are handled by the flow. */
export type FailureActions = { [Action in MessageAction]?: ((about: About) => void) | undefined }

/** Shows a message and runs the action of the chosen button. Resolves with that action's name. */
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

/** The message of a failure. Null when its outcome has none, and when the session is over, which is shown once for all calls (OP-04). */
export const failureMessage = <Failure extends AnyFailure>(
  failure: Failure,
  messageFor: (failure: Failure) => Message | null = messageOf,
): Message | null => (failure.outcome === 'authorize-again' ? null : messageFor(failure))

/** Shows the message of a failure and runs the action of the chosen button. Null when the failure has no message. */
export async function showFailure<Failure extends AnyFailure>(
  failure: Failure,
  io: Pick<FlowPorts, 'ask'>,
  actions?: FailureActions,
  messageFor?: (failure: Failure) => Message | null,
): Promise<MessageAction | null> {
  const message = failureMessage(failure, messageFor)
  return message && showMessage(message, io, actions)
}
