import { button, el, field, section } from './dom.js'
import { packed, unpacked } from './packed.js'
import { act, ask, say, state, userPath } from './page.js'

/** What every browser and chat takes as one address. */
const LONGEST_LINK = 8000
const SEPARATOR = '?snapshot='

const offered = el('div')
const file = el('input', { type: 'file', accept: 'application/json,.json', onchange: () => openFile() })

/** The situation of the user as a link, as a file, and back. @type {import('./page.js').Part} */
export const snapshot = {
  element: section(
    'Snapshot',
    el('p', { class: 'soft' }, 'Answers, orders, faults, planned changes, clock, network and content of this user.'),
    offered,
    el('div', { class: 'actions' }, button('Copy as link', copyLink), button('Save', save)),
    field('Open a file', file),
  ),
}

/** The two parts of the address after `#`. @param {string} hash */
export function partsOf(hash) {
  const [login = '', text] = hash.slice(1).split(SEPARATOR)
  return { login, text }
}

/** A link changes nothing by itself: anyone who follows it is asked. @param {string | undefined} text */
export function offerSnapshot(text) {
  const open = async () => {
    const value = await unpacked(text ?? '').catch(() => {
      throw new Error('The link is cut: ask for it again, or for the file')
    })
    await openSnapshot(value)
    history.replaceState(null, '', `#${encodeURIComponent(state.login)}`)
    offered.replaceChildren()
  }
  const offer = button('Open the snapshot of this link', () =>
    open().catch((error) => say(error instanceof Error ? error.message : String(error), true)),
  )
  offered.replaceChildren(...(text === undefined ? [] : [el('p', { class: 'actions' }, offer)]))
}

/** @param {unknown} value */
const openSnapshot = (value) =>
  act(`${state.login} is in the situation of the snapshot`, () => ask('PUT', userPath('/snapshot'), value))

async function copyLink() {
  const text = await packed(await ask('GET', userPath('/snapshot')))
  const link = `${location.origin}${location.pathname}#${encodeURIComponent(state.login)}${SEPARATOR}${text}`
  if (link.length > LONGEST_LINK) return say('The snapshot is too large for a link: save it as a file', true)
  await navigator.clipboard.writeText(link)
  say('The link is copied')
}

async function save() {
  const value = await ask('GET', userPath('/snapshot'))
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  el('a', { href: address, download: `${state.login}.snapshot.json` }).click()
  URL.revokeObjectURL(address)
  say('The snapshot is saved')
}

async function openFile() {
  const [chosen] = file.files ?? []
  if (!chosen) return
  file.value = ''
  try {
    await openSnapshot(JSON.parse(await chosen.text()))
  } catch (error) {
    say(error instanceof SyntaxError ? `${chosen.name} is not JSON` : /** @type {Error} */ (error).message, true)
  }
}
