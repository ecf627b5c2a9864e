import { breaks, everyCall, idTokenForgeries } from './fault-kinds.js'
import { faultForm } from './fault-form.js'
import { button, el, field, options, section, show } from './dom.js'
import { act, callMock, state, userPath } from './page.js'

/** @typedef {import('./page.js').Fault} Fault */
/** @typedef {Omit<Fault, 'operation'>} Kind */

const faultList = el('ul')
const callDetails = el('div')
const callSelect = el('select', { onchange: () => chooseCall() })
const searchField = el('input', { type: 'search', oninput: () => showCalls() })
const MOST_FOUND = 40
/** Characters of a long body. */
const MOST_SHOWN = 60

/** The faults of the user's next calls. @param {string} [firstCall] @returns {import('./page.js').Part} */
export const breakCall = (firstCall) => ({
  element: section(
    'Break a call',
    el('div', { class: 'row' }, field('Call', callSelect), field('Find by a word or a code', searchField)),
    faultList,
    faultForm((fault) => addFault(callSelect.value, fault, meaningOf(fault))),
    callDetails,
  ),
  show(user) {
    if (callSelect.options.length === 0) {
      callSelect.append(...options(state.contract.map(({ operation }) => operation)))
      callSelect.append(el('option', { value: everyCall.operation }, 'every call'))
      if (firstCall !== undefined) callSelect.value = firstCall
      showCalls()
    }
    showFaults(user.faults)
  },
})

function chooseCall() {
  searchField.value = ''
  showCalls()
}

/**
 * Lists the single answers of a failure: a code in a 200, or a status.
 * @param {{ codes: number[]; http: string[] }} failure
 * @returns {{ label: string; fault: Kind }[]}
 */
function answersOf({ codes, http }) {
  if (http.length === 0) return codes.map((code) => ({ label: `code ${code}`, fault: { code } }))
  return http.flatMap((one) => {
    const status = /^\dXX$/.test(one) ? Number(`${one[0]}00`) : Number(one)
    const some = codes.length > 0 ? codes : [undefined]
    return some.map((code) => ({
      label: `HTTP ${status}${code === undefined ? '' : `, code ${code}`}`,
      fault: { status, ...(code !== undefined && { code }) },
    }))
  })
}

/** @type {(operation: string, fault: Kind, label: string) => Promise<void>} */
const addFault = (operation, fault, label) =>
  act(`Fault added: ${nameOf(operation)}, ${label}`, () =>
    callMock('POST', userPath('/faults'), { operation, ...fault }),
  )

/** @type {(operation: string, fault: Kind, label: string) => HTMLButtonElement[]} */
function faultButtons(operation, fault, label) {
  const what = `${nameOf(operation)} ${label}`
  return [
    button('Next answer', () => addFault(operation, { ...fault, times: 1 }, label), {
      'aria-label': `Next answer: ${what}`,
    }),
    button('Until removed', () => addFault(operation, fault, label), {
      'aria-label': `Until removed: ${what}`,
    }),
  ]
}

/** @typedef {{ name: string; label: string; text: string; fault: Kind }} Answer */

/** Lists what a call can be made to answer. @param {import('./page.js').Call} of @returns {Answer[]} */
function brokenAnswers({ failures, isToken = false }) {
  const possible = breaks.filter(([kind]) => !isToken || kind === 'reset' || kind === 'hang')
  return [
    ...failures.flatMap((failure) =>
      answersOf(failure).map(({ label, fault }) => {
        return { name: failure.name, label, text: `${failure.description} → ${failure.outcome}`, fault }
      }),
    ),
    ...(isToken ? [] : [401, 403]).map((status) => {
      return { name: '', label: `HTTP ${status}`, text: 'The token is refused.', fault: { status } }
    }),
    ...possible.map(([kind, text]) => ({ name: '', label: kind, text, fault: { break: kind } })),
    ...(isToken ? idTokenForgeries : []).map(([idToken, text]) => {
      return { name: '', label: `an ID token that is ${idToken}`, text, fault: { idToken } }
    }),
    { name: '', label: '3 s late', text: 'The usual answer, 3 s later.', fault: { delayMs: 3000 } },
  ]
}

/** @param {Answer} answer @param {string} operation @param {boolean} isNamed whether the row names its call */
const row = ({ name, label, text, fault }, operation, isNamed) =>
  el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      ...[isNamed && operation, name].flatMap((code) => (code ? [el('code', {}, code), el('br')] : [])),
      label,
    ),
    el('td', {}, text),
    el('td', { class: 'actions' }, ...faultButtons(operation, fault, label)),
  )

/** @type {(title: string, rows: HTMLElement[]) => HTMLElement} */
const table = (title, rows) =>
  el('div', { class: 'table' }, el('table', {}, el('caption', {}, title), el('tbody', {}, ...rows)))

/** Lists the failures of the selected call, or the failures of all calls that match the search text. @returns {void} */
function showCalls() {
  const word = searchField.value.trim().toLowerCase()
  if (word !== '') {
    showFound(word)
    return
  }
  const found = callSelect.value === everyCall.operation ? everyCall : callOf(callSelect.value)
  if (!found) return
  const rows = brokenAnswers(found).map((answer) => row(answer, found.operation, false))
  callDetails.replaceChildren(
    el('p', { class: 'soft' }, found.summary),
    table(`How ${nameOf(found.operation)} can fail`, rows),
  )
}
/** @param {string} word */
function showFound(word) {
  const found = state.contract.flatMap((of) =>
    brokenAnswers(of)
      .filter(({ name, label, text }) =>
        `${of.operation} ${of.path} ${of.summary} ${name} ${label} ${text}`.toLowerCase().includes(word),
      )
      .map((answer) => ({ answer, operation: of.operation })),
  )
  const rows = found.slice(0, MOST_FOUND).map(({ answer, operation }) => row(answer, operation, true))
  const more = found.length - rows.length
  callDetails.replaceChildren(
    found.length > 0
      ? table(`Answers with “${word}”`, rows)
      : el('p', { class: 'soft' }, `No call or failure has “${word}”.`),
    more > 0 ? el('p', { class: 'soft' }, `${more} more: search for a longer word.`) : '',
  )
}
/** @param {string} operation */
const callOf = (operation) => state.contract.find((each) => each.operation === operation)
/** @param {string} operation */
const nameOf = (operation) => (operation === everyCall.operation ? 'every call' : operation)

/** Lists the active faults. @param {Fault[]} all */
function showFaults(all) {
  const items = all.flatMap((fault, at) => {
    const { operation, times, ...rest } = fault
    if (times === 0) return []
    const text = `${nameOf(operation)}: ${meaningOf(rest)}${times === undefined ? ', until removed' : `, ${times} more`}`
    const query = new URLSearchParams({ fault: JSON.stringify(fault) })
    const remove = () =>
      act(`Fault removed: ${nameOf(operation)}, ${meaningOf(rest)}`, () =>
        callMock('DELETE', userPath(`/faults?${query}`)),
      )
    const attributes = { 'aria-label': `Remove ${text}`, 'data-key': `fault ${at}` }
    return [el('li', {}, text, ' ', button('Remove', remove, attributes))]
  })
  show(faultList, all, () => (items.length > 0 ? items : [el('li', { class: 'soft' }, 'No faults.')]))
}
/** @param {Kind} fault */
const meaningOf = (fault) =>
  Object.entries(fault)
    .map(([name, value]) => `${name} ${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join(', ')
/** @param {string} text */
const shortened = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
