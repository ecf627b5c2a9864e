import { dateText } from './shown.ts'

/**
 * nginx and Apache: `[20/Nov/2026:10:00:00 +0000] "POST /a HTTP/1.1" 200`.
 * Envoy: `[2026-11-20T10:00:00.000Z] "POST /a HTTP/1.1" 200`.
 */
const line = /\[([^[\]]{10,40})\] "([A-Z]{3,10}) (\S{1,8000}) HTTP\/[\d.]{1,3}" (\d{3})(?:\s|$)/
export const isAccessLine = (text: string): boolean => line.test(text)

/**
 * Returns a line of an access log in the form of a line of NDJSON, without bodies and headers; null when it is another
 * line.
 */
export function accessLine(text: string): object | null {
  const [, time = '', method, url, status] = line.exec(text) ?? []
  return method === undefined ? null : { method, url, status: Number(status), time: timeOf(time) }
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
function timeOf(text: string): string | null {
  const [, day, month = '', year, clock, zone] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? []
  if (day === undefined) return text
  const number = String(months.indexOf(month) + 1).padStart(2, '0')
  return dateText(new Date(`${year}-${number}-${day}T${clock}${zone!.slice(0, 3)}:${zone!.slice(3)}`))
}
