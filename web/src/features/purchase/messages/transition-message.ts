import type { Transition } from '#domain/transition.ts'
import type { Message } from '#messages/message.ts'

const terms = { halfYear: 'полгода', year: 'год' } as const satisfies Record<Transition, string>

/** Asks a subscriber to confirm the change to another term (C-TRANSITION-01, C-TRANSITION-06, C-TRANSITION-07). */
export const transitionMessage = (to: Transition): Message => ({
  id: 'transition-question',
  title: `Перейти на оплату сервиса раз в ${terms[to]}?`,
  text: 'Новый срок начнётся, когда кончится оплаченный',
  image: 'clock',
  buttons: [
    { label: `Перейти на ${terms[to]}`, action: 'accept' },
    { label: 'Остаться', action: 'dismissed' },
  ],
})
