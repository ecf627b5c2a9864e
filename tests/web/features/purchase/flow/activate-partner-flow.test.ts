import { bundleNamed } from '@paket/sdk'
import { describe, expect, test, vi } from 'vitest'
import { partnerNames, type PartnerName, partnerPages } from '#web/domain/entry-pages.ts'
import { activatePartnerFlow } from '#web/features/purchase/flow/activate-partner-flow.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { MessageAction } from '#web/messages/message.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, rejected, status } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'
import { recordedAfter } from '#support/after-purchase.ts'

interface Case {
  name?: PartnerName
  answers?: Answers
  says?: MessageAction[]
  fromFridge?: boolean
  before?: PurchaseIntent
  canSignInAgain?: boolean
}
async function activate(own: Case = {}) {
  const {
    name = 'beeline',
    answers = {},
    says = ['dismissed'],
    fromFridge = false,
    before,
    canSignInAgain = true,
  } = own
  const { api, sent } = apiThatAnswers({
    get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })],
    get_bank_cards: [cards],
    create_order: [created],
    get_order_status: [status('deposited')],
    ...answers,
  })
  const { io, given, seen, stored } = scriptedPorts({ message: [...says] }, true, before)
  const { after, destinations, to } = recordedAfter({ fromFridge })
  const again = vi.fn<() => void>()
  await activatePartnerFlow(name, 'web', { ...after, check: to('check') }, canSignInAgain ? again : null)(io, api)
  const orders = sent.filter(({ call }) => call === 'create_order').map(({ body }) => body)
  const keys = sent.filter(({ call }) => call === 'create_order').map(({ key }) => key)
  return { given, seen, stored: stored(), destinations, orders, keys, again }
}
const support = { label: 'Написать в поддержку', action: 'support' }
const another = { label: 'Ввести номер ещё раз', action: 'retry' }
const failed = {
  id: 'partner-activation-failed',
  title: 'Не удалось активировать',
  text: 'Войдите по номеру Билайна, на который подключена подписка',
  image: 'error',
  buttons: [another, support],
}
const inDoubt = {
  id: 'partner-activation-in-doubt',
  title: 'Ответ не пришёл',
  text: 'Подписка могла подключиться. Проверьте, подключается ли Пакет, или напишите в поддержку',
  image: 'clock',
  buttons: [{ label: 'Проверить Пакет', action: 'check' }, support],
}

test.each([
  [false, 'landing'],
  [true, 'holodilnik'],
])('orders the partner’s bundle for nothing; from the fridge: %s', async (fromFridge, from) => {
  const { orders, given, stored } = await activate({ fromFridge })
  expect(orders).toMatchObject([{ source: 'web', bundleId: bundleNamed('beeline').id, returnUrlParameters: { from } }])
  expect(given).toMatchObject([{ title: 'Сервис активирован' }])
  expect(stored).toMatchObject({ what: { activation: 'beeline' }, renewing: false })
})

describe('a failed activation', () => {
  test.each<[string, Answers, number | undefined]>([
    ['an order that is refused', { create_order: [rejected(2001)] }, undefined],
    ['an order that is to be tried later', { create_order: [rejected(2002)] }, undefined],
    ['an unknown code', { create_order: [rejected(2011)] }, 2011],
    ['HTTP 422', { create_order: [{ status: 422 }] }, 422],
    ['a payment that is declined', { get_order_status: [status('declined')] }, undefined],
    ['a status that it cannot have', { get_order_status: [status('refunded')] }, undefined],
  ])('by %s shows the partner’s hint with the code [C-ERR-46]', async (_, answers, code) => {
    expect((await activate({ answers })).given).toEqual([{ ...failed, code }])
  })
  test('signs in with another number when that is asked for, and orders nothing again', async () => {
    const { again, orders, destinations } = await activate({
      answers: { create_order: [rejected(2001)] },
      says: ['retry'],
    })
    expect(again).toHaveBeenCalledOnce()
    expect({ orders: orders.length, destinations }).toEqual({ orders: 1, destinations: [] })
  })
  test('offers no other number where no one can sign in', async () => {
    const own = { answers: { create_order: [rejected(2001)] }, canSignInAgain: false }
    expect((await activate(own)).given).toMatchObject([{ buttons: [support] }])
  })
  test('has a hint of its own for each partner [C-ERR-47]', async () => {
    for (const name of partnerNames) {
      const { given } = await activate({ name, answers: { create_order: [rejected(2001)] } })
      const [{ text = '' }] = given as [{ text?: string }]
      expect(text).toMatch(/^Войдите по номеру /)
      expect(text).toContain(name === 'x5card' ? 'на который выпущена карта' : partnerPages[name].partner)
    }
  })
  test.each([
    [2004, 'Пакет уже подключается, дождитесь СМС'],
    [2005, 'У вас уже есть подписка партнёра'],
  ])('with words of its own keeps them: %i is «%s»', async (code, title) => {
    expect((await activate({ answers: { create_order: [rejected(code)] } })).given).toMatchObject([{ title }])
  })
})

test.each<[string, Answers, number | undefined]>([
  ['an order without an answer', { create_order: ['no connection'] }, undefined],
  ...[500, 502, 503, 504].map((code): [string, Answers, number] => [
    `HTTP ${code} to an order`,
    { create_order: [{ status: code }] },
    code,
  ]),
  ['a status that is refused', { get_order_status: [rejected(2000)] }, 2000],
  ['a status that never comes', { get_order_status: [{ status: 503 }] }, 503],
  ['a status that stays', { get_order_status: [status('new')] }, undefined],
])('%s is in doubt, and looked at first', async (_, answers, code) => {
  const { given, destinations } = await activate({ answers, says: ['check'] })
  expect(given).toEqual([{ ...inDoubt, code }])
  expect(destinations).toEqual(['check'])
})

describe('an activation in doubt, pressed again', () => {
  const lost = intentOf({ what: { activation: 'beeline' }, from: 'landing' })
  const data = (orderId: string) => clientDataAnswer({ status: 'registered', bundle: null, orderId })
  test('activates nothing when its order is found', async () => {
    const { given, orders } = await activate({ before: lost, answers: { get_client_data: [data('o1')] } })
    expect(given).toMatchObject([{ title: 'Сервис активирован' }])
    expect(orders).toEqual([])
  })
  test('is still in doubt when no order is found, and a retry has the same key', async () => {
    const own = { before: lost, answers: { get_client_data: [data('o0')] } }
    const asked = await activate(own)
    expect(asked.given).toEqual([
      { ...inDoubt, buttons: [...inDoubt.buttons, { label: 'Попробовать ещё раз', action: 'retry' }] },
    ])
    expect(asked.orders).toEqual([])
    const { keys } = await activate({ ...own, says: ['retry', 'dismissed'] })
    expect(keys).toEqual([`"${lost.id}"`])
  })
})

test('an activation of an earlier page that was declined says that no payment failed, and offers another try', async () => {
  const { given, orders } = await activate({
    before: intentOf({ what: { activation: 'beeline' }, from: 'landing', payment: 'mainCard', orderId: 'o1' }),
    answers: { get_order_status: [status('declined')] },
  })
  expect(given).toEqual([
    {
      id: 'partner-activation-failed',
      title: 'Не удалось активировать',
      text: 'Деньги не списаны. Войдите по номеру, на который подключена подписка партнёра, или проверьте карту',
      image: 'error',
      buttons: [{ label: 'Попробовать ещё раз', action: 'retry' }, support],
    },
  ])
  expect(orders).toEqual([])
})

describe('anyone who has a subscription by now', () => {
  test.each([
    ['slave', 'Вы в Семье, платить не нужно'],
    ['hr', 'У вас уже лучшие условия'],
    ['yandex', 'У вас уже есть подписка партнёра'],
  ] as const)('%s is shown «%s», and orders nothing', async (bundle, title) => {
    const { given, orders } = await activate({ answers: { get_client_data: [clientDataAnswer({ bundle })] } })
    expect(given).toMatchObject([{ title }])
    expect(orders).toEqual([])
  })
  test('may activate the partner’s bundle in addition to their own', async () => {
    const { orders } = await activate({ answers: { get_client_data: [clientDataAnswer({})] } })
    expect(orders).toHaveLength(1)
  })
})

test('an earlier purchase that the bank declined is no failure of the number', async () => {
  const { again, given } = await activate({
    before: intentOf({ orderId: 'o1' }),
    answers: { get_order_status: [status('declined'), status('deposited')] },
    says: ['retry', 'dismissed'],
  })
  expect(again).not.toHaveBeenCalled()
  expect(given).toMatchObject([{ title: 'Не удалось оплатить' }, { title: 'Сервис активирован' }])
})
