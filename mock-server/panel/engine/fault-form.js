import { el, field } from './dom.js'
import { showStatus } from './page.js'

/** @typedef {Omit<import('./page.js').Fault, 'operation'>} Kind */

/** @type {[name: string, label: string, attributes: import('./dom.js').Attributes][]} */
const numbers = [
  ['code', 'Code', { min: -1e9, max: 1e9 }],
  ['status', 'HTTP status', { min: 200, max: 599 }],
  ['delayMs', 'Delay, ms', { min: 0, max: 600_000 }],
  ['retryAfter', 'Retry-After, s', { min: 0, max: 86_400 }],
  ['from', 'From the n-th call on', { min: 1, max: 1e6 }],
  ['times', 'Times', { min: 1, max: 1e6, placeholder: 'until removed' }],
]
const texts = [
  ['body', 'Only when the request has (JSON)', '{"period":12}'],
  ['answer', 'The whole body (JSON)', '{"code":0,"result":{}}'],
]

/**
 * A form for faults that the list does not offer: any code, status or body, from the n-th call on, or delayed.
 * @param {(fault: Kind) => Promise<void>} add
 */
export function faultForm(add) {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault()
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target))
    /** @type {[string, unknown][]} */
    const fields = []
    for (const [name] of numbers) if (form.get(name)) fields.push([name, Number(form.get(name))])
    for (const [name = '', label] of texts) {
      const text = /** @type {string} */ (form.get(name)).trim()
      if (text === '') continue
      try {
        fields.push([name, JSON.parse(text)])
      } catch (error) {
        return showStatus(`“${label}” is not JSON: ${error instanceof Error ? error.message : String(error)}`, true)
      }
    }
    await add(Object.fromEntries(fields))
  }
  return el(
    'details',
    {},
    el('summary', {}, 'Another answer: any code, status, delay or body'),
    el(
      'form',
      { class: 'row', onsubmit: submit },
      ...numbers.map(([name, label, attributes]) => field(label, el('input', { name, type: 'number', ...attributes }))),
      ...texts.map(([name, label = '', placeholder]) =>
        field(label, el('textarea', { name, rows: 2, placeholder, spellcheck: 'false' })),
      ),
      el('button', {}, 'Add the fault'),
    ),
  )
}
