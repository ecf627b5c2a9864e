import { describe, expect, test } from 'vitest'
import { type AfterPurchase, purchaseFlow } from '#web/features/purchase/flow/purchase-flow.ts'
import { shouldResume } from '#web/features/purchase/recover/earlier-order.ts'
import type { PurchaseIntent } from '#web/flow/purchase-intent.ts'
import type { Purchase } from '#web/features/purchase/flow/purchase-input.ts'
import type { Flow } from '#web/flow/run-flow.ts'
import type { MessageAction } from '#web/messages/message.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, cards, created, rejected, status } from '#support/fake-api.ts'
import { recordedAfter } from '#support/after-purchase.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const last = (orderId: string | null) => clientDataAnswer({ orderId, status: 'registered', bundle: null })
const atBank = status('registered', 'https://pay.example/1')
const month: Purchase = {
  bundle: { id: 'b1', durationDays: 31 },
  wanted: { bundle: 'standard199', priceKopecks: 19900 },
  priceKopecks: 100,
  shown: { kopecks: 100, in: 'rubles' },
  from: 'profile',
  source: 'web',
  renewing: false,
}
const byPoints: Purchase = { ...month, shown: { kopecks: 100, in: 'points' } }
const money = ['create_order', 'create_scores_order', 'pay_order']
const formOfUuid = /^"[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}"$/

interface Case {
  answers?: Answers
  /** The stored intent of an earlier purchase. */
  before?: PurchaseIntent | null
  says?: MessageAction[]
  /** The intent that another tab stores while the first message is shown. */
  meanwhile?: PurchaseIntent
  card?: 'mainCard' | 'newCard' | 'dismissed'
}
/** Runs a flow with these responses; every message is answered with the given action, then dismissed. */
async function run(
  flowOf: (after: AfterPurchase) => Flow,
  { answers = {}, before = null, says = [], meanwhile, card }: Case,
) {
  const { api, sent } = apiThatAnswers({
    get_bank_cards: [cards],
    get_client_data: [last('o0')],
    create_order: [created],
    create_scores_order: [created],
    pay_order: [{ body: { code: 0 } }],
    get_order_status: [status('deposited')],
    ...answers,
  })
  const { io, seen, stored } = scriptedPorts(
    { message: [...says, 'dismissed', 'dismissed'], chooseCard: [card ?? 'mainCard', card ?? 'mainCard'] },
    true,
    before,
  )
  const ask = io.ask.bind(io)
  let another = meanwhile
  io.ask = async (name, given) => {
    const answer = await ask(name, given)
    const now = name === 'message' && another
    // Longer than another tab has to wait.
    if (now) await new Promise((done) => setTimeout(done))
    if (now) await io.exclusively(async (store) => ({ is: store.write(now) }), null)
    if (now) another = undefined
    return answer
  }
  const { after: recorded, destinations } = recordedAfter()
  let reads = 0
  const after: AfterPurchase = {
    ...recorded,
    refresh: () => void (reads += 1),
    promo: ({ promo }) => void destinations.push(`gift of ${promo}`),
    partner: ({ partner }) => void destinations.push(`page of ${partner}`),
  }
  await flowOf(after)(io, api)
  const calls = sent.map(({ call }) => call)
  return {
    seen,
    destinations,
    /** How often the data on the page is read again. */
    reads,
    calls,
    stored: stored(),
    shown: seen.filter((line) => line.startsWith('message: ')).map((line) => line.slice('message: '.length)),
    steps: seen.filter((line) => /^(make|follow|paid|declined|givenUp|forget)/.test(line)),
    orders: sent.filter(({ call }) => call === 'create_order' || call === 'create_scores_order'),
    keys: sent.flatMap(({ call, key }) => (money.includes(call) ? [key] : [])),
    looks: calls.filter((call) => call === 'get_client_data').length,
  }
}
const buy = (given: Case, what = month) => run((after) => purchaseFlow({ start: 'new', goods: what }, after), given)
const resume = (given: Case) => run((after) => purchaseFlow({ start: 'resume' }, after), given)
/** Presses the buy button; records when the purchase may continue. */
const press = (given: Case, known?: string | null) =>
  run((after) => {
    const next: Flow = async (io) => void (await io.spinner('Покупаем', async () => null))
    return purchaseFlow({ start: 'recover', knownOrderId: known, next }, after)
  }, given)
const mayContinue = ({ seen }: { seen: string[] }) => seen.includes('spinner: Покупаем')

describe('an intent is stored before its order is sent, and until its end is known', () => {
  test.each<[string, Answers, string[]]>([
    ['paid', {}, ['make after o0 mainCard', 'follow o1 mainCard', 'paid o1', 'paid o1, shown']],
    [
      'the first order',
      { get_client_data: [last(null)] },
      ['make after null mainCard', 'follow o1 mainCard', 'paid o1', 'paid o1, shown'],
    ],
    [
      'declined',
      { get_order_status: [status('declined')] },
      ['make after o0 mainCard', 'follow o1 mainCard', 'declined o1', 'declined o1, shown'],
    ],
    ['refused', { create_order: [rejected(2000)] }, ['make after o0 mainCard', 'forget']],
    ['refused with a code that no one knows', { create_order: [rejected(2999)] }, ['make after o0 mainCard', 'forget']],
    ['not taken', { create_order: [{ status: 422 }] }, ['make after o0 mainCard', 'forget']],
    ['lost on its way back', { create_order: ['no connection'] }, ['make after o0 mainCard']],
    ['not readable', { create_order: [{ body: { code: 0 } }] }, ['make after o0 mainCard']],
    ['HTTP 500', { create_order: [{ status: 500 }] }, ['make after o0 mainCard']],
    ['HTTP 502', { create_order: [{ status: 502 }] }, ['make after o0 mainCard']],
    ['HTTP 503', { create_order: [{ status: 503 }] }, ['make after o0 mainCard']],
    ['HTTP 504', { create_order: [{ status: 504 }] }, ['make after o0 mainCard']],
    ['sent too often', { create_order: [{ status: 429 }] }, ['make after o0 mainCard', 'forget']],
    ['HTTP 409', { create_order: [{ status: 409 }] }, ['make after o0 mainCard']],
    [
      'a status that does not change',
      { get_order_status: [status('deposited'), status('new')] },
      ['make after o0 mainCard', 'follow o1 mainCard', 'follow o1 mainCard, shown'],
    ],
    [
      'a status that is refused',
      { get_order_status: [rejected(2000)] },
      ['make after o0 mainCard', 'follow o1 mainCard', 'follow o1 mainCard, shown'],
    ],
    [
      'a status that it cannot have',
      { get_order_status: [status('refunded')] },
      ['make after o0 mainCard', 'follow o1 mainCard', 'follow o1 mainCard, shown'],
    ],
  ])('%s', async (_, answers, steps) => {
    expect((await buy({ answers })).steps).toEqual(steps)
  })
  test('without client data the last order known is that of the page, or of the purchase before', async () => {
    const declined = status('declined')
    const answers = { get_client_data: [{ status: 500 }], get_order_status: [declined, declined, status('deposited')] }
    const what = { ...month, knownOrderId: 'o5' }
    expect((await buy({ answers }, what)).steps[0]).toBe('make after o5 mainCard')
    const before = intentOf({ orderId: 'o6', end: 'declined' })
    expect((await buy({ answers, before }, what)).steps[0]).toBe('make after o6 mainCard')
    expect((await buy({ answers })).steps[0]).toBe('make after undefined mainCard')
  })
  test.each<[string, Answers]>([
    ['Заказ ждёт оплаты', { get_order_status: [atBank] }],
    // Only the client data shows whether it was paid just now or long ago.
    ['Другой заказ уже оплачен', {}],
  ])('without client data the last order that the page knew is asked about: %s', async (shown, own) => {
    const answers = { get_client_data: [{ status: 500 }], ...own }
    const result = await buy({ answers }, { ...month, knownOrderId: 'o5' })
    expect({ shown: result.shown[0], orders: result.orders }).toEqual({ shown, orders: [] })
  })
  test('client data that is read at the third try is enough', async () => {
    const answers = { get_client_data: [{ status: 500 }, 'no connection' as const, last('o5')] }
    const { shown, calls } = await buy({ answers }, { ...month, knownOrderId: 'o5' })
    expect({ shown: shown[0], getClientData: calls.filter((call) => call === 'get_client_data').length }).toEqual({
      shown: 'Сервис активирован',
      getClientData: 3,
    })
  })
  test('holds names, ids of orders and nothing else', async () => {
    const { stored } = await buy({ answers: { create_order: ['no connection'] } })
    expect(stored).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      startedAt: expect.any(Number),
      what: { bundle: 'standard199', priceKopecks: 19900 },
      from: 'profile',
      payment: 'mainCard',
      renewing: false,
      lastOrderId: 'o0',
    })
  })
})

test.each<[string, Answers['x']]>([
  ['a code', [rejected(2000)]],
  ['a limit', [{ status: 429 }]],
])('an order that was given up is not asked about again after the next one was refused by %s', async (_, refusal) => {
  const what = { ...month, knownOrderId: 'o0' }
  const before = intentOf({ orderId: 'o0', lastOrderId: null, end: 'givenUp', payment: 'newCard' })
  const refused = await buy({ before, answers: { create_order: refusal } }, what)
  expect(refused.orders).toHaveLength(1)
  const again = await buy(
    { before: refused.stored, answers: { get_order_status: [atBank, status('deposited')] } },
    what,
  )
  expect(again.shown).toEqual(['Сервис активирован'])
})

test.each<[string, Promise<{ reads: number }>, number]>([
  ['an end', buy({}), 1],
  ['a refusal', buy({ answers: { create_order: [rejected(2000)] } }), 1],
  ['a choice of a card that is closed', buy({ card: 'dismissed' }), 0],
  ['a visit with nothing begun', resume({}), 0],
])('after %s the page reads again as often as something may have changed', async (_, result, reads) => {
  expect((await result).reads).toBe(reads)
})
test('a link to another user’s order is not known, and asks nothing', async () => {
  const { shown, calls } = await run((after) => purchaseFlow({ start: 'notKnown' }, after), {})
  expect({ shown, calls }).toEqual({ shown: ['Мы не знаем этот заказ'], calls: [] })
})
test('by points no card is asked for, and the order is one of points', async () => {
  const points = (after: AfterPurchase) => purchaseFlow({ start: 'new', goods: byPoints }, after)
  const { shown, calls } = await run(points, {})
  expect(shown).toEqual(['Сервис активирован'])
  expect(calls.filter((call) => call === 'get_bank_cards' || money.includes(call))).toEqual([
    'create_scores_order',
    'pay_order',
  ])
})
test.each([
  [2007, ['over']],
  [2002, []],
])('terms that are refused with %i are over: %j', async (code, over) => {
  const seen: string[] = []
  await run(
    (after) => purchaseFlow({ start: 'new', goods: month }, { ...after, onOver: () => void seen.push('over') }),
    { answers: { create_order: [rejected(code)] } },
  )
  expect(seen).toEqual(over)
})

describe('one key for one intent', () => {
  test('is sent with the order as it is stored', async () => {
    const { keys, stored } = await buy({})
    expect(keys).toEqual([expect.stringMatching(formOfUuid)])
    expect(keys).toEqual([`"${stored?.id}"`])
  })
  const repeated = intentOf({ mayRepeat: true, isTold: true })
  test('stays the same when the same purchase is tried again', async () => {
    const { keys, stored } = await buy({ before: repeated })
    expect({ keys, id: stored?.id }).toEqual({ keys: [`"${repeated.id}"`], id: repeated.id })
  })
  test.each<[string, PurchaseIntent, Case]>([
    ['another card', repeated, { card: 'newCard' }],
    ['another plan', { ...repeated, what: { bundle: 'standardsix899', priceKopecks: 89900 } }, {}],
    ['the same from another page', { ...repeated, from: 'landing' }, {}],
    ['a try after the bank has declined', { ...repeated, mayRepeat: undefined, orderId: 'o0', end: 'declined' }, {}],
    ['a try after the order was given up', { ...repeated, mayRepeat: undefined, orderId: 'o0', end: 'givenUp' }, {}],
  ])('is another for %s', async (_, before, given) => {
    const { keys } = await buy({ ...given, before })
    expect(keys).toEqual([expect.stringMatching(formOfUuid)])
    expect(keys).not.toEqual([`"${before.id}"`])
  })
  test('is a new one after a refusal', async () => {
    const { keys } = await buy({ answers: { create_order: [rejected(2007), created] }, says: ['retry'] })
    expect(new Set(keys).size).toBe(2)
  })
  test('leaves the order unknown when its repeat is refused: the first order may exist', async () => {
    const { stored } = await buy({ before: repeated, answers: { create_order: [rejected(2000)] } })
    expect({ ...stored, id: repeated.id }).toEqual(repeated)
  })
  test.each<[string, boolean, Answers[string], Case]>([
    ['a code', false, [rejected(2002)], {}],
    ['HTTP 422', false, [{ status: 422 }], {}],
    ['a code that is not to its own key', true, [rejected(2002)], { card: 'newCard' }],
    ['HTTP 429', true, [{ status: 429 }], {}],
    ['HTTP 401', true, [{ status: 401 }], {}],
  ])('after its repeat is refused with %s, is the same for the next try: %j', async (_, isSame, order, given) => {
    const { stored } = await buy({ ...given, before: repeated, answers: { create_order: order } })
    expect(stored?.id === repeated.id).toBe(isSame)
    expect(stored).toMatchObject({ lastOrderId: 'o0', mayRepeat: true })
  })
})

describe('before an order is created, an earlier intent is checked', () => {
  test.each<[string, Partial<PurchaseIntent>, Answers, string, number]>([
    ['that is paid', { orderId: 'o1' }, {}, 'Сервис активирован', 0],
    ['that was being made, and is paid', {}, { get_client_data: [last('o1')] }, 'Сервис активирован', 0],
    ['that was declined', { orderId: 'o1' }, { get_order_status: [status('declined')] }, 'Не удалось оплатить', 0],
    [
      'that is at the bank',
      { orderId: 'o1', payment: 'newCard' },
      { get_order_status: [atBank] },
      'Заказ ждёт оплаты',
      0,
    ],
    ['that cannot be found', {}, {}, 'Ответ не пришёл', 0],
    ['that is over', { orderId: 'o1', end: 'declined' }, {}, 'Сервис активирован', 1],
  ])('one %s', async (_, own, answers, shown, count) => {
    const result = await buy({ before: intentOf(own), answers })
    expect({ shown: result.shown[0], orderCount: result.orders.length }).toEqual({ shown, orderCount: count })
  })
  test('one that was declined is shown, and then it can be bought', async () => {
    const before = intentOf({ orderId: 'o0' })
    const statuses = [status('declined'), status('deposited')]
    const { shown, orders } = await buy({ before, answers: { get_order_status: statuses }, says: ['retry'] })
    expect({ shown, orders: orders.length }).toEqual({
      shown: ['Не удалось оплатить', 'Сервис активирован'],
      orders: 1,
    })
  })
  test('a purchase by points recovers it too', async () => {
    const { shown, orders } = await run((after) => purchaseFlow({ start: 'new', goods: byPoints }, after), {
      before: intentOf({ orderId: 'o1' }),
    })
    expect({ shown, orders }).toEqual({ shown: ['Сервис активирован'], orders: [] })
  })
})

describe('another device has ordered since the purchase began', () => {
  const began = { ...month, knownOrderId: null }
  test.each<[string, Answers, string, number]>([
    ['paid', {}, 'Другой заказ уже оплачен', 0],
    [
      'being paid',
      { get_order_status: [status('new'), status('registered'), status('deposited')] },
      'Другой заказ уже оплачен',
      0,
    ],
    ['at the bank', { get_order_status: [atBank] }, 'Заказ ждёт оплаты', 0],
    ['without an end', { get_order_status: [status('new')] }, 'Заказ ещё обрабатывается', 0],
    ['that no one can read', { get_order_status: [rejected(2000)] }, 'Заказ ещё обрабатывается', 0],
    ['with a status that no order has', { get_order_status: [status('refunded')] }, 'Заказ ещё обрабатывается', 0],
    ['declined', { get_order_status: [status('declined'), status('deposited')] }, 'Сервис активирован', 1],
  ])('an order %s', async (_, answers, shown, count) => {
    const result = await buy({ answers: { get_client_data: [last('o9')], ...answers } }, began)
    expect({ shown: result.shown[0], orderCount: result.orders.length }).toEqual({ shown, orderCount: count })
  })
  test.each<[string, string | null | undefined, Answers, string, number]>([
    [
      'is being paid',
      'o9',
      { get_order_status: [status('new'), status('registered'), status('deposited')] },
      'Другой заказ уже оплачен',
      0,
    ],
    ['is at the bank', 'o9', { get_order_status: [atBank] }, 'Заказ ждёт оплаты', 0],
    ['is at the bank, not known to be another', undefined, { get_order_status: [atBank] }, 'Заказ ждёт оплаты', 0],
    ['has no end', 'o9', { get_order_status: [status('registered')] }, 'Заказ ещё обрабатывается', 0],
    ['was paid', 'o9', {}, 'Сервис активирован', 1],
    ['was paid, not known to be another', undefined, {}, 'Сервис активирован', 1],
    ['was declined', 'o9', { get_order_status: [status('declined'), status('deposited')] }, 'Сервис активирован', 1],
    [
      'has a status that no one knows',
      'o9',
      { get_order_status: [status('refunded'), status('deposited')] },
      'Сервис активирован',
      1,
    ],
    ['cannot be read', 'o9', { get_order_status: [rejected(2000), status('deposited')] }, 'Сервис активирован', 1],
    [
      'is reached at the second try, and paid',
      'o9',
      { get_order_status: ['no connection', status('deposited')] },
      'Другой заказ уже оплачен',
      0,
    ],
    ['cannot be reached', 'o9', { get_order_status: ['no connection'] }, 'Заказ ещё обрабатывается', 0],
    ['the server cannot read now', 'o9', { get_order_status: [{ status: 500 }] }, 'Заказ ещё обрабатывается', 0],
  ])('before the page was read: an order that %s', async (_, knownOrderId, answers, shown, count) => {
    const result = await buy({ answers: { get_client_data: [last('o9')], ...answers } }, { ...month, knownOrderId })
    expect({ shown: result.shown[0], orderCount: result.orders.length }).toEqual({ shown, orderCount: count })
  })
  test.each<[string, string | null | undefined, PurchaseIntent | null]>([
    ['one in spite of which a purchase was begun here', null, intentOf({ lastOrderId: 'o9', mayRepeat: true })],
    ['one that was declined here', 'o0', intentOf({ orderId: 'o9', end: 'declined' })],
    ['one that was given up here', 'o0', intentOf({ orderId: 'o9', end: 'givenUp' })],
  ])('%s is not asked about: it is ordered', async (_, knownOrderId, before) => {
    const { orders, calls } = await buy(
      { before, answers: { get_client_data: [last('o9')] } },
      { ...month, knownOrderId },
    )
    expect({ orders: orders.length, calls: calls.filter((call) => call === 'get_order_status').length }).toEqual({
      orders: 1,
      calls: 1,
    })
  })
  test('finishes it on its payment page, and recognizes it after the return', async () => {
    const answers = { get_client_data: [last('o9')], get_order_status: [atBank] }
    const { seen, stored, orders } = await buy({ answers, says: ['finish'] }, began)
    expect(seen.at(-1)).toBe('payment page https://pay.example/1')
    expect({ stored, orders }).toMatchObject({ stored: { orderId: 'o9', what: null }, orders: [] })
  })
  test('creates another order after the user gives it up', async () => {
    const statuses = [atBank, status('deposited')]
    const answers = { get_client_data: [last('o9')], get_order_status: statuses }
    const { shown, orders, steps } = await buy({ answers, says: ['giveUp'] }, began)
    expect({ shown, orders: orders.length }).toEqual({ shown: ['Заказ ждёт оплаты', 'Сервис активирован'], orders: 1 })
    expect(steps[0]).toBe('givenUp o9')
  })
})

describe('a user who presses «buy»', () => {
  test.each<[string, PurchaseIntent | null]>([
    ['nothing was bought before', null],
    ['the last purchase was declined', intentOf({ orderId: 'o1', end: 'declined' })],
    ['the last purchase was given up', intentOf({ orderId: 'o1', end: 'givenUp' })],
    ['the last purchase was paid, and that is known', intentOf({ lastOrderId: null, orderId: 'o0', end: 'paid' })],
    ['another device has ordered since it was paid', intentOf({ lastOrderId: null, orderId: 'o1', end: 'paid' })],
  ])('is let in at once when %s', async (_, before) => {
    const result = await press({ before }, 'o0')
    expect({ mayContinue: mayContinue(result), calls: result.calls, shown: result.shown }).toEqual({
      mayContinue: true,
      calls: [],
      shown: [],
    })
  })
  test('is let in at once when the last purchase was paid, and no last order was known then or is known to the page', async () => {
    const before = intentOf({ lastOrderId: undefined, orderId: 'o1', end: 'paid' })
    const result = await press({ before }, undefined)
    expect({ mayContinue: mayContinue(result), shown: result.shown }).toEqual({ mayContinue: true, shown: [] })
  })
  test('is shown once what another tab has bought meanwhile, and is let in then', async () => {
    const first = await press({ before: intentOf({ orderId: 'o1', end: 'paid' }) }, 'o0')
    expect({ mayContinue: mayContinue(first), shown: first.shown }).toEqual({
      mayContinue: false,
      shown: ['Другой заказ уже оплачен'],
    })
    const second = await press({ before: first.stored }, 'o0')
    expect({ mayContinue: mayContinue(second), shown: second.shown }).toEqual({ mayContinue: true, shown: [] })
  })
  test.each<[string, Partial<PurchaseIntent>, Answers, MessageAction, boolean]>([
    ['paid', { orderId: 'o1' }, {}, 'account', false],
    ['declined and left', { orderId: 'o1' }, { get_order_status: [status('declined')] }, 'dismissed', false],
    ['declined and tried again', { orderId: 'o1' }, { get_order_status: [status('declined')] }, 'retry', true],
    ['not found and left', {}, {}, 'dismissed', false],
    ['not found and tried again', {}, {}, 'retry', true],
    ['open and left', { orderId: 'o1', payment: 'newCard' }, { get_order_status: [atBank] }, 'dismissed', false],
    ['open and given up', { orderId: 'o1', payment: 'newCard' }, { get_order_status: [atBank] }, 'giveUp', true],
  ])('over an unfinished purchase that is %s', async (_, own, answers, says, isIn) => {
    const result = await press({ before: intentOf(own), answers, says: [says] })
    expect({ mayContinue: mayContinue(result), shownCount: result.shown.length, orders: result.orders }).toEqual({
      mayContinue: isIn,
      shownCount: 1,
      orders: [],
    })
  })
  test('may buy without another question after the order was not found', async () => {
    const result = await press({ before: intentOf({ mayRepeat: true, isTold: true }) })
    expect({ mayContinue: mayContinue(result), shown: result.shown, looks: result.looks }).toEqual({
      mayContinue: true,
      shown: [],
      looks: 1,
    })
  })
  test('is shown an order that appears after it was not found', async () => {
    const before = intentOf({ mayRepeat: true, isTold: true })
    const result = await press({ before, answers: { get_client_data: [last('o1')] } })
    expect({ mayContinue: mayContinue(result), shown: result.shown }).toEqual({
      mayContinue: false,
      shown: ['Сервис активирован'],
    })
  })
  test('is shown what the other purchase was, not what is bought now', async () => {
    const what = { bundle: 'standard199', priceKopecks: 100, promocode: 'LITRES', action: 'litres' } as const
    const result = await press({ before: intentOf({ orderId: 'o1', what }), says: ['promo'] })
    expect(result.destinations).toEqual(['gift of litres'])
    const partner = { bundle: 'standard199', priceKopecks: 100, partner: 'megafon' } as const
    const other = await press({ before: intentOf({ orderId: 'o1', what: partner }), says: ['partner'] })
    expect(other.destinations).toEqual(['page of megafon'])
  })
})

describe('a purchase that a closed tab left is resumed (D-03)', () => {
  test('a new order is followed to its end, and none is made', async () => {
    const { seen, calls } = await resume({ before: intentOf({}), answers: { get_client_data: [last('o1')] } })
    expect(seen).toEqual([
      'spinner: Ищем заказ',
      'spinner: Заказ создаётся',
      'follow o1 mainCard',
      'paid o1',
      'message: Сервис активирован',
      'paid o1, shown',
    ])
    expect(calls).toEqual(['get_client_data', 'get_order_status'])
  })
  test('shows nothing when nothing was left', async () => {
    expect((await resume({})).seen).toEqual([])
  })
  test('a counter-offer keeps its title [C-MODAL-28]', async () => {
    const what = { bundle: 'standard199', priceKopecks: 1900, counterOffer: 'discount1_90' } as const
    const { shown } = await resume({ before: intentOf({ renewing: true, orderId: 'o1', what }) })
    expect(shown).toEqual(['Месяц со скидкой 90% подключён'])
  })
  test('follows a new order, no matter what its bundle is (OP-62)', async () => {
    const unknown = clientDataAnswer({ orderId: 'o1', bundleId: 'b9', status: 'frozen' as 'activated' })
    const { shown } = await resume({ before: intentOf({}), answers: { get_client_data: [unknown] } })
    expect(shown).toEqual(['Сервис активирован'])
  })
  test('the first order of a subscriber is new', async () => {
    const before = intentOf({ lastOrderId: null })
    expect((await resume({ before, answers: { get_client_data: [last('o1')] } })).shown).toEqual(['Сервис активирован'])
  })
  test('an order that is still on its way is waited for', async () => {
    const clientData: Answers['x'] = [last('o0'), { status: 500 }, 'no connection', last('o1')]
    const { shown, looks } = await resume({ before: intentOf({}), answers: { get_client_data: clientData } })
    expect({ looks, shown }).toEqual({ looks: 4, shown: ['Сервис активирован'] })
  })
  test.each<[string, Answers['x'], Partial<PurchaseIntent>, number, boolean]>([
    ['none has come', [last('o0')], {}, 5, true],
    ['there is none at all', [last(null)], { lastOrderId: null }, 5, true],
    ['the one before it is not known', [last('o1')], { lastOrderId: undefined }, 0, true],
    // The order may exist: a user must not be offered to order again while that cannot be checked.
    ['nothing can be read', [{ status: 500 }], {}, 5, false],
  ])('%s: it is in doubt, and nothing is ordered again', async (_, clientData, own, looked, mayRetry) => {
    const given = { before: intentOf(own), answers: { get_client_data: clientData } }
    const { shown, destinations, calls, looks, stored } = await resume({ ...given, says: ['check'] })
    expect({ shown, looks, destinations, createOrderSent: calls.includes('create_order') }).toEqual({
      shown: ['Ответ не пришёл'],
      looks: looked,
      destinations: ['account'],
      createOrderSent: false,
    })
    expect({ end: stored?.end, isTold: stored?.isTold }).toEqual({ end: undefined, isTold: mayRetry || undefined })
    const retried = resume({ ...given, says: ['retry'] })
    await (mayRetry
      ? expect(retried).resolves.toMatchObject({ destinations: ['retry'], stored: { mayRepeat: true } })
      : expect(retried).rejects.toThrow('no button'))
  })
  test('support is offered too', async () => {
    expect((await resume({ before: intentOf({}), says: ['support'] })).destinations).toEqual(['support'])
  })
  test('an order that was found and declined can be tried again, where it is bought', async () => {
    const answers = { get_client_data: [last('o1')], get_order_status: [status('declined')] }
    expect((await resume({ before: intentOf({}), answers, says: ['retry'] })).destinations).toEqual(['retry'])
  })
  test.each<[string, Answers, string]>([
    ['found', { get_client_data: [last('o1')] }, 'Опция успешно оплачена'],
    ['in doubt', {}, 'Ответ не пришёл'],
  ])('an option %s is shown in its own words', async (_, answers, shown) => {
    const before = intentOf({ what: { option: 'family_1_month' } })
    expect((await resume({ before, answers })).shown).toEqual([shown])
  })
})

describe('an order that is open', () => {
  const before = intentOf({ orderId: 'o1', payment: 'newCard' })
  const answers = { get_order_status: [atBank] }
  test('is never followed to the bank without a press', async () => {
    const { seen, stored } = await resume({ before, answers })
    expect(seen.some((line) => line.startsWith('payment page'))).toBe(false)
    expect(stored).toMatchObject({ orderId: 'o1', isTold: true })
    expect(stored?.end).toBeUndefined()
  })
  test('is finished at its payment page, and stays known', async () => {
    const { seen, stored } = await resume({ before, answers, says: ['finish'] })
    expect(seen.at(-1)).toBe('payment page https://pay.example/1')
    expect({ id: stored?.id, end: stored?.end }).toEqual({ id: before.id, end: undefined })
  })
  test('can be given up', async () => {
    const { stored, shown } = await resume({ before, answers, says: ['giveUp'] })
    expect({ end: stored?.end, shown }).toEqual({ end: 'givenUp', shown: ['Заказ ждёт оплаты'] })
  })
  test.each([status('deposited'), status('declined')])(
    'that was decided while no one looked has its end: %j',
    async (one) => {
      const { shown } = await resume({ before, answers: { get_order_status: [one] } })
      expect(shown[0]).toMatch(/Сервис активирован|Не удалось оплатить/)
    },
  )
  test.each<[string, Answers['x']]>([
    ['does not change', [status('new')]],
    ['is refused', [rejected(2000)]],
    ['is none that it can have', [status('refunded')]],
  ])(
    'whose status %s is shown once, and then asked about: no one is blocked from buying for ever',
    async (_, statuses) => {
      const paid = intentOf({ orderId: 'o1' })
      const first = await press({ before: paid, answers: { get_order_status: statuses } })
      expect({ shown: first.shown, mayContinue: mayContinue(first) }).toEqual({
        shown: ['Произошла ошибка'],
        mayContinue: false,
      })
      const second = await press({ before: first.stored, answers: { get_order_status: statuses }, says: ['giveUp'] })
      expect({ shown: second.shown, mayContinue: mayContinue(second) }).toEqual({
        shown: ['Заказ ещё обрабатывается'],
        mayContinue: true,
      })
    },
  )
  test('without an end is looked at once more', async () => {
    const stuck = intentOf({ orderId: 'o1', isTold: true })
    const statuses = [...Array.from({ length: 15 }, () => status('new')), status('deposited')]
    const { shown } = await resume({ before: stuck, answers: { get_order_status: statuses }, says: ['finish'] })
    expect(shown).toEqual(['Заказ ещё обрабатывается', 'Сервис активирован'])
  })
})

describe('another tab has gone on with an open order while it was asked about here', () => {
  const bank = intentOf({ orderId: 'o1', payment: 'newCard' })
  const points = intentOf({ payment: 'scores' })
  test('points that were charged there are not charged again', async () => {
    const { calls, shown } = await resume({
      before: points,
      answers: { get_client_data: [last('o1')] },
      says: ['finish'],
      meanwhile: { ...points, orderId: 'o1' },
    })
    expect({ payOrderSent: calls.includes('pay_order'), shown: shown.at(-1) }).toEqual({
      payOrderSent: false,
      shown: 'Сервис активирован',
    })
  })
  test.each<MessageAction>(['giveUp', 'finish'])(
    'what was paid there stays paid, and that is shown: %s',
    async (says) => {
      const paid = { ...bank, end: 'paid' as const, isTold: true }
      const answers = { get_order_status: [atBank] }
      const { stored, shown, destinations, seen } = await resume({
        before: bank,
        answers,
        says: [says],
        meanwhile: paid,
      })
      expect({ end: stored?.end, shown, destinations }).toEqual({
        end: 'paid',
        shown: ['Заказ ждёт оплаты', 'Другой заказ уже оплачен'],
        destinations: [],
      })
      expect(seen.some((line) => line.startsWith('payment page'))).toBe(false)
    },
  )
  test('does not try again what was paid there meanwhile', async () => {
    const before = intentOf({})
    const meanwhile = intentOf({ orderId: 'o1', end: 'paid' })
    const { stored, shown, isIn } = await press({ before, says: ['retry'], meanwhile }).then((end) => ({
      ...end,
      isIn: mayContinue(end),
    }))
    expect({ end: stored?.end, shown, isIn }).toEqual({
      end: 'paid',
      shown: ['Ответ не пришёл', 'Другой заказ уже оплачен'],
      isIn: false,
    })
  })
})

describe('points of a tab that was closed', () => {
  test('are charged only after a click when the tab closed before the charge, with the same key', async () => {
    const before = intentOf({ payment: 'scores' })
    const given = { before, answers: { get_client_data: [last('o1')] } }
    const resumed = await resume(given)
    expect({ shown: resumed.shown, payOrderSent: resumed.calls.includes('pay_order') }).toEqual({
      shown: ['Заказ ждёт оплаты'],
      payOrderSent: false,
    })
    const { shown, keys, orders, steps } = await resume({ ...given, says: ['finish'] })
    expect({ shown, orders }).toEqual({ shown: ['Заказ ждёт оплаты', 'Сервис активирован'], orders: [] })
    expect(keys).toEqual([`"${before.id}"`])
    expect(steps.slice(-2)).toEqual(['paid o1', 'paid o1, shown'])
  })
  test('are never charged again when the charge may have been sent', async () => {
    const before = intentOf({ payment: 'scores', orderId: 'o1' })
    for (const statuses of [[status('deposited')], [status('declined')], [status('new')]]) {
      const { calls, shown } = await resume({ before, answers: { get_order_status: statuses } })
      expect(calls).not.toContain('pay_order')
      expect(shown[0]).toMatch(/Сервис активирован|Не удалось списать баллы|Произошла ошибка/)
    }
  })
  test('are charged once when the charge is refused', async () => {
    const given = {
      before: intentOf({ payment: 'scores' as const }),
      answers: { get_client_data: [last('o1')], pay_order: [rejected(2000)] },
    }
    const { shown, stored, keys } = await resume({ ...given, says: ['finish'] })
    expect({ lastShown: shown.at(-1), end: stored?.end, keys: keys.length }).toEqual({
      lastShown: 'Не удалось списать баллы',
      end: 'declined',
      keys: 1,
    })
  })
})

describe('a payment page that comes back', () => {
  const settle = (orderId: string | null, given: Case) =>
    run((after) => purchaseFlow({ start: 'confirm', orderId }, after), given)
  test.each<[string, string | null, PurchaseIntent | null, Answers]>([
    ['of an order that no one here has made', 'o1', null, {}],
    ['of another order than the last one', 'o2', intentOf({ orderId: 'o1' }), {}],
    ['of another order than the one that is found', 'o2', intentOf({}), { get_client_data: [last('o1')] }],
    ['without an order, and none was made', null, null, {}],
    ['without an order, and none is found', null, intentOf({}), {}],
  ])('%s is not known: its status is not asked', async (_, orderId, before, answers) => {
    const { shown, calls, destinations, seen } = await settle(orderId, { before, answers, says: ['support'] })
    expect({ shown, destinations, getOrderStatusSent: calls.includes('get_order_status') }).toEqual({
      shown: ['Мы не знаем этот заказ'],
      destinations: ['support'],
      getOrderStatusSent: false,
    })
    expect(seen.some((line) => line.startsWith('payment page'))).toBe(false)
  })
  test.each(['o1', null])(
    'with the order %s, which cannot be looked for, is in doubt and not unknown',
    async (orderId) => {
      const unread: Answers = { get_client_data: [{ status: 500 }] }
      const { shown, stored, calls } = await settle(orderId, { before: intentOf({}), answers: unread })
      expect(shown).toEqual(['Ответ не пришёл'])
      expect({ storedEnd: stored?.end, getOrderStatusSent: calls.includes('get_order_status') }).toEqual({
        storedEnd: undefined,
        getOrderStatusSent: false,
      })
    },
  )
  test.each<[string, string | null, Partial<PurchaseIntent>, Answers]>([
    ['with the order', 'o1', { orderId: 'o1' }, {}],
    ['without it', null, { orderId: 'o1' }, {}],
    ['with the order whose answer was lost', 'o1', {}, { get_client_data: [last('o1')] }],
    ['of an order that was given up', 'o1', { orderId: 'o1', end: 'givenUp' }, {}],
    ['again, after it was shown', 'o1', { orderId: 'o1', end: 'paid' }, {}],
  ])('%s shows its end', async (_, orderId, own, answers) => {
    const { shown, stored } = await settle(orderId, { before: intentOf({ payment: 'newCard', ...own }), answers })
    expect({ shown, end: stored?.end }).toEqual({ shown: ['Сервис активирован'], end: 'paid' })
  })
  test.each([
    [status('declined'), 'Не удалось оплатить', 'declined'],
    [status('new'), 'Произошла ошибка', undefined],
    [status('registered'), 'Произошла ошибка', undefined],
  ])('with %j says «%s»', async (one, title, end) => {
    const before = intentOf({ payment: 'newCard', orderId: 'o1' })
    const { shown, stored } = await settle('o1', { before, answers: { get_order_status: [one] } })
    expect({ shown, end: stored?.end }).toEqual({ shown: [title], end })
  })
  test('a renewal keeps its words [C-MODAL-23]', async () => {
    const before = intentOf({ payment: 'newCard', orderId: 'o1', renewing: true })
    expect((await settle('o1', { before })).shown).toEqual(['Пакет продлён'])
  })
})

describe('what a visit shows without a press', () => {
  const due = (intent: PurchaseIntent, answers: Answers = {}, lastOrder: string | null | undefined = 'o0') =>
    shouldResume(intent, apiThatAnswers({ get_order_status: [status('new')], ...answers }).api, async () => lastOrder)
  const decided = { get_order_status: [status('deposited')] }
  test.each<[string, Partial<PurchaseIntent>, Answers, string | null | undefined, boolean]>([
    ['an end that is known', { orderId: 'o1', end: 'paid' }, {}, 'o1', false],
    ['an end that was not shown', {}, {}, 'o0', true],
    ['what was shown and has not changed', { isTold: true, orderId: 'o1' }, {}, 'o1', false],
    [
      'what was shown and cannot be read',
      { isTold: true, orderId: 'o1' },
      { get_order_status: [{ status: 500 }] },
      'o1',
      false,
    ],
    ['what was shown and has an end now', { isTold: true, orderId: 'o1' }, decided, 'o1', true],
    ['what was not found and is not there', { isTold: true }, decided, 'o0', false],
    ['what was not found and cannot be looked for', { isTold: true }, decided, undefined, false],
    ['what was not found and has come', { isTold: true }, decided, 'o1', true],
    [
      'what was shown and is declined now',
      { isTold: true, orderId: 'o1' },
      { get_order_status: [status('declined')] },
      'o1',
      true,
    ],
    [
      'what was shown of an order that nothing distinguishes',
      { isTold: true, lastOrderId: undefined },
      decided,
      'o1',
      false,
    ],
  ])('%s', async (_, own, answers, lastOrder, isTold) => {
    expect(await due(intentOf(own), answers, lastOrder)).toBe(isTold)
  })
  test('asks for the status of its own order', async () => {
    const { api, sent } = apiThatAnswers({ get_order_status: [status('new')] })
    await shouldResume(intentOf({ isTold: true, orderId: 'o1' }), api, async () => 'o2')
    expect(sent).toEqual([{ call: 'get_order_status', body: { orderId: 'o1' } }])
  })
})

test('a paid purchase is no news to a page that knows no order yet', async () => {
  const result = await press({ before: intentOf({ orderId: 'o1', end: 'paid' }) })
  expect({ mayContinue: mayContinue(result), shown: result.shown }).toEqual({ mayContinue: true, shown: [] })
})

describe('looking at an earlier order', () => {
  const spinnersOf = ({ seen }: { seen: string[] }) =>
    seen.flatMap((line) => (line.startsWith('spinner: ') ? [line.slice('spinner: '.length)] : []))
  test.each<[string, Partial<PurchaseIntent>, string[]]>([
    ['by the main card', { orderId: 'o1' }, ['Заказ создаётся']],
    ['by a new card', { orderId: 'o1', payment: 'newCard' }, ['Проверяем оплату']],
    ['by points', { orderId: 'o1', payment: 'scores' }, ['Списываем баллы']],
    ['by the main card, its order not known', {}, ['Ищем заказ']],
  ])('%s shows what it does', async (_, own, spinners) => {
    expect(spinnersOf(await resume({ before: intentOf(own) }))).toEqual(spinners)
  })
  test('looks five times, two seconds apart, for an order that may be on its way', async () => {
    const { seen, looks } = await resume({ before: intentOf({}) })
    expect({ looks, sleeps: seen.filter((line) => line.startsWith('sleep')) }).toEqual({
      looks: 5,
      sleeps: Array<string>(4).fill('sleep 2000'),
    })
  })
  test('remembers that an order to charge was shown, with all that is known of it', async () => {
    const before = intentOf({ payment: 'scores' })
    const { stored } = await resume({ before, answers: { get_client_data: [last('o1')] } })
    expect(stored).toEqual({ ...before, isTold: true })
  })
  test('takes a payment page of an order by the main card for a status that it cannot have', async () => {
    const { shown } = await resume({ before: intentOf({ orderId: 'o1' }), answers: { get_order_status: [atBank] } })
    expect(shown).toEqual(['Произошла ошибка'])
  })
  test('pauses between two polls of another device’s order', async () => {
    const answers = { get_order_status: [status('new'), status('deposited')] }
    const { seen } = await buy({ answers, card: 'mainCard' }, { ...month, knownOrderId: 'o0' })
    expect(seen).toContain('sleep 2000')
  })
  test.each<[string, Answers[string], boolean]>([
    ['the server does not know', [rejected(2000), status('deposited')], true],
    ['no one can read', [{ status: 500 }], false],
    ['this session may not see', [{ status: 401 }], false],
  ])('an old order that %s stops the next one unless refused: %j', async (_, answers, isOrdered) => {
    const { orders } = await buy({ answers: { get_order_status: answers } }, { ...month, knownOrderId: 'o0' })
    expect(orders.length > 0).toBe(isOrdered)
  })
  test('goes on with the order of another device in the words of a new purchase', async () => {
    const statuses = [...Array.from({ length: 15 }, () => status('new')), status('deposited')]
    const answers = { get_client_data: [last('o9')], get_order_status: statuses }
    const result = await buy({ answers, says: ['finish'] }, { ...month, knownOrderId: null })
    expect({ shown: result.shown, spinners: spinnersOf(result), orders: result.orders }).toEqual({
      shown: ['Заказ ещё обрабатывается', 'Сервис активирован'],
      spinners: ['Проверяем карты', 'Заказ создаётся', 'Проверяем оплату'],
      orders: [],
    })
  })
  test.each<[string, Partial<PurchaseIntent>]>([
    ['that this browser saw paid', { orderId: 'o9', end: 'paid' }],
    ['after an intent of another order', { orderId: 'o1', end: 'declined' }],
  ])('stops at the open last order %s', async (_, own) => {
    const answers = { get_client_data: [last('o9')], get_order_status: [atBank] }
    const result = await buy({ before: intentOf(own), answers }, { ...month, knownOrderId: 'o9' })
    expect({ shown: result.shown, orders: result.orders }).toEqual({ shown: ['Заказ ждёт оплаты'], orders: [] })
  })
  test('shows what it does after the payment page', async () => {
    const result = await run((after) => purchaseFlow({ start: 'confirm', orderId: null }, after), {
      before: intentOf({ payment: 'newCard' }),
      answers: { get_client_data: [last('o1')] },
    })
    expect(spinnersOf(result)).toEqual(['Ищем заказ', 'Проверяем оплату'])
  })
  test('offers no retry when the data cannot be read after the payment page', async () => {
    const confirm = run((after) => purchaseFlow({ start: 'confirm', orderId: null }, after), {
      before: intentOf({ payment: 'newCard' }),
      answers: { get_client_data: [{ status: 500 }] },
      says: ['retry'],
    })
    await expect(confirm).rejects.toThrow('no button answers "retry"')
  })
  test('leads to the account when the data cannot be read after the payment page', async () => {
    const { shown, destinations } = await run((after) => purchaseFlow({ start: 'confirm', orderId: null }, after), {
      before: intentOf({ payment: 'newCard' }),
      answers: { get_client_data: [{ status: 500 }] },
      says: ['check'],
    })
    expect({ shown, destinations }).toEqual({ shown: ['Ответ не пришёл'], destinations: ['account'] })
  })
})
