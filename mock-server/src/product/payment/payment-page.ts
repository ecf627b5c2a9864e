import type { IncomingMessage, ServerResponse } from 'node:http'
import { decline, type Emitter, pay } from '#product/order-ends.ts'
import { pathOf, Problem, readText } from '#engine/http/http.ts'
import { type Order, returnAddress } from '#product/orders.ts'
import { orderOf, ownerOf } from '#product/state.ts'
import { type Page, sendPage } from '#engine/http/page.ts'
import type { Origins } from '#engine/http/origins.ts'
import type { Users } from '#engine/state/users.ts'
import { type CardMistakes, CONFIRMATION_CODE, readCard, testCards } from './cards.ts'
import { cardPage, confirmPage, donePage, messagePage } from './pages.ts'

export interface PaymentContext {
  users: Users
  origins: Origins
  rules: Emitter
}

/** The bank's page at `formUrl`: pay by card, confirm, decline, go back, close. */
export async function paymentPage(
  { users, origins, rules }: PaymentContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = /^\/pay\/([\w-]+)$/.exec(pathOf(request))?.[1] ?? ''
  const owner = ownerOf(users, id)
  const order = owner && orderOf(owner, id)
  if (!owner || !order)
    return sendPage(response, 404, messagePage('Заказ не найден', 'Вернитесь в приложение и начните оплату заново.'))
  // A snapshot can bring an order of an app that this mock does not know.
  const app = origins.firstApp(order.appOrigin)
  const show = (status: number, page: Page) => sendPage(response, status, page, [app])
  const goBack = () => goTo(returnAddress(order, app), response)
  if (request.method === 'GET' || request.method === 'HEAD') return show(200, pageOf(order, users.now(owner)))
  if (request.method !== 'POST')
    throw new Problem(405, 'Wrong method', 'The payment page takes GET and POST', { headers: { allow: 'GET, POST' } })
  const form = new URLSearchParams(await readText(request))
  // `get` applies what became due if the clock has moved since the page was shown.
  const user = users.get(owner.login)
  const ending = { emitter: rules, user, users, now: users.now(user) }
  switch (form.get('action')) {
    case 'pay': {
      const card = cardOf(form, ending.now)
      if (!('end' in card)) return show(422, order.decided ? donePage(order) : cardPage(order, ending.now, card))
      if (card.end === 'lost') return void response.socket?.resetAndDestroy()
      if (card.end === 'confirm' && !order.decided) {
        order.isConfirming = true
        return goTo(pathOf(request), response)
      }
      if (card.end === 'declined') decline(order, ending)
      else pay(order, ending)
      return goBack()
    }
    case 'confirm':
      if (order.isConfirming && form.get('code')?.trim() !== CONFIRMATION_CODE)
        return show(422, confirmPage(order, true))
      if (order.isConfirming) pay(order, ending)
      return goBack()
    case 'decline':
      decline(order, ending)
      return goBack()
    case 'back':
      return goBack()
    case 'close':
      return sendPage(
        response,
        200,
        messagePage('Страница оплаты закрыта', 'Вкладку можно закрыть: ничего не списано.'),
      )
    case null:
    default:
      throw new Problem(400, 'Wrong action', 'action must be pay, confirm, decline, back or close')
  }
}

const pageOf = (order: Order, now: number): Page =>
  order.decided ? donePage(order) : order.isConfirming ? confirmPage(order) : cardPage(order, now)

/** Returns the card of the form; without a number, the card that pays. */
function cardOf(form: URLSearchParams, now: number): ReturnType<typeof readCard> | CardMistakes {
  const text = (name: string) => form.get(name) ?? ''
  if (!form.has('number')) return testCards[0]!
  return readCard({ number: text('number'), expiry: text('expiry'), cvc: text('cvc') }, now)
}

/** Redirects with 303: the browser continues with GET, so reloading does not pay again. */
function goTo(address: string, response: ServerResponse): void {
  response.writeHead(303, { location: address, 'cache-control': 'no-store' }).end()
}
