import { button, el, field, section } from './dom.js'
import { packed, unpacked } from './packed.js'
import { act, callMock, copy, page, showStatus, state, userPath } from './page.js'

/** A length that every browser and messenger accepts for a URL. */
const MAX_LINK_LENGTH = 8000
const SEPARATOR = '?snapshot='

/** The link's snapshot, at the top of the panel. */
export const snapshotOffer = el('div')
const fileInput = el('input', { type: 'file', accept: 'application/json,.json', onchange: () => openFile() })

/** Saves the user's state as a link or a file, and restores it. @type {import('./page.js').Part} */
export const snapshot = {
  element: section(
    'Snapshot',
    el('p', { class: 'soft' }, 'Answers, orders, faults, planned changes, clock, network and content of this user.'),
    el('div', { class: 'actions' }, button('Copy as link', copyLink), button('Save', save)),
    field('Open a file', fileInput),
  ),
}

/** Splits the URL's hash into the login and the snapshot, without what a messenger or a sentence adds after it. @param {string} hash */
export function partsOf(hash) {
  const [login = '', text] = decoded(hash.slice(1)).split(SEPARATOR)
  return { login, text: text?.replace(/[^\w-].*/s, '') }
}
/**
 * Decodes until nothing changes, because messengers encode a link again, and neither part contains a percent sign.
 * Malformed percent-encoding is used as it is.
 * @param {string} text
 * @returns {string}
 */
function decoded(text) {
  try {
    const decodedOnce = decodeURIComponent(text)
    return decodedOnce === text ? text : decoded(decodedOnce)
  } catch {
    return text
  }
}

/** Offers to open the link's snapshot: opening a link alone changes nothing. @param {string | undefined} text */
export async function offerSnapshot(text) {
  snapshotOffer.replaceChildren()
  if (text === undefined) return
  const { login } = state
  const close = () => {
    history.replaceState(null, '', `#${encodeURIComponent(login)}`)
    snapshotOffer.replaceChildren()
    // The pressed button is gone.
    document.querySelector('h3')?.focus()
  }
  const value = await unpacked(text).catch(() => null)
  if (value === null) return showStatus('The link is incomplete: copy it again, or save the snapshot as a file', true)
  if (login !== state.login) return
  const open = () => openSnapshot(value, close)
  snapshotOffer.replaceChildren(
    el(
      'section',
      { class: 'card', 'aria-label': 'Snapshot of this link' },
      el('p', {}, `This link contains a snapshot of ${login}. Nothing changes until you apply it.`),
      el('div', { class: 'actions' }, button('Apply the snapshot', open, { class: '' }), button('Discard', close)),
    ),
  )
}

/** @param {unknown} value @param {() => void} [close] called when the snapshot is applied and its user is shown */
const openSnapshot = (value, close = () => undefined) =>
  act(`The snapshot is applied to ${state.login}`, async () => {
    await callMock('PUT', userPath('/snapshot'), value)
    await page.refresh()
    close()
  })

async function copyLink() {
  const text = await packed(await callMock('GET', userPath('/snapshot')))
  const link = `${location.origin}${location.pathname}#${encodeURIComponent(state.login)}${SEPARATOR}${text}`
  if (link.length > MAX_LINK_LENGTH) return showStatus('The snapshot is too large for a link: save it as a file', true)
  await copy(link, 'The link is copied')
}

async function save() {
  const value = await callMock('GET', userPath('/snapshot'))
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  el('a', { href: address, download: `${state.login}.snapshot.json` }).click()
  URL.revokeObjectURL(address)
  showStatus('The snapshot is saved')
}

async function openFile() {
  const [selectedFile] = fileInput.files ?? []
  if (!selectedFile) return
  fileInput.value = ''
  try {
    await openSnapshot(JSON.parse(await selectedFile.text()))
  } catch (error) {
    showStatus(
      error instanceof SyntaxError ? `${selectedFile.name} is not JSON` : /** @type {Error} */ (error).message,
      true,
    )
  }
}
