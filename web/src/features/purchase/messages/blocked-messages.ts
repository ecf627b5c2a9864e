import { type Sum, sumText } from '#domain/sum.ts'
import type { Message } from '#messages/message.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import type { BlockedBy } from '#features/purchase/end/purchase-end.ts'

const plain = (outcome: 'partner-subscription' | 'employee' | 'already-connecting'): Message | null =>
  messageOf({ outcome })

/** Why a signed-in user cannot buy (OP-67). The messages are those of the server's codes where there is one. */
export const blockedMessages = {
  partner: plain('partner-subscription'),
  employee: plain('employee'),
  connecting: plain('already-connecting'),
  'family-member': {
    id: 'family-member',
    title: 'Вы в Семье, платить не нужно',
    text: 'Пакет оплачивает организатор, преимущества уже работают',
    image: 'success',
    buttons: [{ label: 'Понятно', action: 'dismissed' }],
  },
  alreadyHas: {
    id: 'already-has',
    title: 'У вас подключен сервис Пакет',
    text: 'Он уже оплачен, покупать второй не нужно. Если оплатили дважды, напишите в поддержку: вернём деньги',
    image: 'success',
    buttons: [
      { label: 'Понятно', action: 'dismissed' },
      { label: 'Написать в поддержку', action: 'support' },
    ],
  },
  hasOption: {
    id: 'has-option',
    title: 'Опция уже подключена',
    text: 'Второй раз мы её не заказали. Если оплатили дважды, напишите в поддержку: вернём деньги',
    image: 'success',
    buttons: [
      { label: 'Понятно', action: 'dismissed' },
      { label: 'Написать в поддержку', action: 'support' },
    ],
  },
  newMainCard: {
    id: 'new-main-card',
    title: 'Основная карта изменилась',
    text: 'Деньги не списаны. Выберите ещё раз, чем оплатить',
    image: 'card',
    buttons: [
      { label: 'Выбрать карту', action: 'retry' },
      { label: 'Не сейчас', action: 'dismissed' },
    ],
  },
} as const satisfies Record<BlockedBy, Message | null>

/** The pressed button has shown another sum than `sum`, which is the one of now. The source has no text for it: this one is ours (OP-114). */
export const newPrice = (sum: Sum): Message => ({
  id: 'new-price',
  title: 'Цена изменилась',
  text: `Теперь ${sumText(sum)}. Мы ничего не заказали и не списали`,
  image: 'clock',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
})
