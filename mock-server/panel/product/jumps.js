import { button } from '../engine/dom.js'
import { moscowTime } from '../engine/moscow.js'
import { act, callMock, userPath } from '../engine/page.js'

const DAY_MS = 86_400_000
/** How far to jump past an instant, in milliseconds, so that everything due at it is applied. */
const AFTER_MS = 1000

/** @type {(text: string, atMs: number, key: string) => HTMLButtonElement} */
const jumpButton = (text, atMs, key) =>
  button(
    text,
    async () => {
      // Reads the clock again, because it has advanced since the button was shown.
      const { now } = await callMock('GET', userPath('/clock'))
      const seconds = Math.max(0, Math.ceil((atMs - Date.parse(now)) / 1000))
      await act(`The clock of this user shows ${moscowTime(new Date(atMs).toISOString())}`, () =>
        callMock('PUT', userPath('/clock'), { advance: `PT${seconds}S` }),
      )
    },
    { 'data-key': key },
  )

/** Shortens the id of an order. @param {string} what */
const shortened = (what) => what.replace(/^(order \w{8})[\w-]+/, '$1')

/**
 * Buttons that jump to the day before the paid time ends, and to the next scheduled change.
 * @param {import('../engine/page.js').User} user
 * @param {string} now
 */
export function jumpButtons({ endsAt, next }, now) {
  const at = Date.parse(now)
  const beforeEnd = typeof endsAt === 'string' ? Date.parse(endsAt) - DAY_MS : 0
  const due = /** @type {{ at: string; what: string } | null} */ (next)
  return [
    beforeEnd > at &&
      jumpButton(
        `Jump to the day before ${moscowTime(String(endsAt)).slice(0, 10)}, the end of the paid period`,
        beforeEnd,
        'jump',
      ),
    due !== null &&
      Date.parse(due.at) > at &&
      jumpButton(
        `Jump to ${moscowTime(due.at).slice(0, 16)}, ${shortened(due.what)}`,
        Date.parse(due.at) + AFTER_MS,
        'jump next',
      ),
  ]
}
