/** Moscow's offset from UTC has not changed since 2014. Formatted by hand, because the first Intl formatter blocks a slow phone for 0.1 s. */
const OFFSET_MS = 3 * 3_600_000
const genitiveMonths = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const months = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ')

/** A date whose UTC fields show Moscow's time. Throws a RangeError for an invalid date. */
function inMoscow(date: Date): Date {
  if (Number.isNaN(date.getTime())) throw new RangeError('no date')
  return new Date(date.getTime() + OFFSET_MS)
}
const yearOf = (date: Date) => inMoscow(date).getUTCFullYear()

/** The Moscow day of an instant (OP-48): 2 декабря; with the year when it is not the current one: 2 декабря 2027. */
export function moscowDay(date: Date, now: Date): string {
  const day = inMoscow(date)
  const text = `${day.getUTCDate()}\u00a0${genitiveMonths[day.getUTCMonth()]}`
  return yearOf(date) === yearOf(now) ? text : `${text} ${yearOf(date)}`
}

/** The Moscow time of an instant: 14:05; with the day when it is not today: 14:05, 2 декабря. */
export function moscowTime(date: Date, now: Date): string {
  const time = inMoscow(date).toISOString().slice(11, 16)
  const day = moscowDay(date, now)
  return day === moscowDay(now, now) ? time : `${time}, ${day}`
}

/** The Moscow month of an instant, as a title: Ноябрь; with the year when it is not the current one: Октябрь 2025. */
export function moscowMonth(date: Date, now: Date): string {
  const title = months[inMoscow(date).getUTCMonth()] ?? ''
  return yearOf(date) === yearOf(now) ? title : `${title} ${yearOf(date)}`
}

/** A month of a year; January is 1. */
export interface Month {
  month: number
  year: number
}

/** The Moscow month that an instant is in. */
export const monthOf = (date: Date): Month => ({ month: inMoscow(date).getUTCMonth() + 1, year: yearOf(date) })

/** Months counted from year 0, for comparisons and differences. */
export const monthNumber = ({ month, year }: Month): number => year * 12 + month - 1

/** An instant in the middle of a month, in every time zone. */
export const midOfMonth = ({ month, year }: Month): Date => new Date(Date.UTC(year, month - 1, 15))
