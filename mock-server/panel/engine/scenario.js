import { button, el, field, json, section, show } from './dom.js'
import { act, ask, settings, state, userPath } from './page.js'

/** @typedef {(user: import('./page.js').User, now: string) => import('./dom.js').Child[]} Actions */

const about = el('div')
const chosen = el('select')
const answers = el('ul')

/**
 * The selected user, with a link to the app. `actions` are the product's.
 * @param {Actions} actions
 * @returns {import('./page.js').Part}
 */
export const aboutUser = (actions) => ({
  element: about,
  read: () => ask('GET', userPath('/clock')),
  show(user, /** @type {import('./clock.js').Time} */ { now }) {
    const scenario = state.scenarios.find(({ name }) => name === user.scenario)
    const { login } = user
    const offered = actions(user, now)
    const texts = offered.map((each) => each instanceof Node && each.textContent)
    show(about, { login, scenario, texts }, () => [
      el('h2', { id: 'user-title' }, login),
      el('p', {}, `${scenario?.title ?? user.scenario}. ${scenario?.description ?? ''}`),
      el(
        'div',
        { class: 'actions' },
        el(
          'a',
          {
            class: 'button',
            href: `${settings.app}/__mock/${userPath('/sign-in')}`,
            target: '_blank',
            'data-key': 'sign in',
          },
          `Open the app as ${login}`,
        ),
        ...offered,
      ),
    ])
  },
})

/** Restarts the user in a scenario; lists the current answer of each call. @type {import('./page.js').Part} */
export const scenario = {
  element: section(
    'Scenario',
    el(
      'div',
      { class: 'row' },
      field('Start over as', chosen),
      button('Start over', () =>
        act(`${state.login} starts over as ${chosen.value}`, () => ask('PUT', userPath(), { scenario: chosen.value })),
      ),
    ),
    el('details', {}, el('summary', {}, 'What each call answers now'), answers),
  ),
  show(user) {
    if (chosen.options.length === 0)
      chosen.append(...state.scenarios.map(({ name, title }) => el('option', { value: name }, `${name}: ${title}`)))
    const of = `${user.login} ${user.scenario}`
    if (chosen.dataset['of'] !== of) {
      chosen.value = user.scenario
      chosen.dataset['of'] = of
    }
    show(answers, { login: user.login, answers: user.answers }, () =>
      Object.entries(user.answers).map(([call, { example, set }]) =>
        el('li', {}, el('code', {}, call), ` ${example}`, Object.keys(set).length > 0 && el('pre', {}, json(set))),
      ),
    )
  },
}
