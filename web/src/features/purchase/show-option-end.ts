import { outcomeOf } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import type { Message } from '#modals/catalogue.ts'
import { redirects } from '#modals/redirects.ts'
import type { PurchaseEnd } from './purchase-end.ts'
import { type NextStep, showPurchaseEnd, type Visit } from './show-purchase-end.ts'

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

/** Tells how the purchase of an option ended (C-MODAL-11, C-MODAL-12); answers what follows. */
export async function showOptionEnd(end: PurchaseEnd, io: FlowPorts, visit: Visit): Promise<NextStep> {
  if (end.kind !== 'purchased' && !isInDoubt(end)) return showPurchaseEnd(end, io, visit)
  const answer = await io.ask('message', end.kind === 'purchased' ? paid(visit) : inDoubt)
  if (answer === 'support' || answer === 'fridge') return answer
  return answer === 'account' || answer === 'check' ? 'account' : 'done'
}

/** Whether the option may have been paid. */
function isInDoubt(end: PurchaseEnd): boolean {
  if (end.kind === 'refused') return outcomeOf(end.failure) === 'order-in-doubt'
  return ['inDoubt', 'statusUnread', 'invalid', 'tooManyAttempts'].includes(end.kind)
}
