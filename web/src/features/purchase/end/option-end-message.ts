import { outcomeOf } from '@paket/sdk'
import type { Message } from '#messages/message.ts'
import { redirects } from '#messages/redirects.ts'
import { codeOf } from './purchase-end.ts'
import { triedAgain } from '#features/purchase/messages/earlier-messages.ts'
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

/** What is shown of how the purchase of an option ended (C-MODAL-11, C-MODAL-12); what has no words of its own has those of a bundle. */
export const optionEndMessage: EndMessage = (end, visit) => {
  if (end.kind === 'purchased') return paid(visit)
  if (end.kind === 'inDoubt') return end.mayRetry ? triedAgain(inDoubt) : inDoubt
  if (end.kind === 'refused' && outcomeOf(end.failure) === 'order-in-doubt') return inDoubt
  if (end.kind === 'statusUnread') return { ...brokenOrder, code: codeOf(end) }
  if (end.kind === 'invalid' || end.kind === 'tooManyAttempts') return brokenOrder
  return purchaseEndMessage(end, visit)
}
