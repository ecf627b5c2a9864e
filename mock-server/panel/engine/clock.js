import { button, el, field, section } from './dom.js'
import { fieldValue, instantOf, moscowTime } from './moscow.js'
import { act, callMock, state, userPath } from './page.js'

/** @typedef {{ now: string; stopped: boolean }} Time */

const jumps = [
  ['+15 s', 'PT15S'],
  ['+20 min', 'PT20M'],
  ['+1 day', 'P1D'],
  ['+31 days', 'P31D'],
]

/** The dates that the mock's clock can have. */
const dateRange = { min: '1970-01-02T00:00', max: '9998-12-30T00:00' }

/**
 * A clock with buttons to jump and to stop at a date.
 * @param {{ title: string; whose: () => string; path: () => string; follow: string; follows: string; more?: import('./dom.js').Child[] }} of
 * @returns {import('./page.js').Part}
 */
function clockPart({ title, whose, path, follow, follows, more = [] }) {
  const now = el('p', { class: 'mono' })
  let isStopped = false
  /** What the date field got from the clock; another value is the tester's own. */
  let clockValue = ''
  const stop = button('Stop', () => move(isStopped ? 'continues' : 'is stopped', { stopped: !isStopped }))
  const date = el('input', { type: 'datetime-local', step: 1, required: true, ...dateRange })
  /** @type {(text: string, body: object) => Promise<void>} */
  const move = (text, body) => act(`${whose()} ${text}`, () => callMock('PUT', path(), body))
  /** @param {SubmitEvent} event */
  const goTo = async (event) => {
    event.preventDefault()
    await move(`is stopped at ${date.value.replace('T', ' ')}, Moscow time`, { now: instantOf(date.value) })
  }
  return {
    element: section(
      title,
      now,
      el(
        'div',
        { class: 'actions' },
        ...jumps.map(([text = '', advance]) => button(text, () => move(`is advanced: ${text}`, { advance }))),
        stop,
        button(follow, () => move(`follows ${follows}`, { now: null })),
        ...more,
      ),
      el(
        'form',
        { class: 'row', onsubmit: goTo },
        field('Date and time in Moscow', date),
        el('button', {}, 'Stop at this time'),
      ),
    ),
    read: () => callMock('GET', path()),
    show(_user, /** @type {Time} */ { now: at, stopped }) {
      now.textContent = `${moscowTime(at)} Moscow time${stopped ? ', stopped' : ''}`
      isStopped = stopped
      stop.textContent = stopped ? 'Continue' : 'Stop'
      const time = fieldValue(at)
      const isEdited = date.value !== clockValue && instantOf(date.value) !== instantOf(time)
      if (isEdited || document.activeElement === date) return
      date.value = time
      clockValue = date.value
    },
  }
}

/** The shared clock. */
export const clock = clockPart({
  title: 'Clock',
  whose: () => 'The shared clock',
  path: () => 'clock',
  follow: 'Real time',
  follows: 'real time',
  more: [
    button(
      'Reset everything',
      () =>
        confirm('Reset all users, clocks and shared settings, also those of other testers?') &&
        act('Everything is reset', () => callMock('POST', 'reset')),
      { class: 'danger' },
    ),
  ],
})
/** The user's clock. */
export const userClock = clockPart({
  title: 'Clock of this user',
  whose: () => `The clock of ${state.login}`,
  path: () => userPath('/clock'),
  follow: 'Follow the shared clock',
  follows: 'the shared clock',
})
