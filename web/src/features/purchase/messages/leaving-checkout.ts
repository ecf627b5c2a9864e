import type { Message } from '#messages/message.ts'

/** Asks for confirmation when the checkout is closed after a choice (O-MODAL-16). The source has no text for it: this one is ours (OO-63). */
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
