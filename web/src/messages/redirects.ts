import type { Message } from './message.ts'

/** The button that leads away from the end of a flow: the one of the fridge is for who came from there (C-LAYOUT-08, C-LAYOUT-11). */
export const redirects = {
  account: { answer: 'account', label: 'Перейти в личный кабинет' },
  fridge: { answer: 'fridge', label: 'Вернуться в холодильник выгоды' },
} as const satisfies Record<string, Message['buttons'][number]>
