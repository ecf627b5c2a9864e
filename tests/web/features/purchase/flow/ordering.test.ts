// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { createPurchases } from '#web/checkout/purchases.ts'
import { isRefusal } from '#web/features/purchase/end/purchase-end.ts'
import { inTurn, leaveForBank, ordering } from '#web/features/purchase/flow/ordering.ts'
import { chargePoints } from '#web/features/purchase/flow/purchase-by-points.ts'
import type { FlowPorts } from '#web/flow/ports.ts'
import type { Wanted } from '#web/flow/purchase-intent.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, rejected, status } from '#support/fake-api.ts'
import { deniedLocks, fakeStore } from '#support/fake-locks.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

describe('the turn of a tab', () => {
  const portsThatAnswer = (end: 'dismissed' | 'busy'): FlowPorts => ({
    ...scriptedPorts().io,
    exclusively: async () => end,
  })
  const work = async () => ({ kind: 'declined' }) as const
  test('answers how the work ended', async () => {
    expect(await inTurn(scriptedPorts().io, work)).toEqual({ kind: 'declined' })
  })
  test('is left when the user does not wait for another tab', async () => {
    expect(await inTurn(portsThatAnswer('dismissed'), work)).toEqual({ kind: 'dismissed' })
  })
  test('says that another tab is still ordering when it takes too long', async () => {
    expect(await inTurn(portsThatAnswer('busy'), work)).toEqual({ kind: 'elsewhere' })
  })
  test('shows nothing when the wait was not shown', async () => {
    expect(await inTurn(portsThatAnswer('busy'), work, null)).toEqual({ kind: 'nothing' })
  })
})

test('without Web Locks, a tab that was frozen before its order makes none after another tab has ordered', async () => {
  const made: string[] = []
  const store = fakeStore()
  const [freezes, wakes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  function orderIn(tab: string, beforeOrder: () => Promise<void>, now: number) {
    const purchases = createPurchases({ user: Promise.resolve('anna'), locks: deniedLocks, store, now: () => now })
    const { signal } = new AbortController()
    const { api } = apiThatAnswers({ get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })] })
    const io: FlowPorts = {
      ...scriptedPorts().io,
      exclusively: (work) => purchases.exclusively(work, { signal, wait: null }),
    }
    const what = {
      bundle: { id: 'b1' },
      wanted: { bundle: 'standard199', priceKopecks: 19900 },
      from: 'profile',
      renewing: false,
      priceKopecks: 19_900,
      shown: { kopecks: 19_900, in: 'rubles' },
    } as const
    const progress = { what: 'Пакет', steps: ['Заказ', 'Оплата'], at: 0 }
    const make = async () => {
      made.push(tab)
      return { kind: 'purchased', renewing: false } as const
    }
    const getClientData: typeof api.getClientData = async (...given) => {
      await beforeOrder()
      return api.getClientData(...given)
    }
    return ordering(
      { what, payment: 'mainCard', text: 'Заказ создаётся', progress, make },
      { ...api, getClientData },
      io,
    )
  }
  const freeze = () => {
    freezes.resolve()
    return wakes.promise
  }
  const frozen = orderIn('frozen', freeze, 0)
  await freezes.promise
  const other = await orderIn('other', async () => undefined, 6000)
  const stored = store.getItem('paket.purchase')
  wakes.resolve()
  expect({ other: other.kind, frozen: (await frozen).kind, made }).toEqual({
    other: 'purchased',
    frozen: 'elsewhere',
    made: ['other'],
  })
  expect(store.getItem('paket.purchase')).toBe(stored)
})

/** Goods for 199 ₽, ordered by a button that was drawn with this price. */
const month = {
  bundle: { id: 'b1' },
  from: 'profile',
  renewing: false,
  priceKopecks: 19_900,
  shown: { kopecks: 19_900, in: 'rubles' },
} as const

test('without a network nothing is sent, and nothing is ordered', async () => {
  const { api, sent } = apiThatAnswers({})
  const io = { ...scriptedPorts().io, isOnline: () => false }
  const wanted = { bundle: 'standard199', priceKopecks: 19900 } as const
  const what = { ...month, wanted }
  const progress = { what: 'Пакет', steps: ['Заказ', 'Оплата'], at: 0 }
  const make = vi.fn()
  const end = await ordering({ what, payment: 'mainCard', text: 'Заказ создаётся', progress, make }, api, io)
  expect({ end, sent }).toEqual({ end: { kind: 'offline' }, sent: [] })
  expect(make).not.toHaveBeenCalled()
})

test.each<[string, Wanted, string[]]>([
  ['a bundle', { bundle: 'standard199', priceKopecks: 19900 }, ['buying']],
  ['an option', { option: 'family' }, ['buying']],
  ['what another device has begun', null, ['buying']],
  ['a partner’s activation, which is no purchase', { activation: 'beeline' }, []],
])('the switches that stop %s', async (_, wanted, switches) => {
  const needed: string[] = []
  const { api } = apiThatAnswers({ get_client_data: [clientDataAnswer({ status: 'registered', bundle: null })] })
  const { io } = scriptedPorts()
  const what = { ...month, wanted }
  const progress = { what: 'Пакет', steps: ['Заказ', 'Оплата'], at: 0 } as never
  const make = async () => ({ kind: 'purchased', renewing: false }) as const
  const needs = (feature: string) => void needed.push(feature)
  const end = await ordering({ what, payment: 'mainCard', text: 'Заказ создаётся', progress, make }, api, {
    ...io,
    needs,
  })
  expect({ kind: end.kind, needed }).toEqual({ kind: 'purchased', needed: switches })
})

test.each([
  ['business', 'orderRejected', true],
  ['business', 'underWay', false],
  ['technical', 'orderUnavailable', false],
  ['technical', 'noConnection', false],
  ['technical', 'notSent', true],
  ['technical', 'tooManyRequests', true],
] as const)('a %s failure %s is a refusal: %s', (kind, name, is) => expect(isRefusal({ kind, name })).toBe(is))

test.each([
  [true, 'returnedFromPayment'],
  [false, 'invalid'],
])('a payment page whose address is known (%s) ends as %s', async (isKnown, kind) => {
  const { io, seen } = scriptedPorts({}, isKnown)
  const progress = { what: 'Пакет', steps: ['Заказ', 'Оплата'], at: 1 } as never
  expect(await leaveForBank('https://pay.example/1', 'Заказ создаётся', progress, io)).toEqual({ kind })
  expect(seen).toEqual(['spinner: Заказ создаётся', 'payment page https://pay.example/1'])
})

describe('the charge of an order that was made before', () => {
  const intent = { ...intentOf({ payment: 'scores' }), orderId: 'o7' }
  async function charge(answers: Answers) {
    const { api, sent } = apiThatAnswers({ pay_order: [{ body: { code: 0 } }], ...answers })
    const { io, seen, stored } = scriptedPorts()
    const end = await io.exclusively((store) => chargePoints(intent, store, api, io), null)
    return { end, sent, seen, stored: stored() }
  }
  test('is stored before it is sent, names its order and is followed', async () => {
    const { end, sent, seen } = await charge({ get_order_status: [status('deposited')] })
    expect(end).toEqual({ kind: 'purchased', renewing: false })
    expect(sent).toEqual([
      { call: 'pay_order', body: { orderId: 'o7', paymentType: 'scores' } },
      { call: 'get_order_status', body: { orderId: 'o7' } },
    ])
    expect(sent[0]?.key).toBe(`"${intent.id}"`)
    expect(seen).toEqual(['follow o7 scores', 'follow o7 scores', 'paid o7'])
  })
  test('ends the order when it is refused, and is not followed', async () => {
    const { end, sent, stored } = await charge({ pay_order: [rejected(2000)] })
    expect(end).toMatchObject({ kind: 'pointsRefused', failure: { name: 'pointsNotCharged' } })
    expect(sent.map(({ call }) => call)).toEqual(['pay_order'])
    expect(stored).toMatchObject({ orderId: 'o7', end: 'declined' })
  })
  test.each<[string, Answers]>([
    ['an answer that is lost', { pay_order: ['no connection'] }],
    ['HTTP 500', { pay_order: [{ status: 500 }] }],
    ['HTTP 409', { pay_order: [{ status: 409 }] }],
  ])('is followed after %s', async (_, answers) => {
    const { end } = await charge({ ...answers, get_order_status: [status('deposited')] })
    expect(end).toMatchObject({ kind: 'purchased' })
  })
  test('stays unknown when the failure does not prove a refusal', async () => {
    const { end, stored } = await charge({ pay_order: [{ status: 404 }] })
    expect(end).toMatchObject({ kind: 'pointsRefused', failure: { name: 'unexpectedStatus' } })
    expect({ orderId: stored?.orderId, end: stored?.end }).toEqual({ orderId: 'o7', end: undefined })
  })
})
