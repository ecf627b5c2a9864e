import type { Modals } from '#modals/define-modal.ts'
import type { Message } from '#messages/message.ts'

/** Said while another tab of the same user orders; our own words (OP-90). */
export const anotherTabBuys: Modals['waiting']['given'] = {
  title: 'Покупка идёт в\u00a0другой вкладке',
  text: 'Подождём, чем она закончится, чтобы не оплатить дважды',
  leave: 'Не ждать',
}

/** Said when that comes to no end. */
export const anotherTabStillBuys: Message = {
  id: 'purchase-elsewhere',
  title: anotherTabBuys.title,
  text: 'Она ещё не закончилась. Завершите её там или закройте ту вкладку, а потом попробуйте снова',
  image: 'clock',
  buttons: [{ label: 'Понятно', action: 'dismissed' }],
}
