import { outcomeOf } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { Message } from '#messages/message.ts'
import { redirects } from '#messages/redirects.ts'
import { codeOf, type PurchaseEnd } from './purchase-end.ts'
import { triedAgain } from '#features/purchase/messages/earlier-messages.ts'
import { nextAfter, type NextStep, showPurchaseEnd, type Visit } from './purchase-end-message.ts'

const paid = ({ fromFridge }: Visit): Message => ({
  id: 'option-purchased',
  title: 'Опция успешно оплачена',
  text: 'Подключаем её: обычно это занимает до 5 минут',
  image: 'success',
  buttons: [{ answer: 'account', label: 'Перейти к опции' }, ...(fromFridge ? [redirects.fridge] : [])],
})
const inDoubt: Message = {
  id: 'option-in-doubt',
  title: 'Ответ не пришёл',
  text: 'Мы не узнали, чем закончилась оплата. Не платите второй раз: проверьте, подключается ли опция, или напишите в поддержку',
  image: 'clock',
  buttons: [
    { answer: 'check', label: 'Проверить опцию' },
    { answer: 'support', label: 'Написать в поддержку' },
  ],
}
const brokenOrder: Message = { ...inDoubt, title: 'Произошла ошибка', image: 'error' }

/** Tells how the purchase of an option ended (C-MODAL-11, C-MODAL-12); answers what follows. */
export async function showOptionEnd(end: PurchaseEnd, io: FlowPorts, visit: Visit): Promise<NextStep> {
  const message = ownMessage(end, visit)
  if (!message) return showPurchaseEnd(end, io, visit)
  const answer = await io.ask('message', message)
  return nextAfter(answer)
}

/** What is told in other words than of a bundle. */
function ownMessage(end: PurchaseEnd, visit: Visit): Message | null {
  switch (end.kind) {
    case 'purchased':
      return paid(visit)
    case 'inDoubt':
      return end.mayRetry ? triedAgain(inDoubt) : inDoubt
    case 'refused':
      return outcomeOf(end.failure) === 'order-in-doubt' ? inDoubt : null
    case 'statusUnread':
      return { ...brokenOrder, code: codeOf(end) }
    case 'invalid':
    case 'tooManyAttempts':
      return brokenOrder
    case 'dismissed':
    case 'nothing':
    case 'toBank':
    case 'open':
    case 'notKnown':
    case 'boughtMeanwhile':
    case 'elsewhere':
    case 'returnedFromPayment':
    case 'blocked':
    case 'cardsUnread':
    case 'declined':
    case 'pointsRefused':
    case 'pointsDeclined':
      return null
  }
}
