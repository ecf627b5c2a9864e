import type { FlowPorts } from '#flow/ports.ts'
import { isBundle, optionOf } from '#flow/purchase-intent.ts'
import { type FailureActions, showMessage } from '#flow/show-failure.ts'
import type { MessageAction } from '#messages/message.ts'
import { optionEndMessage } from './option-end-message.ts'
import type { PurchaseEnd } from './purchase-end.ts'
import { type EndMessage, purchaseEndMessage, type Visit } from './purchase-end-message.ts'

/** Where the buttons lead, and what the visit came with. */
type Leading = FailureActions & { visit: Visit }

/** Shows how a purchase ended, and does what its button says; null when nothing was shown. */
export async function showPurchaseEnd(
  end: PurchaseEnd,
  io: Pick<FlowPorts, 'ask'>,
  leading: Leading,
  messageFor: EndMessage = purchaseEndMessage,
): Promise<MessageAction | null> {
  const { earlier } = end
  const visit = visitOf(end, leading.visit)
  const option = earlier && optionOf(earlier.what)
  // What was begun before has the words of what it was, whatever is bought now.
  const message = (earlier ? (option === null ? purchaseEndMessage : optionEndMessage) : messageFor)(end, visit)
  return message && showMessage(message, io, leading, { ...visit, option })
}

/** A gift and a partner's page belong to what was bought for them. */
function visitOf({ earlier }: PurchaseEnd, visit: Visit): Visit {
  if (!earlier) return visit
  const { action = null, partner } = isBundle(earlier.what) ? earlier.what : {}
  return { fromFridge: visit.fromFridge, promo: action, ...(partner && { partner }) }
}
