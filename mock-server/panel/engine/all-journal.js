import { button, el, field, section, show } from './dom.js'
import { nameOfCall } from './journal.js'
import { moscowTime } from './moscow.js'
import { act, callMock } from './page.js'

/** @typedef {import('./page.js').JournalEntry} JournalEntry */
const SHOWN = 50

const list = el('ul', { class: 'journal', 'aria-live': 'off' })
const failuresOnly = el('input', { type: 'checkbox' })

/** The latest calls of all users, one per line. @type {import('./page.js').Part} */
export const allJournal = {
  element: section(
    'Journal of all users',
    el(
      'div',
      { class: 'actions' },
      el('a', { class: 'button', href: '/__mock/journal?format=har', download: 'journal.har' }, 'Save as HAR'),
      button('Clear', () => act('The journal is empty', () => callMock('DELETE', 'journal'))),
    ),
    field('Failures only', failuresOnly),
    list,
  ),
  read: () => callMock('GET', `journal?limit=${SHOWN}${failuresOnly.checked ? '&accepted=false' : ''}`),
  show(_user, /** @type {JournalEntry[]} */ entries) {
    const none = failuresOnly.checked ? 'No call has failed.' : 'No call yet.'
    show(list, [entries, none], () =>
      entries.length > 0 ? entries.toReversed().map(row) : [el('li', { class: 'soft' }, none)],
    )
  },
}

/** A line such as `createOrder → 2004 → «Пакет уже подключается»`. @param {JournalEntry} entry */
function row(entry) {
  const { at, login, code, status, accepted, fault, shown } = entry
  const line = [nameOfCall(entry), fault?.break ?? (code || (status ?? 'no answer')), shown && `«${shown}»`]
    .filter(Boolean)
    .join(' → ')
  return el(
    'li',
    { class: accepted === false ? 'failed' : undefined },
    el('span', { class: 'mark' }, accepted ? '✓ ' : '✗ '),
    `${moscowTime(at).slice(11)} `,
    el('a', { href: `#${encodeURIComponent(login)}` }, login),
    ` ${line}`,
  )
}
