import { button, el } from './dom.js'
import { act, ask } from './page.js'

const jumps = [
  ['+15 s', 'PT15S'],
  ['+20 min', 'PT20M'],
  ['+1 day', 'P1D'],
  ['+31 days', 'P31D'],
]
const now = el('p', { class: 'mono' })

/** The clock, for everybody. @type {import('./page.js').Part} */
export const clock = {
  element: el(
    'section',
    { 'aria-labelledby': 'clock-title', class: 'card' },
    el('h2', { id: 'clock-title' }, 'Clock'),
    now,
    el(
      'div',
      { class: 'actions' },
      ...jumps.map(([text, advance]) =>
        button(text ?? '', () => act(`The clock went ${text}`, () => ask('PUT', 'clock', { advance }))),
      ),
      button('Stand still', () =>
        act('The clock stands', async () => ask('PUT', 'clock', { now: (await ask('GET', 'clock')).now })),
      ),
      button('Real time', () => act('The clock shows real time', () => ask('PUT', 'clock', { now: null }))),
      button('Reset everything', () => act('Everything is as at the start', () => ask('POST', 'reset')), {
        class: 'danger',
      }),
    ),
  ),
  read: () => ask('GET', 'clock'),
  show(_user, /** @type {{ now: string; stopped: boolean }} */ time) {
    now.textContent = `${time.now.replace('T', ' ').slice(0, 19)} UTC${time.stopped ? ', standing' : ''}`
  },
}
