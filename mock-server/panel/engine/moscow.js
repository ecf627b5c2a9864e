const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Moscow',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** An instant as the product speaks of it: `2026-12-01 09:00:00`, in Moscow. @param {string} iso */
export const moscowTime = (iso) => format.format(new Date(iso))
/** What a date field takes. @param {string} iso */
export const fieldValue = (iso) => moscowTime(iso).replace(' ', 'T')
/** What was typed into a date field, as an instant of Moscow. @param {string} value */
export const instantOf = (value) => `${value.length === 16 ? `${value}:00` : value}+03:00`
