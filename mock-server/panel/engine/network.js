import { el, field, options, section, show } from './dom.js'
import { act, callMock, userPath } from './page.js'

const currentNetwork = el('p', { class: 'soft' })

/** @param {SubmitEvent} event */
async function setNetwork(event) {
  event.preventDefault()
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target))
  const network = {
    profile: form.get('profile'),
    failurePercent: Number(form.get('failurePercent')),
    seed: Number(form.get('seed')),
  }
  await act('The network is changed', () => callMock('PUT', userPath('/network'), network))
}

/** The user's network conditions. @type {import('./page.js').Part} */
export const network = {
  element: section(
    'Network',
    currentNetwork,
    el(
      'form',
      { class: 'row', onsubmit: setNetwork },
      field('Speed', el('select', { name: 'profile' }, ...options(['fast', '4g', 'slow-3g']))),
      field(
        'Failing calls, %',
        el('input', { name: 'failurePercent', type: 'number', min: '0', max: '100', value: '0' }),
      ),
      field('Seed', el('input', { name: 'seed', type: 'number', value: '1' })),
      el('button', {}, 'Apply'),
    ),
  ),
  show({ network: { profile, failurePercent, seed } }) {
    show(currentNetwork, { profile, failurePercent, seed }, () => [
      `Now: ${profile}, ${failurePercent} % of the calls fail (seed ${seed}).`,
    ])
  },
}
