import { el } from './dom.js'

/** @typedef {ReturnType<typeof import('../../src/engine/control/overview.ts').overview>[number]} ContractCall */
/** @typedef {ContractCall & { isToken?: boolean }} Call */
/** @typedef {{ name: string; title: string; description: string; group: string }} Scenario */
/** @typedef {import('../../src/engine/state/faults.ts').Fault} Fault */
/** @typedef {import('../../src/engine/state/network.ts').Network} Network */
/** @typedef {import('../../src/engine/state/journal.ts').JournalEntry} JournalEntry */
/** @typedef {{ login: string; scenario: string }} KnownUser */
/**
 * A user as `GET /__mock/users/{login}` returns it; the product adds fields.
 * @typedef {KnownUser & { answers: Record<string, { example: string; set: object }>; faults: Fault[]; network: Network; tokenSeconds: number | null } & Record<string, unknown>} User
 */
/**
 * A part of the panel. Each refresh calls `read`, and `show` with its result.
 * @typedef {{ element: HTMLElement; read?: () => Promise<any>; show?: (user: User, data: any) => void }} Part
 */

export const main = /** @type {HTMLElement} */ (document.querySelector('[data-panel]'))
export const settings = {
  app: main.dataset['app'] ?? '',
  visitor: main.dataset['visitor'] ?? '',
  newcomer: main.dataset['newcomer'] ?? '',
}

/**
 * The selected user, and constant data of the mock. @type {{ login: string; scenarios: Scenario[]; contract: Call[] }}
 */
export const state = { login: '', scenarios: [], contract: [] }
export const userPath = (rest = '') => `users/${encodeURIComponent(state.login)}${rest}`

const NOTICE_MS = 10_000
/** @type {ReturnType<typeof setTimeout> | undefined} */
let notice
export const status = el('p', { role: 'status', class: 'notice' })
/** @type {(text: string, isError?: boolean) => void} */
export function showStatus(text, isError = false) {
  // A screen reader announces the same text again: each refresh would repeat the error of the last one.
  if (isError && status.textContent === text) return
  status.textContent = text
  status.classList.toggle('error', isError)
  clearTimeout(notice)
  if (text !== '' && !isError) notice = setTimeout(() => showStatus(''), NOTICE_MS)
}

/**
 * Copies a text and says so. Browsers have `navigator.clipboard` only at secure addresses: not at http://192.168.1.20.
 * @type {(text: string, confirmation: string) => Promise<void>}
 */
export async function copy(text, confirmation) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = el('textarea', { readonly: true }, text)
    document.body.append(area)
    area.select()
    const isCopied = document.execCommand('copy')
    area.remove()
    if (!isCopied) return showStatus('The browser does not let the panel copy', true)
  }
  showStatus(confirmation)
}

/** A failure that the page shows already. */
class ShownError extends Error {}

/**
 * Calls the mock; shows a failure on the page and throws a ShownError.
 * @param {'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function callMock(method, path, body) {
  try {
    const headers = { 'x-paket-mock': '1', ...(body !== undefined && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(`/__mock/${path}`, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => null)
    // The app's proxy answers without JSON while the mock is down.
    const value = await answer?.json().catch(() => undefined)
    if (!answer || value === undefined)
      throw new Error('The mock does not answer: is it running? The panel continues when it does')
    if (!answer.ok) throw new Error(value.detail ?? `HTTP ${answer.status}`)
    return value
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    showStatus(message, true)
    throw new ShownError(message, { cause: error })
  }
}

/** The panel replaces `refresh` by the function that reads everything again. */
export const page = { refresh: async () => {} }
/** @type {(text: string, work: () => Promise<unknown>) => Promise<void>} */
export async function act(text, work) {
  try {
    await work()
    showStatus(text)
    await page.refresh()
  } catch (error) {
    if (!(error instanceof ShownError)) throw error
  }
}
