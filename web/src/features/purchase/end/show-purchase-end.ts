import type { FlowPorts } from '#flow/ports.ts'
import { activationOf, isBundle, optionOf, type PurchaseIntent } from '#flow/purchase-intent.ts'
import type { FailureActions } from '#flow/show-failure.ts'
import type { MessageAction } from '#messages/message.ts'
import { activationEndMessage } from './activation-end-message.ts'
import { optionEndMessage } from './option-end-message.ts'
import type { PurchaseEnd } from './purchase-end.ts'
import { type EndMessage, purchaseEndMessage, type Visit } from './purchase-end-message.ts'

type Actions = FailureActions & { visit: Visit }

/** A message that is open. */
export interface OpenMessage {
  /** Resolves when the user has answered, or the message was open long enough to be read. */
  seen: () => Promise<unknown>
  /** Runs the action of the button that the user chooses; resolves with its name. */
  action: () => Promise<MessageAction>
}
/** Opens the message about how a purchase ended; null when nothing is shown. */
export function showPurchaseEnd(
  end: PurchaseEnd,
  io: Pick<FlowPorts, 'ask' | 'untilSeen'>,
  actions: Actions,
  messageFor: EndMessage = purchaseEndMessage,
): OpenMessage | null {
  const { earlier } = end
  const visit = visitOf(end, actions.visit)
  const option = earlier && optionOf(earlier.what)
  // An earlier purchase has the message of its own goods.
  const message = (earlier ? messagesOf(earlier) : messageFor)(end, visit)
  if (!message) return null
  const answer = io.ask('message', message)
  return {
    seen: () => Promise.race([answer, io.untilSeen()]),
    async action() {
      const action = await answer
      actions[action]?.({ ...visit, option })
      return action
    },
  }
}

function messagesOf({ what }: PurchaseIntent): EndMessage {
  if (activationOf(what) !== null) return activationEndMessage
  return optionOf(what) === null ? purchaseEndMessage : optionEndMessage
}

/** The visit to use in the message: an earlier purchase has its own promo action and partner. */
function visitOf({ earlier }: PurchaseEnd, visit: Visit): Visit {
  if (!earlier) return visit
  const { action = null, partner } = isBundle(earlier.what) ? earlier.what : {}
  return { fromFridge: visit.fromFridge, promo: action, ...(partner && { partner }) }
}
