import { button, el, field, section, show } from './dom.js'
import { act, callMock, userPath } from './page.js'

const lifetime = el('p', { class: 'soft' })

/** @param {SubmitEvent} event */
async function setTokens(event) {
  event.preventDefault()
  const seconds = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('seconds')
  const expiresIn = seconds === '' ? null : Number(seconds)
  await act('The lifetime of access tokens is set, from the next one on', () =>
    callMock('PUT', userPath('/token'), { expiresIn }),
  )
}

/** The user's tokens and session. @type {import('./page.js').Part} */
export const session = {
  element: section(
    'Session',
    el(
      'div',
      { class: 'actions' },
      button('Expire the access token', () =>
        act('The access token has expired: the next call is refused, and the app refreshes the token', () =>
          callMock('POST', userPath('/expire')),
        ),
      ),
      button('End the session', () => act('The user must sign in again', () => callMock('POST', userPath('/revoke')))),
    ),
    lifetime,
    el(
      'form',
      { class: 'row', onsubmit: setTokens },
      field('Lifetime, s (empty: default)', el('input', { name: 'seconds', type: 'number', min: '1', max: '86400' })),
      el('button', {}, 'Set'),
    ),
  ),
  show: ({ tokenSeconds }) =>
    show(lifetime, tokenSeconds, () => [`Access tokens are valid for ${tokenSeconds ?? 300} s.`]),
}
