import { durationLabel } from './duration.ts'
import { rubles } from './money.ts'
import { moscowDay } from './moscow-date.ts'

/** Where an option is. */
export interface OptionState {
  status: string
  priceKopecks: number
  durationDays: number
  endDate: Date | null
  isRenewal: boolean
  autopaymentsEnabled: boolean
}
export interface OptionBadge {
  tone: 'green' | 'orange' | 'neutral'
  text: string
}

/** When an option ends or goes on; null when that is not known, or has passed though it is still in use: that day is no one's news. */
export const optionEnd = ({ endDate }: Pick<OptionState, 'endDate'>, now: Date): Date | null =>
  endDate && endDate > now ? endDate : null

/** The badge of an option: being connected, its price, in use, or until when (options §2, OO-17). */
export function optionBadge(option: OptionState, now: Date): OptionBadge {
  const { status, priceKopecks, durationDays, endDate, isRenewal, autopaymentsEnabled } = option
  if (status === 'new') return { tone: 'orange', text: 'Подключается' }
  if (status !== 'active') return { tone: 'neutral', text: `${rubles(priceKopecks)}/${durationLabel(durationDays)}` }
  if ((isRenewal && autopaymentsEnabled) || !endDate) return { tone: 'green', text: 'Активна' }
  return { tone: 'orange', text: `до ${moscowDay(endDate, now)}` }
}

/** How an option goes on by itself; our own words (OO-15). */
export const optionRenewalRules = (durationDays: number): string[] => [
  `В конце срока оплата спишется с привязанной карты, и опция продлится ещё на ${durationLabel(durationDays)}`,
  'Отключить продление можно в любой момент: опция проработает до конца оплаченного срока',
  'Без привязанной карты опция закончится в свой последний день',
]
