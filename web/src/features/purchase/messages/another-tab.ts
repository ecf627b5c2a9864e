import type { Modals } from '#modals/define-modal.ts'
import type { Message } from '#messages/message.ts'

/** Shown while another tab of the same user orders. The source has no text for it: this one is ours (OP-90). */
export const anotherTabBuys: Modals['waiting']['given'] = {
  title: 'Покупка идёт в другой вкладке',
  text: 'Подождём, чем она закончится, чтобы не оплатить дважды',
  leave: 'Не ждать',
}

/** Shown when the other tab does not finish in time. */
export const anotherTabStillBuys: Message = {
  id: 'purchase-elsewhere',
  title: anotherTabBuys.title,
  text: 'Она ещё не закончилась. Завершите её там или закройте ту вкладку, а потом попробуйте снова',
  image: 'clock',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}
