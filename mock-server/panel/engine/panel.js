import { allJournal } from './all-journal.js'
import { clock, userClock } from './clock.js'
import { el } from './dom.js'
import { tokenCall } from './fault-kinds.js'
import { breakCall } from './faults.js'
import { journal } from './journal.js'
import { network } from './network.js'
import { ask, main, page, settings, state, status, userPath } from './page.js'
import { aboutUser, scenario } from './scenario.js'
import { session } from './session.js'
import { offerSnapshot, partsOf, snapshot } from './snapshot.js'
import { showUsers, users } from './users.js'

/** @typedef {import('./page.js').Part} Part */
/**
 * What a product adds to the panel.
 * @typedef {object} Additions
 * @property {Part[]} [shared] for everybody, beside the clock
 * @property {Part[]} [ofUser] among the sections of the user
 * @property {import('./scenario.js').Actions} [actions] beside the link to the app
 * @property {string} [firstCall] the call that is chosen first
 */

const REFRESH_MS = 1000

/** Makes the panel of the page, over the mock's own calls. @param {Additions} [additions] */
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
  const [calls, scenarios] = await Promise.all([ask('GET', 'contract'), ask('GET', 'scenarios')])
  Object.assign(state, { contract: [...calls, tokenCall], scenarios })
  main.replaceChildren(
    el('div', { class: 'brand' }, document.title),
    el('h1', {}, 'Panel'),
    status,
    el(
      'div',
      { class: 'columns' },
      users,
      el('div', { role: 'region', 'aria-labelledby': 'user-title' }, ...details.map(({ element }) => element)),
    ),
    el('div', { class: 'pair' }, ...ofAll.map(({ element }) => element)),
  )
  page.refresh = async () => {
    const { login } = state
    const met = await ask('GET', 'users')
    if (!isKnown(login, met)) {
      showUsers(met)
      // The mock says what is wrong with the login, or who is meant.
      await ask('GET', userPath())
      return
    }
    const [user, ...data] = await Promise.all([ask('GET', userPath()), ...parts.map(({ read }) => read?.())])
    // Another user was chosen meanwhile; that one's answers are on their way.
    if (login !== state.login) return
    showUsers(met)
    for (const [index, part] of parts.entries()) part.show?.(user, data[index])
  }
  // Before the first answers: the list can be filtered and pressed while they are on their way.
  addEventListener('hashchange', () => void choose().catch(() => undefined))
  await choose().catch(() => undefined)
  void keepFresh()
}

/** @type {(login: string, met: import('./page.js').Met[]) => boolean} */
const isKnown = (login, met) =>
  [...met.map((user) => user.login), ...state.scenarios.map(({ name }) => name)].includes(login)

/** An address with half of an escape means the text itself. */
/** @param {string} text */
function loginIn(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
function choose() {
  const { login, text } = partsOf(location.hash)
  state.login = loginIn(login) || settings.newcomer
  offerSnapshot(text)
  return page.refresh()
}
async function keepFresh() {
  for (;;) {
    await new Promise((done) => setTimeout(done, REFRESH_MS))
    if (!document.hidden) await page.refresh().catch(() => undefined)
  }
}
