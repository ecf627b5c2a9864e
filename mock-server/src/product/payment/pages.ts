import { escapeHtml, type Page } from '#engine/http/page.ts'
import { newExpiry } from '#product/card-expiry.ts'
import type { Order } from '#product/orders.ts'
import { type CardField, type CardMistakes, CONFIRMATION_CODE, grouped, testCards } from './cards.ts'

const rubles = (kopecks: number) =>
  `${(kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: kopecks % 100 === 0 ? 0 : 2 })}\u00A0₽`
const brand = '<div class="brand bank">Тестовый банк</div>'

/** A labelled field with its error. */
function field(name: CardField | 'code', label: string, mistake: string | undefined, attributes: string): string {
  const text = mistake ? `<p class="mistake" id="${name}-mistake">${escapeHtml(mistake)}</p>` : ''
  const links = mistake ? `aria-invalid="true" aria-describedby="${name}-mistake"` : ''
  return `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} ${links}>${text}</div>`
}
const heading = ({ kind, priceKopecks }: Order) =>
  kind === 'binding' ? '<h1>Привязка карты</h1>' : `<h1>Оплата Пакета</h1><p class="sum">${rubles(priceKopecks)}</p>`

/** The card form, filled in with the card that pays, so that one click pays. */
export function cardPage(order: Order, now: number, mistakes: CardMistakes = {}): Page {
  const isBinding = order.kind === 'binding'
  const [payer] = testCards
  // Typed values are not shown again: they may be of a real card.
  const isWrong = Object.keys(mistakes).length > 0
  const number = isWrong ? '' : grouped(payer?.number ?? '')
  const first = isWrong ? 'autofocus' : ''
  const cards = testCards.map(
    (card) => `<li><button type="button" class="quiet" data-number="${grouped(card.number)}">
      <code>${grouped(card.number)}</code> <span>${card.text}</span></button></li>`,
  )
  const content = `${brand}
    <div class="card">${heading(order)}
    ${isWrong ? '<p class="mistake" role="alert">Карта не принята. Исправьте и повторите.</p>' : ''}
    <form method="post" class="stack payment" autocomplete="off" novalidate>
      ${field('number', 'Номер карты', mistakes.number, `inputmode="numeric" maxlength="23" value="${number}" ${first}`)}
      <div class="pair">
        ${field('expiry', 'Срок, ММ/ГГ', mistakes.expiry, `inputmode="numeric" maxlength="7" value="${isWrong ? '' : newExpiry(now)}"`)}
        ${field('cvc', 'CVC', mistakes.cvc, `inputmode="numeric" maxlength="3" value="${isWrong ? '' : '123'}"`)}
      </div>
      <button name="action" value="pay">${isBinding ? 'Привязать карту' : 'Оплатить'}</button>
      <button class="danger" name="action" value="decline">${isBinding ? 'Отклонить карту' : 'Отклонить платёж'}</button>
      <button class="quiet" name="action" value="back">${isBinding ? 'Вернуться без привязки' : 'Вернуться без оплаты'}</button>
      <button class="quiet" name="action" value="close">Закрыть</button>
    </form></div>
    <section class="card test-cards"><h2>Тестовые карты</h2>
      <p class="soft small">Деньги не настоящие. Номер решает, чем всё закончится; срок и CVC любые.</p>
      <ul>${cards.join('')}</ul></section>
    <p class="soft small">Заказ <code>${order.id}</code></p>`
  return {
    title: isBinding ? 'Привязка карты' : 'Оплата Пакета',
    content,
    shape: 'narrow',
    script: '/__mock/panel/product/payment-page.js',
  }
}

/** The page that asks for the bank's code (3-D Secure). */
export function confirmPage(order: Order, isWrong = false): Page {
  const mistake = isWrong ? 'Код не подошёл. Введите его ещё раз.' : undefined
  const attributes = 'inputmode="numeric" maxlength="8" required autocomplete="one-time-code" autofocus'
  const content = `${brand}
    <div class="card"><h1>Подтверждение</h1>
    <p class="soft">Банк отправил код. Здесь он всегда ${CONFIRMATION_CODE}.</p>
    <form method="post" class="stack payment" novalidate>
      ${field('code', 'Код из СМС', mistake, attributes)}
      <button name="action" value="confirm">Подтвердить</button>
      <button class="danger" name="action" value="decline">Отменить</button>
    </form></div>
    <p class="soft small">Заказ <code>${order.id}</code></p>`
  return { title: 'Подтверждение', content, shape: 'narrow' }
}

/** The page of a finished order, which cannot be paid again; the browser's back button leads here. */
export function donePage(order: Order): Page {
  const title = order.decided === 'paid' ? 'Уже оплачено' : 'Банк отклонил платёж'
  const binding = order.decided === 'paid' ? 'Карта уже привязана' : 'Банк отклонил карту'
  const content = `${brand}<div class="card"><h1>${order.kind === 'binding' ? binding : title}</h1>
    <p class="soft">Повторить на этой странице нельзя.</p>
    <form method="post" class="stack"><button name="action" value="back">Вернуться в приложение</button></form></div>`
  return { title, content, shape: 'narrow' }
}

export const messagePage = (title: string, text: string): Page => ({
  title,
  content: `${brand}<div class="card"><h1>${title}</h1><p class="soft">${text}</p></div>`,
  shape: 'narrow',
})
