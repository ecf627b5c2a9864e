import type { Message } from '#messages/message.ts'
import { bundleMessages, endMessage } from './purchase-end-message.ts'

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
/** By the number that the partner does not know, or by the card that its bank has declined. */
export const activationDeclined: Message = {
  ...bundleMessages.declined,
  id: 'partner-activation-failed',
  title: 'Не удалось активировать',
  text: 'Деньги не списаны. Войдите по номеру, на который подключена подписка партнёра, или проверьте карту',
}

/**
 * The message for the end of a partner's activation. While it is unknown whether the subscription was activated, a lost answer or a 5XX among
 * others, the user checks before a second try.
 */
export const activationEndMessage = endMessage({
  ...bundleMessages,
  declined: activationDeclined,
  inDoubt,
  brokenOrder: inDoubt,
})
