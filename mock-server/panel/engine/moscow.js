const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Formats an instant in Moscow time: `2026-12-01 09:00:00`. @param {string} iso */
export const moscowTime = (iso) => format.format(new Date(iso))
/** Formats an instant for a `datetime-local` field. @param {string} iso */
export const fieldValue = (iso) => moscowTime(iso).replace(' ', 'T')
/** Parses the value of a `datetime-local` field as Moscow time. @param {string} value */
export const instantOf = (value) => `${value.length === 16 ? `${value}:00` : value}+03:00`
