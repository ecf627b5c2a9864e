import { bundleNamed } from '@paket/sdk'
import { describe, expect, test } from 'vitest'
import { purchase } from '#web/features/purchase/flow/purchase.ts'
import type { Purchase } from '#web/features/purchase/flow/purchase-input.ts'
import { type Answers, apiThatAnswers, cards, created, noCards, rejected, status } from '#support/fake-api.ts'
import type { PurchaseBlock } from '#web/domain/status-block.ts'
import { inRubles } from '#web/domain/sum.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const month: Purchase = {
  bundle: bundleNamed('standard199'),
  priceKopecks: 19900,
  shown: { kopecks: 19_900, in: 'rubles' },
  from: 'profile',
  source: 'web',
  renewing: false,
  wanted: { bundle: 'standard199', priceKopecks: 19900 },
}
const answers = (own: Answers): Answers => ({
  get_bank_cards: [cards],
  get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })],
  create_order: [created],
  ...own,
})
const buy = async (
  own: Answers,
  script: Parameters<typeof scriptedPorts>[0] = { chooseCard: ['mainCard'] },
  what = month,
) => {
  const { api, sent } = apiThatAnswers(answers(own))
  const { io, seen, steps, stored } = scriptedPorts(script)
  return {
    end: await purchase(what, api, io),
    seen,
    steps,
    stored: stored(),
    sent,
    orders: sent.filter(({ call }) => call === 'create_order'),
  }
}

test('asks which card pays for a bundle, unless something else is bought', async () => {
  const { seen } = await buy({ get_order_status: [status('deposited')] })
  expect(seen.find((line) => line.startsWith('chooseCard: '))).toContain('"goods":"bundle"')
})

describe('the steps under the spinner', () => {
  const price = '199\u00a0₽ за 1\u00a0месяц'
  test('are the order and its payment by the main card', async () => {
    const { steps } = await buy({ get_order_status: [status('deposited')] })
    expect(steps).toEqual([`Заказ of 3: ${price}`, `Оплата of 3: ${price}`])
  })
  test('go on at the bank with a new card', async () => {
    const page = status('registered', 'https://bank.example/o1')
    const { steps } = await buy({ get_order_status: [page] }, { chooseCard: ['newCard'] })
    expect(steps).toEqual([`Заказ of 3: ${price}`, `Банк of 3: ${price}`, `Банк of 3: ${price}`])
  })
  test('are the order and the charge with points', async () => {
    const own: Answers = { create_scores_order: [created], pay_order: [{ body: { code: 0 } }] }
    const { steps } = await buy({ ...own, get_order_status: [status('deposited')] }, { chooseCard: ['points'] })
    expect(steps.map((step) => step.replaceAll('\u00a0', ' '))).toEqual([
      'Заказ of 3: 1 990 баллов за 1 месяц',
      'Списание of 3: 1 990 баллов за 1 месяц',
    ])
  })
  test('have no payment where nothing is paid', async () => {
    const { steps } = await buy(
      { get_order_status: [status('deposited')] },
      {},
      { ...month, priceKopecks: 0, shown: inRubles(0) },
    )
    const free = 'Бесплатно на 1\u00a0месяц'
    expect(steps).toEqual([`Заказ of 2: ${free}`, `Подключение of 2: ${free}`])
  })
})

describe('main card', () => {
  test.each(['standard199', 'standardtwelve1599'] as const)(
    'asks for a card, creates one order of %s, shows the spinner, polls, and is paid [C-BUY-02] [C-BUY-04] [C-BUY-06]',
    async (name) => {
      const { end, seen, orders } = await buy(
        { get_order_status: [status('new'), status('registered'), status('deposited')] },
        undefined,
        { ...month, bundle: bundleNamed(name) },
      )
      expect(end).toEqual({ kind: 'purchased', renewing: false })
      expect(seen.map((line) => line.split(':')[0])).toEqual([
        'spinner',
        'chooseCard',
        'spinner',
        'make after null mainCard',
        'follow o1 mainCard',
        'sleep 2000',
        'sleep 2000',
        'paid o1',
      ])
      expect(orders).toEqual([
        {
          call: 'create_order',
          body: {
            source: 'web',
            bundleId: bundleNamed(name).id,
            usingMainCard: true,
            returnUrlParameters: { event: 'payment', from: 'profile' },
            failUrlParameters: { event: 'payment', from: 'profile' },
          },
        },
      ])
    },
  )
  test('asks for a card when there is no main one too [C-BUY-02]', async () => {
    const own = { get_bank_cards: [noCards], get_order_status: [status('registered', 'https://pay.example/1')] }
    const { seen, orders } = await buy(own, { chooseCard: ['newCard'] })
    expect(seen.slice(0, 2)).toEqual([
      'spinner: Проверяем карты',
      expect.stringMatching(/^chooseCard: .*"mainCard":null/),
    ])
    expect(orders).toMatchObject([{ body: { usingMainCard: false } }])
  })
  const another = { body: { code: 0, cards: [{ id: 'c2', isMainCard: true }] } }
  test.each([
    ['another card is the main one', another],
    ['it is removed', noCards],
  ])('is not charged when meanwhile %s', async (_, later) => {
    const { end, orders, stored } = await buy({ get_bank_cards: [cards, later] })
    expect(end).toEqual({ kind: 'blocked', block: 'newMainCard' })
    expect({ orders, stored }).toEqual({ orders: [], stored: null })
  })
  test('is charged when the cards cannot be read again: the server decides', async () => {
    const deposited = { get_order_status: [status('deposited')] }
    const { end } = await buy({ get_bank_cards: [cards, { status: 500 }], ...deposited })
    expect(end).toMatchObject({ kind: 'purchased' })
  })
  test('does not matter to a payment by a new card', async () => {
    const page = { get_order_status: [status('registered', 'https://pay.example/1')] }
    const { orders } = await buy({ get_bank_cards: [cards, noCards], ...page }, { chooseCard: ['newCard'] })
    expect(orders).toHaveLength(1)
  })
  test('the spinner reads «Заказ создаётся» for a price [C-MODAL-05]', async () => {
    expect((await buy({ get_order_status: [status('deposited')] })).seen).toContain('spinner: Заказ создаётся')
  })
  test.each([
    [status('declined'), { kind: 'declined' }],
    [status('refunded'), { kind: 'invalid' }],
    [rejected(2000), { kind: 'statusUnread' }],
    [{ status: 422 }, { kind: 'statusUnread' }],
    [{ status: 500 }, { kind: 'statusUnread' }],
    ['no connection' as const, { kind: 'statusUnread' }],
    [status('new'), { kind: 'tooManyAttempts' }],
  ])('ends by the order status %j as %j', async (answer, end) => {
    expect((await buy({ get_order_status: [answer] })).end).toMatchObject(end)
  })
})

describe('price 0', () => {
  const free = { ...month, priceKopecks: 0, shown: inRubles(0) }
  test('asks for no card and uses the main one; the spinner reads «Подписка активируется» [C-BUY-03] [C-MODAL-04]', async () => {
    const { seen, orders } = await buy({ get_order_status: [status('deposited')] }, {}, free)
    expect(seen).toContain('spinner: Подписка активируется')
    expect(orders).toMatchObject([{ body: { usingMainCard: true } }])
  })
  test.each([
    ['any card', noCards],
    ['a main card', { body: { code: 0, cards: [{ id: 'c2', isMainCard: false }] } }],
  ])('without %s goes the way of a new card (OP-23)', async (_, ownCards) => {
    const { orders } = await buy(
      { get_bank_cards: [ownCards], get_order_status: [status('registered', 'https://pay/1')] },
      {},
      free,
    )
    expect(orders).toMatchObject([{ body: { usingMainCard: false } }])
  })
})

describe('new card', () => {
  const withNewCard = (own: Answers) => buy(own, { chooseCard: ['newCard'] })
  test('opens the payment page outside of its turn, and stores the order for a return or another visit', async () => {
    const { end, seen, orders, stored } = await withNewCard({
      get_order_status: [status('new'), status('registered', 'https://pay/1')],
    })
    expect(end).toEqual({ kind: 'returnedFromPayment' })
    expect(seen.slice(-3)).toEqual(['sleep 2000', 'spinner: Заказ создаётся', 'payment page https://pay/1'])
    expect(stored).toMatchObject({ orderId: 'o1', payment: 'newCard' })
    expect(stored).not.toHaveProperty('end')
    expect(orders).toMatchObject([{ body: { usingMainCard: false } }])
  })
  test.each([[status('registered')], [status('deposited')], [status('declined')]])('%j is invalid', async (answer) => {
    expect((await withNewCard({ get_order_status: [answer] })).end).toEqual({ kind: 'invalid' })
  })
  test('a payment page at an unknown address is not opened', async () => {
    const { api } = apiThatAnswers(answers({ get_order_status: [status('registered', 'https://evil/1')] }))
    expect(await purchase(month, api, scriptedPorts({ chooseCard: ['newCard'] }, false).io)).toEqual({
      kind: 'invalid',
    })
  })
})

describe('points in the choice of what pays (options T6)', () => {
  const offered = { ...month, offersPoints: true }
  const balance = (scoresBalance: number) => ({ body: { code: 0, result: { scoresBalance } } })
  /** Returns the points that the choice of a card gets. */
  const pointsGiven = async (own: Answers, what = offered) => {
    const { seen } = await buy(own, { chooseCard: ['dismissed'] }, what)
    const given = seen.find((line) => line.startsWith('chooseCard: '))?.slice('chooseCard: '.length) ?? '{}'
    return (JSON.parse(given) as { points?: unknown }).points
  }
  test('are offered with a balance [O-MODAL-03] [O-POINTS-11]', async () => {
    expect(await pointsGiven({ get_scores_balance: [balance(1989)] })).toBe(1989)
  })
  test.each<[string, Answers['x']]>([
    ['is 0', [balance(0)]],
    ['failed with 2000', [rejected(2000)]],
    ['failed with another code', [rejected(2001)]],
    ['failed with HTTP 500', [{ status: 500 }]],
    ['did not come', ['no connection']],
  ])('are not when the balance %s [O-POINTS-11]', async (_, answer) => {
    expect(await pointsGiven({ get_scores_balance: answer })).toBeNull()
  })
  test('are not read when they may not pay', async () => {
    const { sent } = await buy({ get_scores_balance: [balance(5000)] }, { chooseCard: ['dismissed'] })
    expect(sent.map(({ call }) => call)).toEqual(['get_bank_cards'])
  })
  test('pay by a points order when they are chosen, and no other order is made [O-MODAL-03]', async () => {
    const { end, sent, seen } = await buy(
      {
        get_scores_balance: [balance(5000)],
        create_scores_order: [created],
        pay_order: [{ body: { code: 0 } }],
        get_order_status: [status('deposited')],
      },
      { chooseCard: ['points'] },
      offered,
    )
    expect(end).toEqual({ kind: 'purchased', renewing: false })
    expect(sent.map(({ call }) => call).slice(3)).toEqual(['create_scores_order', 'pay_order', 'get_order_status'])
    expect(seen).toContain('spinner: Списываем баллы')
  })
})

describe('another tab or device has bought while this one was choosing', () => {
  /** A purchase that was started although this block was known. */
  const since = (known: PurchaseBlock | null) => ({ ...month, isStoppedBy: (block: PurchaseBlock) => block !== known })
  const now = (own: Parameters<typeof clientDataAnswer>[0]) => ({ get_client_data: [clientDataAnswer(own)] })
  test.each<[PurchaseBlock | null, Parameters<typeof clientDataAnswer>[0], PurchaseBlock]>([
    [null, { status: 'waiting_for_activation', bundle: 'standard199' }, 'connecting'],
    [null, {}, 'alreadyHas'],
    [null, { bundle: 'megafon' }, 'partner'],
    // A change of the term whose order exists already.
    ['alreadyHas', { status: 'waiting_for_activation' }, 'connecting'],
  ])('from %s to %j: nothing is ordered', async (block, own, kind) => {
    const { end, orders, seen } = await buy(now(own), undefined, since(block))
    expect({ end, orders }).toEqual({ end: { kind: 'blocked', block: kind }, orders: [] })
    expect(seen.filter((line) => line.startsWith('make'))).toEqual([])
  })
  test.each<[string, PurchaseBlock | null, Answers]>([
    ['what stood in the way before is there still', 'alreadyHas', now({})],
    ['nothing blocks it', null, now({ status: 'registered', bundle: null })],
    ['it pays for a grace period', null, now({ isGracePeriod: true })],
    ['the data cannot be read', null, { get_client_data: [{ status: 500 }] }],
    ['the bundle is one that no one knows', null, now({ bundleId: 'b9' })],
    ['the status is one that no one knows', null, now({ status: 'frozen' as 'activated' })],
    ['a date is none', null, now({ activationDate: 'soon' })],
  ])('%s: it is ordered', async (_, block, data) => {
    const { orders } = await buy({ ...data, get_order_status: [status('deposited')] }, undefined, since(block))
    expect(orders).toHaveLength(1)
  })
})

test('closing the card choice orders nothing', async () => {
  const { end, orders } = await buy({}, { chooseCard: ['dismissed'] })
  expect({ end, orders }).toEqual({ end: { kind: 'dismissed' }, orders: [] })
})
test('cards that cannot be read end the purchase before any order', async () => {
  const { end, orders } = await buy({ get_bank_cards: [{ status: 500 }] })
  expect({ kind: end.kind, orders }).toEqual({ kind: 'cardsUnread', orders: [] })
})
test.each([2, 2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 9999])(
  'code %i of create_order refuses the purchase',
  async (code) => {
    expect((await buy({ create_order: [rejected(code)] })).end).toMatchObject({ kind: 'refused', failure: { code } })
  },
)
test('an order whose answer is lost is not repeated: it is in doubt', async () => {
  const { end, orders } = await buy({ create_order: ['no connection'] })
  expect(end).toMatchObject({ kind: 'refused', failure: { name: 'noConnection', outcome: 'order-in-doubt' } })
  expect(orders).toHaveLength(1)
})
