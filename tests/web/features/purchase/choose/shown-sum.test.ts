import { bundleNamed, counterOfferNamed, toSubscriber } from '@paket/sdk'
import { describe, expect, test, vi } from 'vitest'
import { inRubles, type Sum } from '#web/domain/sum.ts'
import type { Buyer, Choice } from '#web/features/purchase/choose/buyer.ts'
import { checkoutFlow, counterOfferAgainFlow, counterOfferFlow } from '#web/features/purchase/choose/checkout-flow.ts'
import { optionPurchaseFlow } from '#web/features/purchase/flow/option-purchase-flow.ts'
import { purchaseFlow } from '#web/features/purchase/flow/purchase-flow.ts'
import type { Purchase } from '#web/features/purchase/flow/purchase-input.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { Message } from '#web/messages/message.ts'
import { recordedAfter } from '#support/after-purchase.ts'
import { clientData, clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, noCards, status } from '#support/fake-api.ts'
import { familyOption } from '#support/options.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

type Script = Parameters<typeof scriptedPorts>[0]
type Own = NonNullable<Parameters<typeof clientData>[0]>
const inPoints = (kopecks: number): Sum => ({ kopecks, in: 'points' })
const registered: Own = { status: 'registered', bundle: null }
const money = new Set(['create_order', 'create_scores_order', 'pay_order'])

/** Runs a flow; resolves with the orders, the messages, and how often the page was refreshed. */
async function run(flowOf: (buyer: Buyer) => Flow, own: Own, script: Script, answers: Answers = {}) {
  const { api, sent } = apiThatAnswers({
    get_bank_cards: [cards],
    get_client_data: [clientDataAnswer(own)],
    get_scores_balance: [{ body: { code: 0, result: { scoresBalance: 20_000 } } }],
    create_order: [created],
    create_scores_order: [created],
    pay_order: [{ body: { code: 0 } }],
    get_order_status: [status('deposited')],
    ...answers,
  })
  const { io, given } = scriptedPorts({ message: ['dismissed'], ...script })
  const refresh = vi.fn<() => void>()
  const buyer: Buyer = {
    subscriber: toSubscriber(clientData(own)),
    source: 'web',
    from: 'profile',
    after: { ...recordedAfter().after, refresh },
    now: () => new Date('2026-11-10T09:00:00Z'),
  }
  await flowOf(buyer)(io, api)
  const messages = given.filter((each): each is Message => 'buttons' in each)
  return {
    ordered: sent.map(({ call }) => call).filter((call) => money.has(call)),
    said: messages.map(({ title, text }) => `${title}. ${text}`.replaceAll('\u00a0', ' ')),
    refreshes: refresh.mock.calls.length,
  }
}
const newPrice = (price: string) => [`Цена изменилась. Теперь ${price}. Мы ничего не заказали и не списали`]
const nothingFor = (price: string) => ({ ordered: [], said: newPrice(price), refreshes: 1 })

const shown = inRubles(100)
const plan = { bundle: 'standardtwelve1599' } as const
const grace: Own = { bundle: 'standardsix', isGracePeriod: true }
const offer = counterOfferNamed('discount6_40')
const option = { ...familyOption, priceKopecks: 9900, durationDays: 31 }
const free: Purchase = {
  bundle: bundleNamed('standard199'),
  priceKopecks: 0,
  shown,
  from: 'profile',
  source: 'web',
  renewing: false,
  wanted: { bundle: 'standard199', priceKopecks: 0 },
}
const checkout = (choice: Choice) => (buyer: Buyer) => checkoutFlow(choice, buyer)
const terms = { bundle: bundleNamed('standard199'), priceKopecks: 4900, promocode: { id: 'p1', value: 'A1' } }

describe('a button that was drawn with another sum orders nothing, and the present sum is shown', () => {
  test.each<[string, (buyer: Buyer) => Flow, Own, Script, string]>([
    ['a fast purchase page’s', checkout({ kind: 'bundle', ...plan, shown }), registered, {}, '1 599 ₽'],
    [
      'a change of the term’s',
      checkout({ kind: 'bundle', ...plan, shown }),
      {},
      { message: ['accept', 'dismissed'] },
      '1 599 ₽',
    ],
    ['a grace period’s', checkout({ kind: 'asked', shown }), grace, {}, '899 ₽'],
    ['a promocode’s', checkout({ kind: 'terms', terms, shown }), registered, {}, '49 ₽'],
    ['a counter-offer’s', (buyer) => counterOfferFlow(offer, shown, buyer), {}, {}, '539,40 ₽'],
    ['a free purchase’s', ({ after }) => purchaseFlow({ start: 'new', goods: free }, after), registered, {}, '0 ₽'],
    [
      'the checkout’s, in rubles,',
      checkout({ kind: 'asked' }),
      registered,
      { chooseTariff: [{ ...plan, pay: 'card', sum: inRubles(19_900) }] },
      '1 599 ₽',
    ],
    [
      'the checkout’s, in points,',
      checkout({ kind: 'asked' }),
      registered,
      { chooseTariff: [{ ...plan, pay: 'points', sum: inPoints(19_900) }] },
      '15 990 баллов',
    ],
    [
      'a daily subscriber’s',
      checkout({ kind: 'asked' }),
      { bundle: 'daily' },
      { chooseBundle: [{ ...plan, sum: inRubles(19_900) }] },
      '1 599 ₽',
    ],
    [
      'the card choice’s',
      checkout({ kind: 'bundle', ...plan }),
      registered,
      { chooseCard: [{ method: 'mainCard', sum: inRubles(19_900) }] },
      '1 599 ₽',
    ],
    [
      'the card choice’s, with points for a payment in rubles,',
      checkout({ kind: 'bundle', ...plan }),
      registered,
      { chooseCard: [{ method: 'newCard', sum: inPoints(159_900) }] },
      '1 599 ₽',
    ],
    [
      'the card choice’s, with rubles for a payment by points,',
      checkout({ kind: 'bundle', ...plan }),
      registered,
      { chooseCard: [{ method: 'points', sum: inRubles(159_900) }] },
      '15 990 баллов',
    ],
    [
      'an option’s',
      ({ after }) => optionPurchaseFlow(option, {}, 'web', after),
      {},
      { chooseCard: [{ method: 'mainCard', sum: shown }] },
      '99 ₽',
    ],
  ])('%s', async (_, flowOf, own, script, price) => {
    const { said, ...end } = await run(flowOf, own, script)
    expect({ ...end, said: said.slice(-1) }).toEqual(nothingFor(price))
  })
  test('of a counter-offer that is bought again', async () => {
    const wanted = { counterOffer: offer.name, bundle: offer.bundle, priceKopecks: 100 }
    const get_available_counter_offers = [{ body: { code: 0, result: { availableCounterOfferIds: [offer.id] } } }]
    const end = await run((buyer) => counterOfferAgainFlow(wanted, buyer), {}, {}, { get_available_counter_offers })
    expect(end).toEqual(nothingFor('539,40 ₽'))
  })
})

describe('a price that changes after the press orders nothing, and the present price is shown', () => {
  test('of a grace period, by its day', async () => {
    const own: Own = { ...grace, deactivationDate: '2026-10-12T09:00:00Z' }
    const days = ['2026-11-10T09:00:00Z', '2026-11-12T09:00:00Z']
    const now = () => new Date((days.length > 1 ? days.shift() : days[0]) ?? 0)
    const flowOf = (buyer: Buyer) => checkoutFlow({ kind: 'asked', shown: inRubles(89_900) }, { ...buyer, now })
    expect(await run(flowOf, own, { chooseCard: ['mainCard'] })).toEqual(nothingFor('549 ₽'))
  })
  test('of a grace period, by another subscription', async () => {
    const answers = { get_client_data: [clientDataAnswer({ ...grace, bundle: 'plu159' })] }
    const end = await run(checkout({ kind: 'asked' }), grace, { chooseCard: ['mainCard'] }, answers)
    expect(end).toEqual(nothingFor('159 ₽'))
  })
  test('of an option', async () => {
    const get_options = [
      { body: { code: 0, result: [{ optionId: option.optionId, status: 'inactive', price: 14_900 }] } },
    ]
    const flowOf = ({ after }: Buyer) => optionPurchaseFlow(option, {}, 'web', after)
    const end = await run(flowOf, {}, { chooseCard: ['mainCard'] }, { get_options })
    expect(end).toEqual(nothingFor('149 ₽'))
  })
})

describe('the sum that was shown is ordered', () => {
  test.each<[string, Choice, Own, Script, Answers, string[]]>([
    [
      'by card',
      { kind: 'bundle', ...plan, shown: inRubles(159_900) },
      registered,
      { chooseCard: ['mainCard'] },
      {},
      ['create_order'],
    ],
    [
      'by a new card',
      { kind: 'asked', shown: inRubles(89_900) },
      grace,
      { chooseCard: ['newCard'] },
      { get_bank_cards: [noCards] },
      ['create_order'],
    ],
    [
      'by points',
      { kind: 'asked' },
      registered,
      { chooseTariff: [{ ...plan, pay: 'points' }] },
      {},
      ['create_scores_order', 'pay_order'],
    ],
    [
      'by points, in the card choice',
      { kind: 'bundle', ...plan },
      registered,
      { chooseCard: ['points'] },
      {},
      ['create_scores_order', 'pay_order'],
    ],
  ])('%s', async (_, choice, own, script, answers, calls) => {
    expect((await run(checkout(choice), own, script, answers)).ordered).toEqual(calls)
  })
})
