import { moscowDay } from './moscow-date.ts'

/** The last day of the paid period, which is the day of the next charge; null when it is unknown or has passed. */
export const lastPaidDay = ({ endDate }: { endDate: Date | null }, now: Date): string | null =>
  endDate && endDate > now ? moscowDay(endDate, now) : null
