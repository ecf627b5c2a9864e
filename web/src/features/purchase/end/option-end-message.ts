import type { Message } from '#messages/message.ts'
import { redirects } from '#messages/redirects.ts'
import { bundleMessages, endMessage } from './purchase-end-message.ts'

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

/** The message for the end of an option's purchase (C-MODAL-11, C-MODAL-12). */
export const optionEndMessage = endMessage({
  ...bundleMessages,
  purchased: (_, { fromFridge }) => ({
    id: 'option-purchased',
    title: 'Опция успешно оплачена',
    text: 'Подключаем её: обычно это занимает до 5 минут',
    image: 'success',
    buttons: [{ label: 'Перейти к опции', action: 'account' }, ...(fromFridge ? [redirects.fridge] : [])],
  }),
  inDoubt,
  brokenOrder: { ...inDoubt, title: 'Произошла ошибка', image: 'error' },
})
