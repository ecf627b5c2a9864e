const pattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?) ?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/

/** Parses the four date formats of the contract. Throws a RangeError that quotes any other text. */
// Source: OP-48.
export function parseDate(text: string): Date {
  const [, day = '', time, hours, minutes = '00'] = pattern.exec(text) ?? []
  const date = new Date(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  // Some engines roll the 30th of February over to the 2nd of March.
  const isDay = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2))
  if (!isDay || Number.isNaN(date.getTime()))
    throw new RangeError(`not a date of the contract: ${JSON.stringify(text)}`)
  return date
}

/** Like `parseDate`; returns null for null. */
export const parseNullableDate = (text: string | null): Date | null => (text === null ? null : parseDate(text))
