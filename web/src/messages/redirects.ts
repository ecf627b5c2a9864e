import type { Message } from './message.ts'

/** The button after a flow's end: to the account, or back to the fridge campaign for a visit that came from there (C-LAYOUT-08, C-LAYOUT-11). */
export const redirects = {
  account: { label: 'Перейти в личный кабинет', action: 'account' },
  fridge: { label: 'Вернуться в холодильник выгоды', action: 'fridge' },
} as const satisfies Record<string, Message['buttons'][number]>
