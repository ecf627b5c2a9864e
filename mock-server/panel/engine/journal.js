import { button, el, field, json, section, show } from './dom.js'
import { moscowTime } from './moscow.js'
import { act, callMock, copy, page, userPath } from './page.js'

/** @typedef {import('./page.js').JournalEntry} JournalEntry */

const list = el('ul', { class: 'journal', 'aria-live': 'off' })
const har = el('a', { class: 'button' }, 'Save this user’s calls as HAR')
const clear = button('Clear', () => act('The journal is empty', () => callMock('DELETE', userPath('/journal'))))
const filter = el('input', { type: 'search', oninput: () => page.refresh() })
/** Numbers of the calls whose details are open. @type {Set<number>} */
const openEntries = new Set()
let newest = 0
let shownLogin = ''

/** The user's calls, newest first. @type {import('./page.js').Part} */
export const journal = {
  element: section('Journal', el('div', { class: 'actions' }, har, clear), field('Filter', filter), list),
  read: () => callMock('GET', userPath('/journal')),
  show({ login }, /** @type {JournalEntry[]} */ entries) {
    har.setAttribute('href', `/__mock/${userPath('/journal?format=har')}`)
    har.setAttribute('download', `${login}.har`)
    const latest = entries.at(-1)?.number ?? 0
    // Another user, or a restart that counts from 1 again: the numbers mean other calls now.
    if (login !== shownLogin || latest < newest) openEntries.clear()
    shownLogin = login
    newest = latest
    const filterText = filter.value.toLowerCase()
    const data = entries
      .filter((entry) => `${nameOfCall(entry)} ${answerOf(entry)}`.toLowerCase().includes(filterText))
      .toReversed()
    const none = entries.length > 0 ? 'No call matches the filter.' : 'No call yet.'
    show(list, { login, data, none }, () => (data.length > 0 ? data.map(row) : [el('li', { class: 'soft' }, none)]))
  },
}

/** @param {JournalEntry} entry */
export const nameOfCall = ({ operation, path }) => (operation === 'unknown' ? `unknown path ${path}` : operation)

/** The answer as it was sent: a broken connection has no status. @param {JournalEntry} entry */
const answerOf = ({ status, code, example, fault }) =>
  fault?.break ?? `${status ?? 'no answer'}${code === null ? '' : ` code ${code}`} ${example ?? ''}`

/** @param {JournalEntry} entry */
function row(entry) {
  const { at, accepted, note, durationMs, number } = entry
  const text = `${moscowTime(at).slice(11)} ${nameOfCall(entry)} ${answerOf(entry)}`
  const details = el(
    'details',
    { class: accepted === false ? 'failed' : accepted === null ? 'broken' : 'good', open: openEntries.has(number) },
    el(
      'summary',
      { 'data-key': number },
      el('span', { class: 'mark' }, accepted ? '✓ ' : '✗ '),
      text,
      durationMs === null ? '' : ` · ${durationMs} ms`,
    ),
    entry.shown && el('p', {}, `The app showed «${entry.shown}»`),
    note && el('p', {}, note),
    entry.idempotencyKey && el('p', { class: 'soft small' }, `Idempotency key ${entry.idempotencyKey}`),
    ...(entry.fault ? [el('p', { class: 'soft small' }, 'Fault'), el('pre', {}, json(entry.fault))] : []),
    el('p', { class: 'soft small' }, 'Request'),
    el('pre', {}, json(entry.body)),
    el('p', { class: 'soft small' }, 'Answer'),
    el('pre', {}, json(entry.answer)),
    button('Copy as curl', () => copyAsCurl(entry)),
  )
  details.addEventListener('toggle', () => (details.open ? openEntries.add(number) : openEntries.delete(number)))
  return el('li', {}, details)
}

/** Quotes a text for a POSIX shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * The command requests the token itself, so that no token is copied. Only a mock on the network needs PAKET_MOCK_TOKEN.
 * @param {JournalEntry} entry
 */
async function copyAsCurl({ method, path, body }) {
  const token = `$(curl -s -H "authorization: Bearer $PAKET_MOCK_TOKEN" ${location.origin}/__mock/${userPath('/token')} | sed 's/.*"accessToken":"\\([^"]*\\).*/\\1/')`
  // The path is quoted because any client can have chosen it. `-g`: curl would expand brackets in it.
  const lines = [`curl -g -X ${method} ${quoted(`${location.origin}${path}`)}`, `-H "authorization: Bearer ${token}"`]
  if (body !== null && body !== undefined)
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  await copy(lines.join(' \\\n  '), 'Copied')
}
