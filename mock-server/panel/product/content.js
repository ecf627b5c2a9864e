import { button, el, section, show } from '../engine/dom.js'
import { act, callMock } from '../engine/page.js'

/** @typedef {{ example: string | null; delayMs: number; examples: { name: string; status: number; summary: string }[] }} View */

const contentElement = el('div')

/** @type {(text: string, chosen: { example: string | null; delayMs?: number }, attributes: import('../engine/dom.js').Attributes) => HTMLButtonElement} */
const choiceButton = (text, chosen, attributes) =>
  button(
    text,
    () =>
      act(chosen.example ? `The content system answers ${text}` : 'The content system answers as usual', () =>
        callMock('PUT', 'content', chosen),
      ),
    attributes,
  )

/** The content system, for all users: its calls have no token. @type {import('../engine/page.js').Part} */
export const content = {
  element: section('Content system', contentElement),
  read: () => callMock('GET', 'content'),
  show(_user, /** @type {View} */ { example, delayMs, examples }) {
    const delay = () =>
      act('The content system is 3 s late', () => callMock('PUT', 'content', { example, delayMs: 3000 }))
    show(contentElement, { example, delayMs, examples }, () => [
      el('p', { class: 'soft' }, `Now: ${example ?? 'as usual'}${delayMs > 0 ? `, ${delayMs} ms late` : ''}.`),
      el(
        'div',
        { class: 'actions' },
        choiceButton('As usual', { example: null }, { 'data-key': 'content usual' }),
        ...examples.map(({ name, status, summary }) =>
          choiceButton(
            name,
            { example: name, delayMs },
            { title: `HTTP ${status}. ${summary}`, 'data-key': `content ${name}` },
          ),
        ),
        button('3 s late', delay, { 'data-key': 'content late' }),
      ),
    ])
  },
}
