import { grouped, rubles } from './money.ts'
import { moscowDay } from './moscow-date.ts'
import { plural, type PluralForms } from './plural.ts'

/** What a purchase with a promocode gives in addition to the subscription (options §3). */
export interface Reward {
  type: 'manual' | 'auto_add_scores' | 'auto_with_receipt'
  amount: number
  of: 'points' | 'stickers'
  expireAt: Date | null
  receiptKopecks: number | null
}
const NO_BREAK = '\u00a0'
const nouns: Record<Reward['of'], PluralForms> = {
  points: ['балл', 'балла', 'баллов'],
  stickers: ['наклейку', 'наклейки', 'наклеек'],
}
/** When a reward is given; `receipt` describes the store purchase that may be required first. */
const times: Record<Reward['type'], (receipt: string) => string> = {
  manual: () => 'вручную',
  auto_add_scores: () => 'после активации',
  auto_with_receipt: (receipt) => `после ${receipt}`,
}
const verbs = { points: 'начислим', stickers: 'выдадим' }

/** Whether this release has a text for a reward: the server may send a kind that it does not know yet. */
export const isKnownReward = ({ type, of }: { type: string; of: string }): boolean =>
  Object.hasOwn(times, type) && Object.hasOwn(nouns, of)

/** A reward as text (OO-27), for example: 3 000 баллов начислим после активации, действуют до 31 декабря. */
export function rewardText({ type, amount, of, expireAt, receiptKopecks }: Reward, now: Date): string {
  const what = `${grouped(amount)}${NO_BREAK}${plural(amount, nouns[of])} ${verbs[of]}`
  const receipt = receiptKopecks === null ? 'покупки' : `чека от ${rubles(receiptKopecks)}`
  const until = expireAt ? `, действуют до ${moscowDay(expireAt, now)}` : ''
  return `${what} ${times[type](receipt)}${until}`
}
