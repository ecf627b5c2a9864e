import { el, section, show } from '../engine/dom.js'
import { moscowTime } from '../engine/moscow.js'
import { callMock } from '../engine/page.js'

/** @typedef {{ name: string; title: string; states: string[]; edges: { from: string; to: string; by: string[] }[] }} Machine */

const machines = el('div')
/** @type {Machine[] | undefined} */
let loaded
const nextChange = el('p', { class: 'soft' })

/** @param {Machine} machine @param {string | undefined} current */
const machineElement = ({ title, states, edges }, current) =>
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
  element: section('Lifecycle', machines, nextChange),
  read: async () => (loaded ??= await callMock('GET', 'lifecycle')),
  show(user, /** @type {Machine[]} */ all) {
    const states = /** @type {Record<string, string>} */ (user['states'])
    const next = /** @type {{ at: string; what: string } | null} */ (user['next'])
    show(machines, states, () => all.map((machine) => machineElement(machine, states[machine.name])))
    nextChange.textContent = next ? `Next by time: ${next.what}, ${moscowTime(next.at).slice(0, 16)} in Moscow` : ''
  },
}
