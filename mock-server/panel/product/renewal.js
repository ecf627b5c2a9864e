import { button } from '../engine/dom.js'
import { act, ask, userPath } from '../engine/page.js'

const DAY_MS = 86_400_000

/** @param {string} endsAt */
async function jumpBefore(endsAt) {
  const { now } = await ask('GET', userPath('/clock'))
  const seconds = Math.round((Date.parse(endsAt) - DAY_MS - Date.parse(now)) / 1000)
  const advance = `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds)}S`
  await act('It is the day before the renewal', () => ask('PUT', userPath('/clock'), { advance }))
}

/** A jump to the day before what is paid for ends. @param {import('../engine/page.js').User} user */
export function renewalJump({ endsAt }) {
  if (typeof endsAt !== 'string') return []
  const text = `Jump to the day before ${endsAt.slice(0, 10)}, the renewal`
  return [button(text, () => jumpBefore(endsAt), { class: 'quiet', 'data-key': 'jump' })]
}
