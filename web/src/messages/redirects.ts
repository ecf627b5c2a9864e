import type { Message } from './message.ts'

/** The button that leads away from the end of a flow: the fridge's for a visit that came from there (C-LAYOUT-08, C-LAYOUT-11). */
export const redirects = {
  account: { label: 'Перейти в личный кабинет', action: 'account' },
  fridge: { label: 'Вернуться в холодильник выгоды', action: 'fridge' },
} as const satisfies Record<string, Message['buttons'][number]>
