import {
  type BundleName,
  bundleNamed,
  counterOfferNamed,
  createClient,
  type CounterOfferName,
  type SubscriberStatus,
  toSubscriber,
} from '@paket/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Buyer, Choice } from '#web/features/purchase/choose/buyer.ts'
import { checkoutFlow } from '#web/features/purchase/choose/checkout-flow.ts'
import type { Modals } from '#web/modals/define-modal.ts'
import type { Message } from '#web/messages/message.ts'
import { recordedAfter } from '#support/after-purchase.ts'
import { clientData, clientDataAnswer } from '#support/client-data.ts'
import { apiThatAnswers, cards, created, fetchThatAnswers, rejected, status } from '#support/fake-api.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

afterEach(() => void vi.useRealTimers())

const buyer = (own: Partial<Buyer> = {}, visit: Partial<Buyer['after']['visit']> = {}) => {
  const { after, destinations } = recordedAfter(visit)
  const who: Buyer = {
    subscriber: toSubscriber(clientData({ status: 'registered', bundle: null })),
    source: 'web',
    from: 'profile',
    after,
    now: () => new Date('2026-11-10T09:00:00Z'),
    ...own,
  }
  return { who, destinations }
}
const good = { get_bank_cards: [cards], create_order: [created], get_order_status: [status('deposited')] }

test.each([
  [true, 'Месяц со скидкой 90'],
  [false, 'Пакет продлён'],
])(
  'what is known of a purchase reaches the card, the order and the end; a counter-offer %s: «%s» [C-ENTITY-15] [O-ENTITY-42] [C-RENEW-06]',
  async (isCounterOffer, title) => {
    const { api, sent } = apiThatAnswers(good)
    const { io, stored } = scriptedPorts({ chooseCard: ['mainCard'], message: ['promo'] })
    const given: unknown[] = []
    const ask: typeof io.ask = (name, what) => {
      given.push(what)
      return io.ask(name, what)
    }
    const { who, destinations } = buyer(
      { subscriber: toSubscriber(clientData({ bundle: 'daily' })), from: 'fastbuy', way: { action: 'shoko24' } },
      { promo: 'shoko24' },
    )
    const counterOffer = counterOfferNamed('discount1_90')
    const terms = {
      bundle: bundleNamed('standard199'),
      durationDays: 62,
      priceKopecks: 1900,
      ...(isCounterOffer && { counterOffer }),
      promocode: { id: 'p1', value: 'A1' },
      experimentId: 'e1',
    }
    await checkoutFlow({ kind: 'terms', terms }, who)({ ...io, ask }, api)
    const [card, end] = given as [Modals['chooseCard']['given'], Message]
    // The promised price is charged; the renewal has the bundle's own term.
    expect(card).toMatchObject({ priceKopecks: 1900, days: 62, renewalDays: 31, promocode: 'A1' })
    expect(sent.find(({ call }) => call === 'create_order')?.body).toEqual({
      source: 'web',
      bundleId: bundleNamed('standard199').id,
      usingMainCard: true,
      promocodeId: 'p1',
      ...(isCounterOffer && { counterOfferId: counterOffer.id }),
      experimentId: 'e1',
      returnUrlParameters: { event: 'payment', from: 'fastbuy' },
      failUrlParameters: { event: 'payment', from: 'fastbuy' },
    })
    // The user's status makes it a renewal, and the promotion adds its gift.
    expect({ title: end.title, label: end.buttons[0]?.label }).toEqual({
      title: expect.stringContaining(title),
      label: 'Получить',
    })
    expect(destinations).toEqual(['promo'])
    // Stored with its terms, by name.
    expect(stored()?.what).toEqual({
      bundle: 'standard199',
      priceKopecks: 1900,
      promocode: 'A1',
      experimentId: 'e1',
      ...(isCounterOffer && { counterOffer: 'discount1_90' }),
      action: 'shoko24',
    })
  },
)

test('shows a subscriber that they have a subscription, and offers support for a refund [O-ERR-50]', async () => {
  const { api, sent } = apiThatAnswers(good)
  const { io, seen } = scriptedPorts({ message: ['support'] })
  const shown: Message[] = []
  const ask: typeof io.ask = (name, what) => {
    shown.push(what as Message)
    return io.ask(name, what)
  }
  const { who, destinations } = buyer({ subscriber: toSubscriber(clientData({})) })
  await checkoutFlow({ kind: 'bundle', bundle: 'standard199' }, who)({ ...io, ask }, api)
  expect(seen).toEqual(['message: У вас подключен сервис Пакет'])
  expect({ text: shown[0]?.text, buttons: shown[0]?.buttons.map(({ label }) => label) }).toEqual({
    text: expect.stringMatching(/напишите в поддержку: вернём деньги/),
    buttons: ['Понятно', 'Написать в поддержку'],
  })
  expect({ destinations, sent }).toEqual({ destinations: ['support'], sent: [] })
})

test.each<[string, Parameters<typeof clientData>[0], Choice, string | null]>([
  ['employee', { bundle: 'hr' }, { kind: 'asked' }, 'У вас уже лучшие условия'],
  ['subscriber who only opened the checkout', {}, { kind: 'asked' }, 'У вас подключен сервис Пакет'],
  ['family member', { bundle: 'slave' }, { kind: 'bundle', bundle: 'standard199' }, 'Вы в Семье, платить не нужно'],
])('stops a %s at once, and asks the backend nothing', async (_, own, choice, title) => {
  const { api, sent } = apiThatAnswers(good)
  const { io, seen } = scriptedPorts({ message: ['dismissed'] })
  await checkoutFlow(choice, buyer({ subscriber: toSubscriber(clientData(own)) }).who)(io, api)
  expect({ seen, sent }).toEqual({ seen: [`message: ${title}`], sent: [] })
})
test('in a grace period what was promised is bought at its price', async () => {
  const { api, sent } = apiThatAnswers(good)
  const { io, given } = scriptedPorts({ chooseCard: ['mainCard'], message: ['dismissed'] })
  const { who, destinations } = buyer({ subscriber: toSubscriber(clientData({ isGracePeriod: true })) })
  const terms = { bundle: bundleNamed('standardsix899'), priceKopecks: 1900 }
  await checkoutFlow({ kind: 'terms', terms }, who)(io, api)
  expect(given[0]).toMatchObject({ priceKopecks: 1900 })
  expect({ destinations, sent: sent.filter(({ call }) => call === 'create_order').length }).toEqual({
    destinations: [],
    sent: 1,
  })
})
test('by points the order is one of points, from the page of points [C-ENTITY-14]', async () => {
  const { api, sent } = apiThatAnswers({
    ...good,
    get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })],
    get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 5000 } } }],
    create_scores_order: [created],
    pay_order: [{ body: { code: 0 } }],
  })
  const { io, lastMessage, stored } = scriptedPorts({
    chooseTariff: [{ bundle: 'standard199', pay: 'points' }],
    message: ['dismissed'],
  })
  await checkoutFlow({ kind: 'asked' }, buyer().who)(io, api)
  expect(lastMessage()).toBe('message: Сервис активирован')
  expect(stored()).toMatchObject({ from: 'scores', payment: 'scores' })
  expect(sent.map(({ call }) => call)).toContain('create_scores_order')
})

const month = clientData({})
test.each<[string, Parameters<typeof clientData>[0], number]>([
  ['nothing has changed', {}, 1],
  ['it was renewed', { lastChainEndDate: '2027-01-02T09:05:00+03:00' }, 0],
  ['it was moved', { bundle: 'standardsix899' }, 0],
  ['it goes on with another', { lastPeriod: { bundleId: month.bundleId, startDate: null, endDate: null } }, 0],
  ['it is being moved', { status: 'waiting_for_activation' }, 0],
  // Nothing blocks it: it can be bought.
  ['it has ended', { status: 'deactivated', lastChainEndDate: null }, 1],
])('a move to another term, when %s in another tab meanwhile (%j): makes %i orders', async (_, own, orders) => {
  const { api, sent } = apiThatAnswers({ ...good, get_client_data: [clientDataAnswer(own)] })
  const { io, lastMessage } = scriptedPorts({ chooseCard: ['mainCard'], message: ['accept', 'dismissed'] })
  const { who } = buyer({ subscriber: toSubscriber(month) })
  await checkoutFlow({ kind: 'bundle', bundle: 'standardtwelve1599' }, who)(io, api)
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(orders)
  expect(lastMessage()).toMatch(orders ? 'Пакет продлён' : /У вас подключен|подключается/)
})

test.each([
  ['deposited', 'Сервис активирован', 'account'],
  ['declined', 'Не удалось оплатить', 'support'],
] as const)('a declined payment offers to try again, %s then, and support [O-ERR-48]', async (end, title, answer) => {
  const { api, sent } = apiThatAnswers({ ...good, get_order_status: [status('declined'), status(end)] })
  const { io, seen } = scriptedPorts({ chooseCard: ['mainCard', 'mainCard'], message: ['retry', answer] })
  const { who, destinations } = buyer()
  await checkoutFlow({ kind: 'bundle', bundle: 'standard199' }, who)(io, api)
  expect(seen.filter((each) => each.startsWith('message'))).toEqual([
    'message: Не удалось оплатить',
    `message: ${title}`,
  ])
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(2)
  expect(destinations.at(-1)).toBe(answer)
})

test.each([
  [true, 1],
  [false, 2],
])('terms that are not valid any more, with new terms available %s: orders %i times', async (hasNewTerms, orders) => {
  const { api, sent } = apiThatAnswers({ ...good, create_order: [rejected(2007), created] })
  const { io } = scriptedPorts({ chooseCard: ['mainCard', 'mainCard'], message: ['retry', 'account'] })
  const { who } = buyer()
  const found: string[] = []
  const after = {
    ...who.after,
    onPurchased: () => void found.push('purchased'),
    ...(hasNewTerms && { toNewTerms: () => void found.push('new terms') }),
  }
  await checkoutFlow({ kind: 'bundle', bundle: 'standard199' }, { ...who, after })(io, api)
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(orders)
  expect(found).toEqual([hasNewTerms ? 'new terms' : 'purchased'])
})

test('an order that never left, the token not being renewed, is made once when it is tried again', async () => {
  const { fetch, sent } = fetchThatAnswers({ ...good, create_order: [{ status: 401 }, created] })
  const down = () => Promise.reject(new Error('provider is down'))
  const refresh = vi.fn(async () => 'renewed').mockImplementationOnce(down)
  const auth = { getToken: () => 'opaque', refresh }
  const { io, seen } = scriptedPorts({ chooseCard: ['mainCard', 'mainCard'], message: ['retry', 'account'] })
  vi.useFakeTimers({ toFake: ['performance'] })
  const ask: typeof io.ask = (...asked) => {
    // The provider is not asked again at once.
    vi.advanceTimersByTime(6000)
    return io.ask(...asked)
  }
  await checkoutFlow({ kind: 'bundle', bundle: 'standard199' }, buyer().who)(
    { ...io, ask },
    createClient({ baseUrl: 'http://backend/bff/api', auth, fetch }),
  )
  expect(seen.filter((each) => /^(message|make|follow|forget|paid)/.test(each))).toEqual([
    'make after null mainCard',
    'forget',
    'message: Нет связи',
    'make after null mainCard',
    'follow o1 mainCard',
    'paid o1',
    'message: Сервис активирован',
    'paid o1, shown',
  ])
  // The first order was refused.
  expect(sent.filter(({ call }) => call === 'create_order')).toHaveLength(2)
})

test.each([
  // A user who went back has decided to stay, so they are asked again.
  ['accept', ['chooseTariff', 'message: Уйти без покупки?', 'chooseTariff', 'message: Уйти без покупки?']],
  ['dismissed', ['chooseTariff', 'message: Уйти без покупки?']],
] as const)('a checkout left after a choice warns; the answer %s leads on: %j [O-MODAL-16]', async (answer, asked) => {
  const { api } = apiThatAnswers({ get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 0 } } }] })
  const left = { bundle: 'standardtwelve1599', pay: 'card' } as const
  const { io } = scriptedPorts({ chooseTariff: ['dismissed', 'dismissed'], message: [answer, 'dismissed'] })
  const seen: string[] = []
  const given: unknown[] = []
  const ask: typeof io.ask = (name, what) => {
    seen.push('title' in what ? `${name}: ${what.title}` : name)
    given.push(what)
    if ('onChoice' in what && given.length === 1) what.onChoice(left)
    return io.ask(name, what)
  }
  const { who } = buyer()
  await checkoutFlow({ kind: 'asked' }, who)({ ...io, ask }, api)
  expect(seen).toEqual(asked)
  if (answer === 'accept') expect(given[2]).toMatchObject({ selected: 'standardtwelve1599', pay: 'card' })
})

test('a checkout left without a choice asks nothing [O-MODAL-16]', async () => {
  const { api } = apiThatAnswers({ get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 0 } } }] })
  const { io, seen } = scriptedPorts({ chooseTariff: ['dismissed'] })
  await checkoutFlow({ kind: 'asked' }, buyer().who)(io, api)
  expect(seen.map((step) => step.split(':')[0])).toEqual(['spinner', 'chooseTariff'])
})

const offered = (...names: CounterOfferName[]) => ({
  body: { code: 0, result: { availableCounterOfferIds: names.map((name) => counterOfferNamed(name).id) } },
})
const half = 'message: Перейти на оплату сервиса раз в полгода?'
const year = 'message: Перейти на оплату сервиса раз в год?'
const alreadyHas = 'message: У вас подключен сервис Пакет'

describe('a holder chooses their term first, and is asked about that one', () => {
  const tariff: Choice = { kind: 'tariff', months: [12, 6] }
  const special: Choice = { kind: 'counter-offer' }
  test.each<[current: BundleName, choice: Choice, chosen: BundleName, shown: string, row: string]>([
    ['standard199', tariff, 'standardsix899', half, '[C-TRANSITION-02]'],
    ['standard199', tariff, 'standardtwelve1599', year, '[C-TRANSITION-03]'],
    ['standardsix899', tariff, 'standardtwelve1599', year, '[C-TRANSITION-04]'],
    ['standardtwelve1599', tariff, 'standardsix899', half, '[C-TRANSITION-05]'],
    ['standardsix899', tariff, 'standardsix899', alreadyHas, '[C-TRANSITION-08]'],
    ['standard199', special, 'standardtwelve1599', year, '[C-TRANSITION-03]'],
    ['standardtwelve1599', special, 'standardtwelve1599', alreadyHas, '[C-TRANSITION-08]'],
  ])('of %s, by %j: %s leads to «%s» %s', async (current, choice, chosen, shown) => {
    const { api, sent } = apiThatAnswers({ ...good, get_available_counter_offers: [offered('discount12_40')] })
    const isAsked = shown !== alreadyHas
    const { io, seen } = scriptedPorts({
      chooseTariff: [{ bundle: chosen, pay: 'card' }],
      message: isAsked ? ['accept', 'account'] : ['dismissed'],
      chooseCard: ['mainCard'],
    })
    const { who } = buyer({ subscriber: toSubscriber(clientData({ bundle: current })) })
    await checkoutFlow(choice, who)(io, api)
    const asked = seen.filter((line) => !line.startsWith('spinner')).map((line) => line.replace(/: \{.*/, ''))
    const isOffer = choice === special
    expect(asked.slice(0, isOffer ? 1 : 2)).toEqual(isOffer ? [shown] : ['chooseTariff', shown])
    expect(sent.find(({ call }) => call === 'create_order')?.body).toEqual(
      isAsked ? expect.objectContaining({ bundleId: bundleNamed(chosen).id }) : undefined,
    )
  })
  test('buys nothing when the holder stays with their term after a choice [C-TRANSITION-07]', async () => {
    const { api, sent } = apiThatAnswers(good)
    const { io } = scriptedPorts({
      chooseTariff: [{ bundle: 'standardsix899', pay: 'card' }],
      message: ['dismissed'],
    })
    const { who, destinations } = buyer({ subscriber: toSubscriber(clientData({})) })
    await checkoutFlow(tariff, who)(io, api)
    expect({ sent, destinations }).toEqual({ sent: [], destinations: [] })
  })
})

describe('a grace period pays for the current subscription, and leads to the price of anything else [C-RENEW-03] (OP-59)', () => {
  const elsewhere = { paid: null, destinations: ['oplata'] }
  const paidHere = (bundle: BundleName) => ({ paid: bundleNamed(bundle).id, destinations: ['account'], stored: bundle })
  test.each<
    [current: BundleName, choice: Choice, end: { paid: string | null; destinations: string[]; stored?: string }]
  >([
    ['standard', { kind: 'asked' }, paidHere('standard')],
    ['standard', { kind: 'bundle', bundle: 'standardtwelve1599' }, elsewhere],
    ['standard', { kind: 'bundle', bundle: 'standard199' }, elsewhere],
    ['standard199', { kind: 'bundle', bundle: 'standard199' }, paidHere('standard199')],
    ['daily', { kind: 'bundle', bundle: 'standard199' }, paidHere('standard199')],
    ['daily', { kind: 'bundle', bundle: 'standardsix899' }, elsewhere],
    ['standard199', { kind: 'tariff', months: [12, 6] }, elsewhere],
    ['standard199', { kind: 'counter-offer' }, elsewhere],
  ])('%s, %j: %j', async (current, choice, { paid, destinations: ways, stored: storedBundle }) => {
    const { api, sent } = apiThatAnswers(good)
    const { io, stored } = scriptedPorts({ chooseCard: ['mainCard'], message: ['account'] })
    const { who, destinations } = buyer({
      subscriber: toSubscriber(clientData({ bundle: current, isGracePeriod: true })),
    })
    await checkoutFlow(choice, who)(io, api)
    const order = sent.find(({ call }) => call === 'create_order')?.body
    expect(order ?? null).toEqual(
      paid &&
        expect.objectContaining({ bundleId: paid, returnUrlParameters: { event: 'payment', from: 'grace-prolong' } }),
    )
    expect(destinations).toEqual(ways)
    expect(stored()?.what ?? {}).toEqual(storedBundle ? expect.objectContaining({ bundle: storedBundle }) : {})
  })
})

test.each<[SubscriberStatus, BundleName | null, string]>([
  ['registered', null, 'Сервис активирован'],
  ['deactivated', 'standard199', 'Сервис активирован'],
  ['activated', 'free', 'Сервис активирован'],
  ['activated', 'daily', 'Пакет продлён'],
])('a payment of a user who is %s with %s reads «%s» [C-MODAL-24] [C-MODAL-23]', async (subStatus, current, title) => {
  const { api } = apiThatAnswers(good)
  const { io, lastMessage } = scriptedPorts({ chooseCard: ['mainCard'], message: ['account'] })
  const { who } = buyer({ subscriber: toSubscriber(clientData({ status: subStatus, bundle: current })) })
  await checkoutFlow({ kind: 'bundle', bundle: 'standard199' }, who)(io, api)
  expect(lastMessage()).toBe(`message: ${title}`)
})
