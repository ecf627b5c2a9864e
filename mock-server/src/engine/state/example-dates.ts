const DAY_MS = 86_400_000
/** Moscow has had no other offset since 2014. */
const MOSCOW_MS = 3 * 3_600_000
/** The day at the beginning of an instant, in any of the forms that backends write; or a day alone. */
const day = /^\d{4}-\d\d-\d\d(?=$|[T ]\d\d:\d\d)/
/** The last month of a bank card. */
const monthOfYear = /^(0[1-9]|1[0-2])\/(\d\d)$/

/** The start of a user's scenario, and the day on which its examples were written. */
interface DatedUser {
  scenario: { examplesAsOf?: number }
  startedAt: number
}
/** How far the examples are moved. */
interface Shift {
  days: number
  months: number
}
const daysOf = (ms: number) => Math.floor((ms + MOSCOW_MS) / DAY_MS)
function monthsOf(ms: number): number {
  const date = new Date(ms + MOSCOW_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/**
 * Moves the dates of an example from the day on which the examples were written to the start of a user's scenario: instants and days by
 * whole days, a card's last month (`MM/YY`) and periods (`{ month, year }`) by whole months. Without such a day nothing is moved.
 */
export function movedDates(example: unknown, { scenario: { examplesAsOf }, startedAt }: DatedUser): unknown {
  if (examplesAsOf === undefined) return example
  return moved(example, {
    days: daysOf(startedAt) - daysOf(examplesAsOf),
    months: monthsOf(startedAt) - monthsOf(examplesAsOf),
  })
}

function moved(value: unknown, shift: Shift): unknown {
  if (typeof value === 'string') return movedText(value, shift)
  if (Array.isArray(value)) return value.map((item) => moved(item, shift))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, moved(item, shift)] as const)
  const { month, year } = value as { month?: unknown; year?: unknown }
  if (Number.isInteger(month) && Number.isInteger(year)) {
    const at = Number(year) * 12 + Number(month) - 1 + shift.months
    return { ...Object.fromEntries(entries), month: (at % 12) + 1, year: Math.floor(at / 12) }
  }
  return Object.fromEntries(entries)
}

function movedText(text: string, { days, months }: Shift): string {
  const [, month, year] = monthOfYear.exec(text) ?? []
  if (month !== undefined) {
    const at = Number(year) * 12 + Number(month) - 1 + months
    return `${String((at % 12) + 1).padStart(2, '0')}/${String(Math.floor(at / 12) % 100).padStart(2, '0')}`
  }
  return text.replace(day, (written) => {
    const at = Date.parse(written)
    return Number.isNaN(at) ? written : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
  })
}
