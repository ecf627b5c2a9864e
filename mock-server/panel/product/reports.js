import { button, el, section, show } from '../engine/dom.js'
import { moscowTime } from '../engine/moscow.js'
import { act, callMock } from '../engine/page.js'

/** @typedef {import('../../src/product/reports.ts').ReportEntry} ReportEntry */
const SHOWN = 50
const list = el('ul', { class: 'journal', 'aria-live': 'off', tabindex: 0 })

/** The app's reports of performance and errors. @type {import('../engine/page.js').Part} */
export const reports = {
  element: section(
    'Reports',
    el('p', { class: 'soft' }, 'What the app sends to an OpenTelemetry collector.'),
    el(
      'div',
      { class: 'actions' },
      button('Clear the reports', () => act('The reports are cleared', () => callMock('DELETE', 'reports'))),
    ),
    list,
  ),
  read: () => callMock('GET', `reports?limit=${SHOWN}`),
  show(_user, /** @type {ReportEntry[]} */ entries) {
    show(list, entries, () =>
      entries.length > 0 ? entries.toReversed().map(row) : [el('li', { class: 'soft' }, 'No report yet.')],
    )
  },
}

/** A line such as `vital /profile LCP 812 good`. @param {ReportEntry} entry */
function row({ at, event, attributes }) {
  const values = Object.entries(attributes).filter(([key]) => !/^service\.|sample$/.test(key))
  const text = values.map(([, value]) => value).join(' ')
  const title = Object.entries(attributes)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')
  return el('li', { title }, `${moscowTime(at).slice(11)} ${event.replace(/^paket\./, '')} ${text}`)
}
