import { describe, expect, test, vi } from 'vitest'
import { optionPurchaseFlow } from '#web/features/purchase/flow/option-purchase-flow.ts'
import { type AfterPurchase, purchaseFlow } from '#web/features/purchase/flow/purchase-flow.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { Message } from '#web/messages/message.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, rejected, status } from '#support/fake-api.ts'
import type { About } from '#web/flow/show-failure.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'
import { recordedAfter } from '#support/after-purchase.ts'

const family = {
  optionId: '4f0c6a7e-2b1d-4c5e-8f3a-6d9b0e1c2a35',
  name: 'family_1_month',
  priceKopecks: 9900,
  durationDays: 31,
}
type Script = Parameters<typeof scriptedPorts>[0]

async function run(
  flowOf: (after: AfterPurchase) => Flow,
  own: Answers,
  script: Script,
  before: PurchaseIntent | null = null,
  knowsPaymentPage = true,
) {
  const { api, sent } = apiThatAnswers({ get_bank_cards: [cards], create_order: [created], ...own })
  const { io, seen, stored } = scriptedPorts(script, knowsPaymentPage, before)
  const given: unknown[] = []
  const ask: typeof io.ask = (name, asked) => {
    given.push(asked)
    return io.ask(name, asked)
  }
  const { after: recorded, destinations: done } = recordedAfter()
  const toOption = ({ option }: About) => void done.push(option === undefined ? 'option' : `account ${option}`)
  const [refresh, checkAgain] = [vi.fn<() => void>(), vi.fn<AfterPurchase['checkAgain']>()]
  const after = { ...recorded, refresh, checkAgain, account: toOption, check: toOption }
  await flowOf(after)({ ...io, ask }, api)
  const messages = given.filter((one): one is Message => typeof one === 'object' && one !== null && 'buttons' in one)
  return {
    seen,
    given,
    messages,
    done,
    after,
    sent,
    stored: stored(),
    orders: sent.filter(({ call }) => call === 'create_order'),
  }
}
const buyOption = (after: AfterPurchase) => optionPurchaseFlow(family, {}, 'web', after)
const buy = (own: Answers, script: Script) => run(buyOption, own, script)

describe('buying an option', () => {
  test('orders it in the place of a bundle, once, and leads to its page [C-MODAL-11] [C-MODAL-12]', async () => {
    const { orders, messages, done, after } = await buy(
      { get_order_status: [status('new'), status('deposited')] },
      { chooseCard: ['mainCard'], message: ['account'] },
    )
    expect(orders).toMatchObject([
      {
        body: {
          bundleId: family.optionId,
          usingMainCard: true,
          source: 'web',
          returnUrlParameters: { from: 'profile' },
        },
      },
    ])
    expect(messages).toMatchObject([
      { title: 'Опция успешно оплачена', buttons: [{ label: 'Перейти к опции', action: 'account' }] },
    ])
    expect(done).toEqual(['option'])
    expect(after.refresh).toHaveBeenCalled()
  })
  test('leads back to the fridge, as a second way on, anyone who came from there [C-LAYOUT-08] (OP-40)', async () => {
    const { orders, messages, done } = await run(
      (after) => buyOption({ ...after, visit: { fromFridge: true, promo: null } }),
      { get_order_status: [status('deposited')] },
      { chooseCard: ['mainCard'], message: ['fridge'] },
    )
    expect(orders).toMatchObject([{ body: { returnUrlParameters: { from: 'holodilnik' } } }])
    expect(messages[0]?.buttons.map(({ label }) => label)).toEqual([
      'Перейти к опции',
      'Вернуться в холодильник выгоды',
    ])
    expect(done).toEqual(['fridge'])
  })
  test('is asked for by card only: no points, and the words are the option’s (OO-16)', async () => {
    const { given, sent, after } = await buy({}, { chooseCard: ['dismissed'] })
    expect(given).toMatchObject([{ goods: 'option', priceKopecks: 9900, days: 31, points: null }])
    expect(sent.map(({ call }) => call)).toEqual(['get_bank_cards'])
    expect(after.refresh).not.toHaveBeenCalled()
  })
  test.each([
    ['active', 0],
    ['new', 0],
    ['inactive', 1],
  ])('with the option %s by now, from another tab or device, makes %i orders (OO-16)', async (optionStatus, count) => {
    const { orders, messages } = await buy(
      {
        get_client_data: [clientDataAnswer()],
        get_options: [
          { body: { code: 0, result: [{ optionId: family.optionId, status: optionStatus, price: 9900 }] } },
        ],
        get_order_status: [status('deposited')],
      },
      { chooseCard: ['mainCard'], message: ['dismissed'] },
    )
    expect(orders).toHaveLength(count)
    expect(messages[0]?.title).toBe(count ? 'Опция успешно оплачена' : 'Опция уже подключена')
  })
  test('while the last order may still be paid, from another device, orders nothing', async () => {
    const { orders, sent, messages } = await run(
      (after) => optionPurchaseFlow(family, { lastOrderId: 'o5' }, 'web', after),
      { get_order_status: [status('registered', 'https://pay/5')] },
      { chooseCard: ['mainCard'], message: ['dismissed'] },
    )
    expect(orders).toEqual([])
    expect(sent.at(-1)).toEqual({ call: 'get_order_status', body: { orderId: 'o5' } })
    expect(messages).toMatchObject([{ id: 'order-open' }])
  })
  test.each<[string, Answers]>([
    ['no bundle', { get_client_data: [clientDataAnswer({ bundle: null })] }],
    ['options that cannot be read', { get_client_data: [clientDataAnswer()], get_options: [{ status: 500 }] }],
  ])('with %s is left to the server', async (_, answers) => {
    const script: Script = { chooseCard: ['mainCard'], message: ['account'] }
    expect((await buy({ ...answers, get_order_status: [status('deposited')] }, script)).orders).toHaveLength(1)
  })
  test('by a new card leaves for the payment page, and keeps the order', async () => {
    const { seen, orders, messages, stored, after } = await buy(
      { get_order_status: [status('registered', 'https://pay/1')] },
      { chooseCard: ['newCard'] },
    )
    expect(orders).toMatchObject([{ body: { usingMainCard: false } }])
    expect(seen.at(-1)).toBe('payment page https://pay/1')
    expect(stored).toMatchObject({ orderId: 'o1', what: { option: 'family_1_month' }, renewing: false })
    expect(messages).toEqual([])
    expect(after.refresh).toHaveBeenCalledOnce()
  })
  test('by a new card says that something is wrong when the payment page is not a known one', async () => {
    const { messages } = await run(
      buyOption,
      { get_order_status: [status('registered', 'https://pay/1')] },
      { chooseCard: ['newCard'], message: ['dismissed'] },
      null,
      false,
    )
    expect(messages.map(({ title }) => title)).toEqual(['Произошла ошибка'])
  })
  test('a card that is declined says so; a retry chooses the card again', async () => {
    const { orders, messages, done } = await buy(
      { get_order_status: [status('declined'), status('deposited')] },
      { chooseCard: ['mainCard', 'mainCard'], message: ['retry', 'dismissed'] },
    )
    expect(messages.map(({ title }) => title)).toEqual(['Не удалось оплатить', 'Опция успешно оплачена'])
    expect({ orders: orders.length, done }).toEqual({ orders: 2, done: [] })
  })
  const lost = 'Ответ не пришёл'
  const error = 'Произошла ошибка'
  test.each<[string, string, number | undefined, string, Answers]>([
    ['a lost answer to the order', lost, undefined, '(D-03)', { create_order: ['no connection'] }],
    ['an order without an id', lost, undefined, '(D-03)', { create_order: [{ body: { code: 0 } }] }],
    ['a status that is refused', error, 2000, '[C-ERR-19]', { get_order_status: [{ body: { code: 2000 } }] }],
    ['a status that cannot be read', error, 422, '[C-ERR-20]', { get_order_status: [{ status: 422 }] }],
    ['a status of a broken server', error, 503, '[C-ERR-20]', { get_order_status: [{ status: 503 }] }],
    ['a status that it cannot have', error, undefined, '[C-ERR-16]', { get_order_status: [status('refunded')] }],
    ['a status that does not change', error, undefined, '[C-ERR-15]', { get_order_status: [status('new')] }],
  ])('%s is «%s», code %s: never ordered again, to be looked at first %s', async (_, title, code, _row, answers) => {
    const { orders, messages, done, after } = await buy(answers, { chooseCard: ['mainCard'], message: ['check'] })
    expect(messages).toMatchObject([
      { title, text: expect.stringContaining('Не платите второй раз'), buttons: [{ label: 'Проверить опцию' }, {}] },
    ])
    expect(messages[0]?.code).toBe(code)
    expect({ orders: orders.length, done }).toEqual({ orders: 1, done: ['option'] })
    // At the end of the purchase, and again when the button is pressed, which may be minutes later.
    expect(after.refresh).toHaveBeenCalledOnce()
    expect(after.checkAgain).toHaveBeenCalledExactlyOnceWith({ option: undefined })
  })
  test('offers support', async () => {
    const { done } = await buy({ create_order: ['no connection'] }, { chooseCard: ['mainCard'], message: ['support'] })
    expect(done).toEqual(['support'])
  })
  test.each([
    [2000, 'Произошла ошибка'],
    [2002, 'Попробуйте позже'],
    [2006, 'Вы не можете купить ещё один период'],
    [2007, 'Время вышло'],
  ])('an order that is refused with %i: «%s»', async (code, title) => {
    const { messages, orders } = await buy(
      { create_order: [rejected(code)] },
      { chooseCard: ['mainCard'], message: ['dismissed'] },
    )
    expect({ title: messages[0]?.title, orders: orders.length }).toEqual({ title, orders: 1 })
  })
})

test('without an earlier purchase, resuming shows nothing and reads nothing again', async () => {
  const { given, sent, after } = await run((ports) => purchaseFlow({ start: 'resume' }, ports), {}, {})
  expect({ given, sent }).toEqual({ given: [], sent: [] })
  expect(after.refresh).not.toHaveBeenCalled()
})
const left = intentOf({ what: { option: 'family_1_month' }, orderId: 'o7' })
test('after a reload the order is followed, never ordered again, and leads to its page', async () => {
  const { orders, messages, sent, done } = await run(
    (after) => purchaseFlow({ start: 'resume' }, after),
    { get_order_status: [status('registered'), status('deposited')] },
    { message: ['account'] },
    left,
  )
  expect({ orders, title: messages[0]?.title, done }).toEqual({
    orders: [],
    title: 'Опция успешно оплачена',
    done: ['account family_1_month'],
  })
  expect(sent).toHaveLength(2)
})
test.each([
  [status('deposited'), 'Опция успешно оплачена', 'account', ['account family_1_month']],
  [status('declined'), 'Не удалось оплатить', 'retry', ['retry']],
] as const)('after the payment page %j says «%s»', async (answer, title, reply, destinations) => {
  const { messages, done } = await run(
    (after) => purchaseFlow({ start: 'confirm', orderId: 'o7' }, after),
    { get_order_status: [answer] },
    { message: [reply] },
    left,
  )
  expect({ messages: messages.map((message) => message.title), done }).toEqual({
    messages: [title],
    done: destinations,
  })
})
