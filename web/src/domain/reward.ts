import { rubles } from './money.ts'
import { moscowDay } from './moscow-date.ts'
import { plural, type PluralForms } from './plural.ts'

/** What comes with a purchase by promocode besides the subscription (options §3). */
export interface Reward {
  type: 'manual' | 'auto_add_scores' | 'auto_with_receipt'
  amount: number
  of: 'points' | 'stickers'
  expireAt: Date | null
  receiptKopecks: number | null
}
const NO_BREAK = '\u00a0'
const whole = new Intl.NumberFormat('ru-RU')
const nouns: Record<Reward['of'], PluralForms> = {
  points: ['балл', 'балла', 'баллов'],
  stickers: ['наклейку', 'наклейки', 'наклеек'],
}
/** When it comes; `receipt` is what it may come for. */
const times: Record<Reward['type'], (receipt: string) => string> = {
  manual: () => 'вручную',
  auto_add_scores: () => 'после активации',
  auto_with_receipt: (receipt) => `после ${receipt}`,
}
const verbs = { points: 'начислим', stickers: 'выдадим' }

/** Whether there are words for it: the server may send a kind that no one knows yet. */
export const isKnownReward = ({ type, of }: { type: string; of: string }): boolean =>
  Object.hasOwn(times, type) && Object.hasOwn(nouns, of)

/** 3 000 баллов начислим после активации, действуют до 31 декабря: how much, when, until when (OO-27). */
export function rewardText({ type, amount, of, expireAt, receiptKopecks }: Reward, now: Date): string {
  const what = `${whole.format(amount)}${NO_BREAK}${plural(amount, nouns[of])} ${verbs[of]}`
  const receipt = receiptKopecks === null ? 'покупки' : `чека от ${rubles(receiptKopecks)}`
  const until = expireAt ? `, действуют до ${moscowDay(expireAt, now)}` : ''
  return `${what} ${times[type](receipt)}${until}`
}
