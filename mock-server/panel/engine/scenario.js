import { button, el, field, json, section, show } from './dom.js'
import { act, callMock, settings, state, userPath } from './page.js'

/** @typedef {(user: import('./page.js').User, now: string) => import('./dom.js').Child[]} Actions */

const userElement = el('div')
const scenarioSelect = el('select')
const answerList = el('ul')

/**
 * The selected user, with a link to the app. `actions` are the product's.
 * @param {Actions} actions
 * @returns {import('./page.js').Part}
 */
export const aboutUser = (actions) => ({
  element: userElement,
  read: () => callMock('GET', userPath('/clock')),
  show(user, /** @type {import('./clock.js').Time} */ { now }) {
    const scenario = state.scenarios.find(({ name }) => name === user.scenario)
    const { login } = user
    const buttons = actions(user, now)
    const texts = buttons.map((each) => each instanceof Node && each.textContent)
    show(userElement, { login, scenario, texts }, () => [
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
        ...buttons,
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
      field('Start over as', scenarioSelect),
      button('Start over', () =>
        act(`${state.login} starts over as ${scenarioSelect.value}`, () =>
          callMock('PUT', userPath(), { scenario: scenarioSelect.value }),
        ),
      ),
    ),
    el('details', {}, el('summary', {}, 'What each call answers now'), answerList),
  ),
  show(user) {
    if (scenarioSelect.options.length === 0)
      scenarioSelect.append(
        ...state.scenarios.map(({ name, title }) => el('option', { value: name }, `${name}: ${title}`)),
      )
    const shownFor = `${user.login} ${user.scenario}`
    if (scenarioSelect.dataset['of'] !== shownFor) {
      scenarioSelect.value = user.scenario
      scenarioSelect.dataset['of'] = shownFor
    }
    show(answerList, { login: user.login, answers: user.answers }, () =>
      Object.entries(user.answers).map(([call, { example, set }]) =>
        el('li', {}, el('code', {}, call), ` ${example}`, Object.keys(set).length > 0 && el('pre', {}, json(set))),
      ),
    )
  },
}
