import { allJournal } from './all-journal.js'
import { clock, userClock } from './clock.js'
import { button, el } from './dom.js'
import { tokenCall } from './fault-kinds.js'
import { breakCall } from './faults.js'
import { journal } from './journal.js'
import { network } from './network.js'
import { callMock, main, page, showStatus, settings, state, status, userPath } from './page.js'
import { aboutUser, scenario } from './scenario.js'
import { session } from './session.js'
import { snapshotOffer, offerSnapshot, partsOf, snapshot } from './snapshot.js'
import { showUsers, users } from './users.js'

/** @typedef {import('./page.js').Part} Part */
/**
 * A product's additions to the panel.
 * @typedef {object} Additions
 * @property {Part[]} [shared] shown for all users, after the clock
 * @property {Part[]} [ofUser] sections of the selected user
 * @property {import('./scenario.js').Actions} [actions] buttons after the link to the app
 * @property {string} [firstCall] the call that is selected first
 */

const REFRESH_MS = 1000

/** Builds the panel on the mock's page. @param {Additions} [additions] */
export async function startPanel({ shared = [], ofUser = [], actions = () => [], firstCall } = {}) {
  const ofAll = [clock, ...shared, allJournal]
  const details = [
    aboutUser(actions),
    scenario,
    userClock,
    session,
    journal,
    breakCall(firstCall),
    ...ofUser,
    network,
    snapshot,
  ]
  const parts = [...ofAll, ...details]
  const ofUserElement = el(
    'div',
    // Until the first data arrives, its forms have no user and no calls.
    { role: 'region', 'aria-labelledby': 'user-title', hidden: true },
    ...details.map(({ element }) => element),
  )
  const [calls, scenarios] = await Promise.all([callMock('GET', 'contract'), callMock('GET', 'scenarios')])
  Object.assign(state, { contract: [...calls, tokenCall], scenarios })
  main.replaceChildren(
    el('h1', { class: 'brand' }, document.title),
    status,
    snapshotOffer,
    contentsOf([...details, ...ofAll]),
    el('div', { class: 'columns' }, users, ofUserElement),
    el('div', { class: 'pair' }, ...ofAll.map(({ element }) => element)),
  )
  page.refresh = async () => {
    const { login } = state
    const knownUsers = await callMock('GET', 'users')
    if (!isKnown(login, knownUsers)) {
      ofUserElement.hidden = true
      showUsers(knownUsers)
      // The error explains what is wrong with the login, or suggests a known one. A snapshot makes its user when applied.
      if (snapshotOffer.childElementCount === 0) await callMock('GET', userPath())
      return
    }
    const [user, ...data] = await Promise.all([callMock('GET', userPath()), ...parts.map(({ read }) => read?.())])
    // The user changed during the request; the next refresh is already running.
    if (login !== state.login) return
    showUsers(knownUsers)
    for (const [index, part] of parts.entries()) part.show?.(user, data[index])
    ofUserElement.hidden = false
  }
  // Registered before the first answers arrive, so that the list works at once.
  addEventListener('hashchange', () => {
    showStatus('')
    void choose()
  })
  await choose()
  void keepFresh()
}

/** Lists buttons that focus each section. They are not links, because the URL's hash is the login. @param {Part[]} parts */
function contentsOf(parts) {
  const headings = parts.flatMap(({ element }) => element.querySelector('h3') ?? [])
  const links = headings.map((heading) => {
    heading.tabIndex = -1
    return el(
      'li',
      {},
      button(heading.textContent ?? '', () => heading.focus()),
    )
  })
  return el('nav', { 'aria-label': 'Sections', class: 'contents' }, el('ul', {}, ...links))
}

/** @type {(login: string, known: import('./page.js').KnownUser[]) => boolean} */
const isKnown = (login, known) =>
  [...known.map((user) => user.login), ...state.scenarios.map(({ name }) => name)].includes(login)

async function choose() {
  const { login, text } = partsOf(location.hash)
  state.login = login || settings.newcomer
  await offerSnapshot(text)
  await refreshPanel()
}
async function keepFresh() {
  for (;;) {
    await new Promise((done) => setTimeout(done, REFRESH_MS))
    if (!document.hidden) await refreshPanel()
  }
}

/** The error of the last refresh that failed. */
let refreshError = ''
/** Refreshes the panel; removes the error of an earlier refresh when one succeeds. */
async function refreshPanel() {
  try {
    await page.refresh()
    if (status.textContent === refreshError) showStatus('')
  } catch (error) {
    refreshError = /** @type {Error} */ (error).message
  }
}
