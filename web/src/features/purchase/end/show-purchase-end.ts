import type { FlowPorts } from '#flow/ports.ts'
import { isBundle, optionOf } from '#flow/purchase-intent.ts'
import { type FailureActions, showMessage } from '#flow/show-failure.ts'
import type { MessageAction } from '#messages/message.ts'
import { optionEndMessage } from './option-end-message.ts'
import type { PurchaseEnd } from './purchase-end.ts'
import { type EndMessage, purchaseEndMessage, type Visit } from './purchase-end-message.ts'

type Actions = FailureActions & { visit: Visit }

/** Shows how a purchase ended, and runs the action of the chosen button; null when nothing was shown. */
export async function showPurchaseEnd(
  end: PurchaseEnd,
  io: Pick<FlowPorts, 'ask'>,
  actions: Actions,
  messageFor: EndMessage = purchaseEndMessage,
): Promise<MessageAction | null> {
  const { earlier } = end
  const visit = visitOf(end, actions.visit)
  const option = earlier && optionOf(earlier.what)
  // An earlier purchase has the message of its own goods.
  const message = (earlier ? (option === null ? purchaseEndMessage : optionEndMessage) : messageFor)(end, visit)
  return message && showMessage(message, io, actions, { ...visit, option })
}

/** The visit to use in the message: an earlier purchase has its own promo action and partner. */
function visitOf({ earlier }: PurchaseEnd, visit: Visit): Visit {
  if (!earlier) return visit
  const { action = null, partner } = isBundle(earlier.what) ? earlier.what : {}
  return { fromFridge: visit.fromFridge, promo: action, ...(partner && { partner }) }
}
