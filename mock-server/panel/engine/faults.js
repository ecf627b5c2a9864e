import { breaks, idTokenForgeries } from './fault-kinds.js'
import { button, el, field, options, section, show } from './dom.js'
import { act, ask, state, userPath } from './page.js'

/** @typedef {import('./page.js').Fault} Fault */
/** @typedef {Omit<Fault, 'operation'>} Kind */

const faults = el('ul')
const call = el('div')
const chosen = el('select', { onchange: () => showCall() })

/** The faults of the user's next calls. @param {string} [firstCall] @returns {import('./page.js').Part} */
export const breakCall = (firstCall) => ({
  element: section('Break a call', field('Call', chosen), faults, call),
  show(user) {
    if (chosen.options.length === 0) {
      chosen.append(...options(state.contract.map(({ operation }) => operation)))
      if (firstCall !== undefined) chosen.value = firstCall
      showCall()
    }
    showFaults(user.faults)
  },
})

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

/** @type {(change: (faults: Fault[]) => Fault[], text: string) => Promise<void>} */
async function setFaults(change, text) {
  const user = await ask('GET', userPath())
  await act(text, () => ask('PUT', userPath('/faults'), change(user.faults)))
}
/** @type {(operation: string, fault: Kind, label: string) => Promise<void>} */
const addFault = (operation, fault, label) =>
  setFaults((all) => [{ operation, ...fault }, ...all], `${operation} will answer ${label}`)

/** @type {(operation: string, fault: Kind, label: string) => HTMLButtonElement[]} */
function faultButtons(operation, fault, label) {
  const what = `${operation} ${label}`
  return [
    button('Next answer', () => addFault(operation, { ...fault, times: 1 }, label), {
      'aria-label': `Next answer: ${what}`,
    }),
    button('Until removed', () => addFault(operation, fault, label), {
      'aria-label': `Until removed: ${what}`,
      class: 'quiet',
    }),
  ]
}

/** Lists how the selected call can fail. */
function showCall() {
  const found = state.contract.find(({ operation }) => operation === chosen.value)
  if (!found) return
  const { operation, isToken = false } = found
  /** @type {(name: import('./dom.js').Child, text: string, fault: Kind, label: string) => HTMLElement} */
  const row = (name, text, fault, label) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, name),
      el('td', {}, text),
      el('td', { class: 'actions' }, ...faultButtons(operation, fault, label)),
    )
  const failures = found.failures.flatMap((failure) =>
    answersOf(failure).map(({ label, fault }) => {
      const name = el('span', {}, el('code', {}, failure.name), el('br'), label)
      return row(name, `${failure.description} → ${failure.outcome}`, fault, label)
    }),
  )
  const session = (isToken ? [] : [401, 403]).map((status) =>
    row(`HTTP ${status}`, 'The token is refused.', { status }, `HTTP ${status}`),
  )
  const possible = breaks.filter(([kind]) => !isToken || kind === 'reset' || kind === 'hang')
  const broken = possible.map(([kind, text]) => row(kind, text, { break: kind }, kind))
  const forged = (isToken ? idTokenForgeries : []).map(([idToken, text]) =>
    row(idToken, text, { idToken }, `an ID token that is ${idToken}`),
  )
  const late = row('3 s late', 'The usual answer, later.', { delayMs: 3000 }, '3 s late')
  call.replaceChildren(
    el('p', { class: 'soft' }, found.summary),
    el(
      'div',
      { class: 'table' },
      el(
        'table',
        {},
        el('caption', {}, `How ${operation} can fail`),
        el('tbody', {}, ...failures, ...session, ...broken, ...forged, late),
      ),
    ),
  )
}

/** Lists the active faults. @param {Fault[]} all */
function showFaults(all) {
  const items = all.flatMap((fault, at) => {
    const { operation, times, ...rest } = fault
    if (times === 0) return []
    const text = `${operation}: ${meaningOf(rest)}${times === undefined ? ', until removed' : `, ${times} more`}`
    const remove = () => setFaults((now) => now.filter((_, index) => index !== at), `${operation} answers as usual`)
    const attributes = { class: 'quiet', 'aria-label': `Remove ${text}`, 'data-key': `fault ${at}` }
    return [el('li', {}, text, ' ', button('Remove', remove, attributes))]
  })
  show(faults, all, () => (items.length > 0 ? items : [el('li', { class: 'soft' }, 'Nothing is broken.')]))
}
/** @param {Kind} fault */
const meaningOf = (fault) =>
  Object.entries(fault)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
