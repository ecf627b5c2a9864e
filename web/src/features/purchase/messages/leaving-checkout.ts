import type { Message } from '#messages/message.ts'

/** Asks who closes the checkout after a choice whether to leave (O-MODAL-16); our own words (OO-63). */
export const leavingCheckout: Message = {
  id: 'leaving-checkout',
  title: 'Уйти без покупки?',
  text: 'Пакет ещё не оплачен. Ваш выбор сохранится, если останетесь',
  form: 'dialog',
  image: 'clock',
  buttons: [
    { label: 'Остаться', action: 'accept' },
    { label: 'Уйти', action: 'dismissed' },
  ],
}
