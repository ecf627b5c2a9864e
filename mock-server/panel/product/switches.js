import { button, el, field, section, show } from '../engine/dom.js'
import { act, callMock, userPath } from '../engine/page.js'

/** @typedef {import('../../src/product/switches.ts').Switches & { features: string[]; isOwn: boolean }} View */
const switchesElement = el('div')
const releases = el('input', { type: 'text', placeholder: '2026-11-23.0415-1a2b3c4d' })

/** @type {(text: string, change: object) => Promise<void>} */
const setSwitches = (text, change) => act(text, () => callMock('PATCH', userPath('/switches'), change))

/** The operator's switches, for this user. @type {import('../engine/page.js').Part} */
export const switches = {
  element: section(
    'Switched off',
    el(
      'p',
      { class: 'soft' },
      'What an operator sets in config.json. An open tab reads it when it becomes visible, or within five minutes.',
    ),
    switchesElement,
    el(
      'form',
      {
        class: 'row',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault()
          return setSwitches('The refused releases are set', {
            refusedReleases: releases.value.match(/[^\s,]+/g) ?? [],
          })
        },
      },
      field('Releases that may not stay open', releases),
      el('button', {}, 'Set the releases'),
    ),
  ),
  read: () => callMock('GET', userPath('/switches')),
  show(_user, /** @type {View} */ view) {
    const { features, isOwn, closed, maintenance, refusedReleases } = view
    show(switchesElement, view, () => [
      el(
        'p',
        { class: 'soft' },
        `Now: ${[...Object.keys(closed).map((name) => `${name} closed`), maintenance && 'maintenance', refusedReleases.length > 0 && `without ${refusedReleases.join(', ')}`].filter(Boolean).join(', ') || 'everything is open'}.`,
      ),
      el(
        'div',
        { class: 'actions' },
        ...features.map((name) => toggle(name, name in closed)),
        button(
          maintenance ? 'End maintenance' : 'Begin maintenance',
          () =>
            setSwitches(maintenance ? 'Maintenance has ended' : 'Maintenance has begun', {
              maintenance: maintenance ? '' : 'Вернёмся к 18:00',
            }),
          { class: maintenance ? '' : 'quiet', 'data-key': 'switch maintenance' },
        ),
        isOwn &&
          button(
            'Follow the shared switches',
            () => act('The user follows the shared switches', () => callMock('PUT', userPath('/switches'), null)),
            {
              'data-key': 'switch none',
            },
          ),
      ),
    ])
  },
}

/** @type {(name: string, isClosed: boolean) => HTMLButtonElement} */
const toggle = (name, isClosed) =>
  button(
    isClosed ? `Open ${name}` : `Close ${name}`,
    () =>
      setSwitches(isClosed ? `Open: ${name}` : `Closed: ${name}`, {
        closed: { [name]: isClosed ? '' : 'Вернётся в 18:00' },
      }),
    { class: isClosed ? '' : 'quiet', 'data-key': `switch ${name}` },
  )
