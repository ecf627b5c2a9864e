import type { Transition } from '#domain/transition.ts'
import type { Message } from '#messages/message.ts'

const words = { halfYear: 'полгода', year: 'год' } as const satisfies Record<Transition, string>

/** Asks a holder whether to move to another term (C-TRANSITION-01, C-TRANSITION-06, C-TRANSITION-07). */
export const transitionMessage = (to: Transition): Message => ({
  id: 'transition-question',
  title: `Перейти на оплату сервиса раз в ${words[to]}?`,
  text: 'Новый срок начнётся, когда кончится оплаченный',
  image: 'clock',
  buttons: [
    { label: `Перейти на ${words[to]}`, action: 'accept' },
    { label: 'Остаться', action: 'dismissed' },
  ],
})
