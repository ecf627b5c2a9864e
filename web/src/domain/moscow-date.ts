const dayMonth = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })
const dayMonthYear = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
})
const month = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'Europe/Moscow' })
const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Moscow' })

/** An instant as a Moscow day (OP-48): 2 декабря; with the year when it is not this one: 2 декабря 2027. */
export function moscowDay(date: Date, now: Date): string {
  if (year.format(date) === year.format(now)) return dayMonth.format(date)
  return dayMonthYear.format(date).replace(/\sг\./, '')
}
const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' })

/** An instant in Moscow: 14:05; with the day when it is not today: 14:05, 2 декабря. */
export function moscowMoment(date: Date, now: Date): string {
  const day = moscowDay(date, now)
  return day === moscowDay(now, now) ? time.format(date) : `${time.format(date)}, ${day}`
}

/** The Moscow month of an instant, as a title: Ноябрь; with the year when it is not this one: Октябрь 2025. */
export function moscowMonth(date: Date, now: Date): string {
  const name = month.format(date)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return year.format(date) === year.format(now) ? title : `${title} ${year.format(date)}`
}

/** A month of the calendar; January is 1. */
export interface Month {
  month: number
  year: number
}
const monthNumber = new Intl.DateTimeFormat('en', { month: 'numeric', timeZone: 'Europe/Moscow' })

/** The Moscow month that an instant is in. */
export const monthOf = (date: Date): Month => ({
  month: Number(monthNumber.format(date)),
  year: Number(year.format(date)),
})

/** An instant in the middle of a month, for titles. */
export const midOf = ({ month: number, year: of }: Month): Date => new Date(Date.UTC(of, number - 1, 15))
