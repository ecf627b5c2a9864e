import { describe, expect, test } from 'vitest'
import { finding, findingOption } from '../../../../web/src/features/purchase/buying.ts'
import { purchase } from '../../../../web/src/features/purchase/purchase.ts'
import type { OrderInTheMaking } from '../../../../web/src/flow/ports.ts'
import { clientDataAnswer } from '../../../support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, rejected, status } from '../../../support/fake-api.ts'
import { scriptedPorts } from '../../../support/scripted-ports.ts'

const after = (led: string[]) => ({
  refresh: () => undefined,
  toAccount: () => void led.push('account'),
  toRetry: () => void led.push('retry'),
  toSupport: () => void led.push('support'),
  toFridge: () => undefined,
  toOplata: () => undefined,
  toPromo: () => undefined,
  visit: { fromFridge: false, promo: null },
})
const last = (orderId: string | null) => clientDataAnswer({ orderId })

describe('an order is kept before it is made (D-03)', () => {
  const month = { id: 'b1', durationDays: 31 }
  const buy = async (answers: Answers) => {
    const { api, sent } = apiThatAnswers({ get_bank_cards: [cards], create_order: [created], ...answers })
    const { io, seen } = scriptedPorts({ chooseCard: ['mainCard'] })
    const what = { bundle: month, priceKopecks: 100, from: 'profile', source: 'web', renewing: false } as const
    await purchase(what, api, io)
    return { kept: seen.filter((line) => /^(make|follow)/.test(line)), sent: sent.map(({ call }) => call) }
  }
  test.each([
    [[last('o0')], 'make after o0 mainCard'],
    [[last(null)], 'make after null mainCard'],
    [[{ status: 500 }], 'make after undefined mainCard'],
  ])('with the order before it: %j', async (clientData, line) => {
    const { kept, sent } = await buy({ get_client_data: clientData, get_order_status: [status('deposited')] })
    expect(kept).toEqual([line, 'follow o1 mainCard', 'follow nothing'])
    expect(sent).toEqual(['get_bank_cards', 'get_client_data', 'create_order', 'get_order_status'])
  })
  test('and forgotten when it is refused', async () => {
    const { kept } = await buy({ get_client_data: [last('o0')], create_order: [rejected(2000)] })
    expect(kept).toEqual(['make after o0 mainCard', 'follow nothing'])
  })
})

describe('after a reload while an order was being made (D-03)', () => {
  async function look(
    clientData: Answers['x'],
    own: Partial<OrderInTheMaking> = {},
    {
      statuses = [status('deposited')],
      answer = 'dismissed',
      flow = finding,
      begun = null,
    }: {
      statuses?: Answers['x']
      answer?: 'dismissed' | 'check' | 'support' | 'retry'
      flow?: typeof finding
      begun?: Parameters<typeof finding>[2]
    } = {},
  ) {
    const { api, sent } = apiThatAnswers({ get_client_data: clientData, get_order_status: statuses })
    const { io, seen } = scriptedPorts({ message: [answer] })
    const led: string[] = []
    await flow({ lastOrderId: 'o0', payment: 'mainCard', renewing: false, ...own }, after(led), begun)(io, api)
    const calls = sent.map(({ call }) => call)
    return { seen, led, calls, looks: calls.filter((call) => call === 'get_client_data').length }
  }

  test('a new order is followed to its end, and none is made', async () => {
    const { seen, calls } = await look([last('o1')])
    expect(seen).toEqual([
      'spinner: Ищем заказ',
      'make after o0 mainCard',
      'spinner: Заказ создаётся',
      'follow o1 mainCard',
      'follow nothing',
      'message: Сервис активирован',
    ])
    expect(calls).toEqual(['get_client_data', 'get_order_status'])
  })
  test('a counter-offer keeps its title [C-MODAL-28]', async () => {
    const begun = { counterOffer: 'discount1_90' } as const
    const { seen } = await look([last('o1')], { renewing: true }, { begun })
    expect(seen.at(-1)).toBe('message: Месяц со скидкой 90\u00a0% подключён')
  })
  test('a new order is followed whatever its bundle is (OP-62)', async () => {
    const unknown = clientDataAnswer({ orderId: 'o1', bundleId: 'b9', status: 'frozen' as 'activated' })
    expect((await look([unknown])).seen.at(-1)).toBe('message: Сервис активирован')
  })
  test('the first order of a subscriber is new', async () => {
    expect((await look([last('o1')], { lastOrderId: null })).seen.at(-1)).toBe('message: Сервис активирован')
  })
  test('an order that is still on its way is waited for', async () => {
    const { seen, looks } = await look([last('o0'), { status: 500 }, 'no connection', last('o1')])
    expect([looks, seen.at(-1)]).toEqual([4, 'message: Сервис активирован'])
  })
  test('a new card goes on to its payment page', async () => {
    const statuses = [status('registered', 'https://pay.example/1')]
    const { seen } = await look([last('o1')], { payment: 'newCard' }, { statuses })
    expect(seen.at(-1)).toBe('payment page https://pay.example/1')
  })
  test.each([
    ['none has come', [last('o0')], {}, 5],
    ['there is none at all', [last(null)], { lastOrderId: null }, 5],
    ['nothing can be read', [{ status: 500 }], {}, 5],
    ['the one before it is not known', [last('o1')], { lastOrderId: undefined }, 0],
  ])(
    '%s: it is in doubt, the account can be looked at, nothing is ordered again',
    async (_, clientData, own, looked) => {
      const { seen, led, calls, looks } = await look(clientData, own, { answer: 'check' })
      expect(seen.slice(-2)).toEqual(['follow nothing', 'message: Ответ не пришёл'])
      expect([looks, led, calls.includes('create_order')]).toEqual([looked, ['account'], false])
    },
  )
  test('support is a way on too', async () => {
    expect((await look([last('o0')], {}, { answer: 'support' })).led).toEqual(['support'])
  })
  test('an order that was found and declined can be tried again, where it is bought', async () => {
    const { led } = await look([last('o1')], {}, { statuses: [status('declined')], answer: 'retry' })
    expect(led).toEqual(['retry'])
  })
  test.each([
    ['found', last('o1'), 'message: Опция успешно оплачена'],
    ['in doubt', last('o0'), 'message: Ответ не пришёл'],
  ])('an option %s is told in its own words', async (_, clientData, told) => {
    expect((await look([clientData], {}, { flow: findingOption })).seen.at(-1)).toBe(told)
  })
})
