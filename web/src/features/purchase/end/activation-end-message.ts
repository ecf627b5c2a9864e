import { outcomeOf } from '@paket/sdk'
import type { Message } from '#messages/message.ts'
import { withRetry } from '#features/purchase/messages/earlier-messages.ts'
import { codeOf, isUnclear } from './purchase-end.ts'
import { type EndMessage, purchaseEndMessage } from './purchase-end-message.ts'

/** Nothing is paid here: the message is about the subscription. */
const inDoubt: Message = {
  id: 'partner-activation-in-doubt',
  title: 'Ответ не пришёл',
  text: 'Подписка могла подключиться. Проверьте, подключается ли Пакет, или напишите в поддержку',
  image: 'clock',
  buttons: [
    { label: 'Проверить Пакет', action: 'check' },
    { label: 'Написать в поддержку', action: 'support' },
  ],
}

/**
 * The message for the end of a partner's activation (D-03). While it is unknown whether the subscription was activated, a lost answer or a 5XX among
 * others, the user checks before a second try. All other ends have the message for bundles.
 */
export const activationEndMessage: EndMessage = (end, visit) => {
  if (end.kind === 'inDoubt') return end.mayRetry ? withRetry(inDoubt) : inDoubt
  if (end.kind === 'refused' && outcomeOf(end.failure) === 'order-in-doubt') return inDoubt
  if (end.kind === 'statusUnread' || (end.kind === 'refused' && isUnclear(end.failure)))
    return { ...inDoubt, code: codeOf(end.failure) }
  if (end.kind === 'invalid' || end.kind === 'tooManyAttempts') return inDoubt
  return purchaseEndMessage(end, visit)
}
