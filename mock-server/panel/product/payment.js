import { el, section, show } from '../engine/dom.js'
import { callMock } from '../engine/page.js'

/** @typedef {import('../../src/product/orders.ts').Order} Order */
/** @typedef {import('../../src/product/payment/cards.ts').TestCard} TestCard */

const orders = el('ul')
const cards = el('ul')
/** @type {TestCard[] | undefined} */
let loaded
const endTexts = {
  paid: 'is paid',
  declined: 'is declined by the bank',
  confirm: 'is asked for a code: 1111',
  expired: 'has expired',
  lost: 'loses the connection',
}
/** @param {TestCard} card */
const cardRow = ({ number, end }) =>
  el('li', {}, el('code', {}, number.replace(/(\d{4})(?=\d)/g, '$1 ')), ` ${endTexts[end]}`)

/** Open payment pages, and the test cards. @type {import('../engine/page.js').Part} */
export const payment = {
  element: section(
    'Payment',
    orders,
    el('p', { class: 'soft' }, 'Test cards for the payment page, with any future date and any CVC.'),
    cards,
    el('p', { class: 'soft' }, 'For a main card that is declined, start over as “declined”.'),
  ),
  read: async () => (loaded ??= await callMock('GET', 'cards')),
  show(user, /** @type {TestCard[]} */ testCards) {
    show(cards, testCards, () => testCards.map(cardRow))
    const all = /** @type {Order[]} */ (user['orders'])
    const open = all.filter(({ decided, kind }) => !decided && (kind === 'newCard' || kind === 'binding'))
    const ids = open.map(({ id }) => id)
    show(orders, ids, () =>
      ids.length === 0 ? [el('li', { class: 'soft' }, 'No payment page is open.')] : ids.map(orderRow),
    )
  },
}
/** @param {string} id */
const orderRow = (id) =>
  el(
    'li',
    {},
    el('a', { href: `/pay/${id}`, target: '_blank', 'data-key': id }, `Payment page of order ${id.slice(0, 8)}`),
  )
