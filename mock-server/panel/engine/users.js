import { button, el, show } from './dom.js'
import { act, callMock, settings, state } from './page.js'

/** @typedef {import('./page.js').KnownUser} KnownUser */

const list = el('div', { class: 'logins' })
/** @type {KnownUser[]} */
let knownUsers = []
/** The login that the list was scrolled to. */
let scrolledTo = ''
const filter = el('input', { type: 'search', oninput: () => showUsers(knownUsers), onkeydown: openMatch })
export const users = el('nav', { 'aria-label': 'Test users' }, el('label', {}, 'Find a test user', filter), list)

/** @param {string} login */
function titleOf(login) {
  const name = knownUsers.find((user) => user.login === login)?.scenario ?? login
  return state.scenarios.find((scenario) => scenario.name === name)?.title ?? ''
}

/** Selects the only match of the search, or the user with exactly this login, when Enter is pressed. @param {KeyboardEvent} event */
function openMatch({ key }) {
  if (key !== 'Enter') return
  const found = [...list.querySelectorAll('a')]
  const chosen = found.find((link) => link.hash === `#${encodeURIComponent(filter.value)}`) ?? found[0]
  if (found.length === 1 || chosen?.hash === `#${encodeURIComponent(filter.value)}`) chosen?.click()
}

/** @param {string} login */
async function createUser(login) {
  location.hash = encodeURIComponent(login)
  state.login = login
  await act(`${login} is a new subscriber`, () =>
    callMock('PUT', `users/${encodeURIComponent(login)}`, { scenario: settings.newcomer }),
  )
}

/** Lists scenarios and known users by group, and offers to create a user for an unknown login. @param {KnownUser[]} all */
export function showUsers(all) {
  knownUsers = all
  const known = [...state.scenarios.map(({ name }) => name), ...knownUsers.map(({ login }) => login)]
  const logins = [...new Set(known)].filter((login) => login !== settings.visitor)
  const typed = filter.value.trim()
  const word = typed.toLowerCase()
  const found = logins.filter((login) => `${login} ${titleOf(login)}`.toLowerCase().includes(word))
  const rows = found.map((login) => ({
    login,
    title: titleOf(login),
    group: state.scenarios.find(({ name }) => name === login)?.group ?? 'Other logins',
    isChosen: login === state.login,
  }))
  const newcomer = [typed, state.login].find((name) => name && !known.includes(name))
  show(list, { rows, newcomer }, () => [
    rows.length === 0 && el('p', { class: 'soft' }, 'No test user has this in its name or title.'),
    ...[...new Set(rows.map(({ group }) => group))].flatMap((group) => [
      el('h2', {}, group),
      el('ul', {}, ...rows.filter((row) => row.group === group).map(userLink)),
    ]),
    newcomer &&
      button(`Create a new subscriber ${newcomer}`, () => createUser(newcomer), { 'data-key': `user ${newcomer}` }),
  ])
  if (scrolledTo === state.login) return
  scrolledTo = state.login
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}

/** @param {{ login: string; title: string; isChosen: boolean }} row */
const userLink = ({ login, title, isChosen }) =>
  el(
    'li',
    {},
    el(
      'a',
      {
        href: `#${encodeURIComponent(login)}`,
        'data-key': `user ${login}`,
        'aria-current': isChosen ? 'true' : undefined,
      },
      el('code', {}, login),
      el('span', { class: 'soft small' }, title),
    ),
  )
