import { durationLabel } from './duration.ts'
import { rubles } from './money.ts'
import { moscowDay } from './moscow-date.ts'

/** The fields of an option that decide its badge. */
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

/** When an option ends or is renewed. Null when the day is unknown, or has passed although the option is still active: an outdated day is not shown. */
export const optionEnd = ({ endDate }: Pick<OptionState, 'endDate'>, now: Date): Date | null =>
  endDate && endDate > now ? endDate : null

/** The badge of an option: being connected, its price, active, or active until a day (options §2, OO-17). */
export function optionBadge(option: OptionState, now: Date): OptionBadge {
  const { status, priceKopecks, durationDays, endDate, isRenewal, autopaymentsEnabled } = option
  if (status === 'new') return { tone: 'orange', text: 'Подключается' }
  if (status !== 'active') return { tone: 'neutral', text: `${rubles(priceKopecks)}/${durationLabel(durationDays)}` }
  if ((isRenewal && autopaymentsEnabled) || !endDate) return { tone: 'green', text: 'Активна' }
  return { tone: 'orange', text: `до ${moscowDay(endDate, now)}` }
}

/** How an option is renewed automatically. The source has no text for it: this one is ours (OO-15). */
export const optionRenewalRules = (durationDays: number): string[] => [
  `В конце срока оплата спишется с привязанной карты, и опция продлится ещё на ${durationLabel(durationDays)}`,
  'Отключить продление можно в любой момент: опция проработает до конца оплаченного срока',
  'Без привязанной карты опция закончится в свой последний день',
]
