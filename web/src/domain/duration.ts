import { plural } from './plural.ts'

const DAYS_PER_MONTH = 31

/** A duration as text: in days when under 31, otherwise in months, rounded down (C-CONST-03, C-CONST-04). */
export function durationLabel(days: number): string {
  if (days < DAYS_PER_MONTH) return `${days}\u00a0${plural(days, ['день', 'дня', 'дней'])}`
  const months = Math.floor(days / DAYS_PER_MONTH)
  return `${months}\u00a0${plural(months, ['месяц', 'месяца', 'месяцев'])}`
}
