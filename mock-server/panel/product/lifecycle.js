import { el, section, show } from '../engine/dom.js'
import { moscowTime } from '../engine/moscow.js'
import { ask } from '../engine/page.js'

/** @typedef {{ name: string; title: string; states: string[]; edges: { from: string; to: string; by: string[] }[] }} Machine */

const machines = el('div')
/** @type {Machine[] | undefined} */
let known
const next = el('p', { class: 'soft' })

/** @param {Machine} machine @param {string | undefined} current */
const drawn = ({ title, states, edges }, current) =>
  el(
    'div',
    {},
    el('h4', {}, title),
    el(
      'ul',
      { class: 'states' },
      ...states.map((state) => el('li', state === current ? { 'aria-current': 'true' } : {}, state)),
    ),
    el(
      'ul',
      {},
      ...edges
        .filter(({ from, to }) => from === current && to !== from)
        .map(({ to, by }) => el('li', {}, `→ ${to}: ${by.join(', ')}`)),
    ),
  )

/** The user's states and the transitions from them. @type {import('../engine/page.js').Part} */
export const lifecycle = {
  element: section('Lifecycle', machines, next),
  read: async () => (known ??= await ask('GET', 'lifecycle')),
  show(user, /** @type {Machine[]} */ all) {
    const states = /** @type {Record<string, string>} */ (user['states'])
    const coming = /** @type {{ at: string; what: string } | null} */ (user['next'])
    show(machines, states, () => all.map((machine) => drawn(machine, states[machine.name])))
    next.textContent = coming ? `Next by time: ${coming.what}, ${moscowTime(coming.at).slice(0, 16)} in Moscow` : ''
  },
}
