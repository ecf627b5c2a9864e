import { outcomeOf } from '@paket/sdk'
import type { Message } from '#messages/message.ts'
import { redirects } from '#messages/redirects.ts'
import { codeOf, isUnclear } from './purchase-end.ts'
import { withRetry } from '#features/purchase/messages/earlier-messages.ts'
import { type EndMessage, purchaseEndMessage, type Visit } from './purchase-end-message.ts'

const paid = ({ fromFridge }: Visit): Message => ({
  id: 'option-purchased',
  title: 'Опция успешно оплачена',
  text: 'Подключаем её: обычно это занимает до 5 минут',
  image: 'success',
  buttons: [{ label: 'Перейти к опции', action: 'account' }, ...(fromFridge ? [redirects.fridge] : [])],
})
const inDoubt: Message = {
  id: 'option-in-doubt',
  title: 'Ответ не пришёл',
  text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли опция, или напишите в поддержку',
  image: 'clock',
  buttons: [
    { label: 'Проверить опцию', action: 'check' },
    { label: 'Написать в поддержку', action: 'support' },
  ],
}
const brokenOrder: Message = { ...inDoubt, title: 'Произошла ошибка', image: 'error' }

/** The message for the end of an option's purchase (C-MODAL-11, C-MODAL-12). Ends without a message for options have the message for bundles. */
export const optionEndMessage: EndMessage = (end, visit) => {
  if (end.kind === 'purchased') return paid(visit)
  if (end.kind === 'inDoubt') return end.mayRetry ? withRetry(inDoubt) : inDoubt
  if (end.kind === 'refused' && outcomeOf(end.failure) === 'order-in-doubt') return inDoubt
  if (end.kind === 'statusUnread' || (end.kind === 'refused' && isUnclear(end.failure)))
    return { ...brokenOrder, code: codeOf(end.failure) }
  if (end.kind === 'invalid' || end.kind === 'tooManyAttempts') return brokenOrder
  return purchaseEndMessage(end, visit)
}
