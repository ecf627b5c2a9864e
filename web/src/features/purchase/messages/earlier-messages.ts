import type { Message } from '#messages/message.ts'
import type { Finish } from '#features/purchase/end/purchase-end.ts'

const support = { label: 'Написать в поддержку', action: 'support' } as const
const check = { label: 'Проверить Пакет', action: 'check' } as const
const giveUp = { label: 'Отказаться от заказа', action: 'giveUp' } as const

const openOrders = {
  bank: {
    title: 'Заказ ждёт оплаты',
    text: 'Вы начали его оформлять, но не оплатили. Завершите оплату или откажитесь от него, чтобы оформить другой',
    image: 'card',
    finish: 'Завершить оплату',
  },
  points: {
    title: 'Заказ ждёт оплаты',
    text: 'Вы начали его оформлять, но баллы ещё не списаны. Спишите их или откажитесь от заказа, чтобы оформить другой',
    image: 'clock',
    finish: 'Списать баллы',
  },
  looking: {
    title: 'Заказ ещё обрабатывается',
    text: 'Мы не узнали, чем закончилась его оплата: она ещё может пройти. Проверьте ещё раз или откажитесь от заказа, чтобы оформить другой',
    image: 'clock',
    finish: 'Проверить ещё раз',
  },
} as const satisfies Record<Finish['by'], { title: string; text: string; image: Message['image']; finish: string }>

// The source has no texts for earlier orders: all of them are ours.

/** Asks whether to finish an open order or to give it up (OP-91). */
export function openOrder(by: Finish['by']): Message {
  const { finish, ...texts } = openOrders[by]
  return { id: 'order-open', form: 'dialog', ...texts, buttons: [{ label: finish, action: 'finish' }, giveUp] }
}

/** Another tab or device has paid for an order since the purchase started here (OP-92). */
export const boughtMeanwhile: Message = {
  id: 'bought-meanwhile',
  title: 'Другой заказ уже оплачен',
  text: 'Его оплатили в другой вкладке или на другом устройстве, пока вы выбирали. Здесь мы ничего не заказали и не списали',
  image: 'success',
  buttons: [check, support],
}

/** An order in a link that is not the last one created in this browser (OP-93). */
export const notKnown: Message = {
  id: 'order-not-known',
  title: 'Мы не знаем этот заказ',
  text: 'Его оформили не в этом браузере, больше суток назад или заменили другим. Подключён ли Пакет, видно в личном кабинете',
  image: 'clock',
  form: 'dialog',
  buttons: [{ label: 'Перейти в личный кабинет', action: 'account' }, support],
}

/** Adds a retry to the message about an order in doubt, after the order was searched for and not found (OP-94). */
export const withRetry = (message: Message): Message => ({
  ...message,
  buttons: [...message.buttons, { label: 'Попробовать ещё раз', action: 'retry' }],
})
