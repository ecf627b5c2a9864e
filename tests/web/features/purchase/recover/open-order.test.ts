import { describe, expect, test } from 'vitest'
import { type Earlier, finishOpenOrder, isEarlier, storeDecision } from '#web/features/purchase/recover/open-order.ts'
import type { Finish } from '#web/features/purchase/end/purchase-end.ts'
import type { PurchasePorts } from '#web/features/purchase/flow/ordering.ts'
import type { PurchaseIntent, StoredIntent } from '#web/flow/purchase-intent.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { type Answers, apiThatAnswers, status } from '#support/fake-api.ts'
import { intentOf } from '#support/intents.ts'
import { scriptedPorts } from '#support/scripted-ports.ts'

const shown = intentOf({ orderId: 'o1', payment: 'scores', isTold: true })
const another = intentOf({ id: '0e0c1c52-3a0e-4b5e-9d9b-0f7f9b0f4a11', orderId: 'o9' })
const open = (by: Finish, earlier = shown) => ({ kind: 'open', finish: by, earlier }) as const
const inDoubt = (earlier = shown): Earlier => ({ kind: 'inDoubt', mayRetry: true, earlier })

const ports = (stored: PurchaseIntent | null) => scriptedPorts({}, true, stored)
const client = (answers: Answers = {}) =>
  apiThatAnswers({
    pay_order: [{ body: { code: 0 } }],
    get_order_status: [status('deposited')],
    get_client_data: [clientDataAnswer({ orderId: 'o0' })],
    ...answers,
  })
async function finish(end: ReturnType<typeof open>, stored: PurchaseIntent | null, answers?: Answers) {
  const { api, sent } = client(answers)
  const { io, seen, stored: now } = ports(stored)
  const after = await finishOpenOrder(end)(api, io)
  return { after, seen, stored: now(), calls: sent.map(({ call }) => call) }
}

test('isEarlier is true only for an end with an earlier purchase', () => {
  expect(isEarlier({ kind: 'declined' })).toBe(false)
  expect(isEarlier(inDoubt())).toBe(true)
})

describe('an open order', () => {
  test('is charged with its points under a spinner', async () => {
    const { after, seen, calls } = await finish(open({ by: 'points' }), { ...shown, orderId: undefined })
    expect(after).toMatchObject({ kind: 'purchased', earlier: { orderId: 'o1' } })
    expect(seen[0]).toBe('spinner: Списываем баллы')
    expect(calls).toEqual(['pay_order', 'get_order_status'])
  })
  test('is not charged again when another tab has charged it', async () => {
    const { after, calls } = await finish(open({ by: 'points' }), shown)
    expect(after).toMatchObject({ kind: 'purchased' })
    expect(calls).toEqual(['get_order_status'])
  })
  test.each([
    ['paid', 'boughtMeanwhile'],
    ['declined', 'nothing'],
    ['givenUp', 'nothing'],
  ] as const)('ends like in another tab: %s is %s', async (end, kind) => {
    const { after, calls } = await finish(open({ by: 'points' }), { ...shown, end })
    expect({ after, calls }).toEqual({ after: { kind }, calls: [] })
  })
  test.each([
    ['paid', 'purchased'],
    ['declined', 'pointsDeclined'],
  ] as const)('shows the end that no one has seen in another tab: %s is %s', async (end, kind) => {
    const { after, calls } = await finish(open({ by: 'points' }), { ...shown, end, isTold: undefined })
    expect({ after, calls }).toMatchObject({ after: { kind, earlier: { id: shown.id } }, calls: [] })
  })
  test('opens its payment page under a spinner, and is remembered as shown', async () => {
    const atBank = open({ by: 'bank', formUrl: 'https://pay.example/1' }, { ...shown, payment: 'newCard' })
    const { after, seen, stored } = await finish(atBank, { ...shown, payment: 'newCard', isTold: undefined })
    expect(after).toMatchObject({ kind: 'returnedFromPayment', earlier: { orderId: 'o1' } })
    expect(seen.slice(-2)).toEqual(['spinner: Открываем страницу банка', 'payment page https://pay.example/1'])
    expect(stored).toMatchObject({ orderId: 'o1', isTold: true })
  })
  test('opens no payment page when another tab has paid it', async () => {
    const { after, seen } = await finish(open({ by: 'bank', formUrl: 'https://pay.example/1' }), {
      ...shown,
      end: 'paid',
    })
    expect(after).toEqual({ kind: 'boughtMeanwhile' })
    expect(seen).toEqual([])
  })
  test.each<Finish>([{ by: 'points' }, { by: 'bank', formUrl: 'https://pay.example/1' }, { by: 'looking' }])(
    'is not finished (%j) when it was given up in another tab and something else was bought there',
    async (by) => {
      const bought = { ...another, end: 'paid', isTold: true } as const
      const { after, seen, stored, calls } = await finish(open(by), bought)
      expect({ after, seen, calls }).toEqual({ after: { kind: 'boughtMeanwhile' }, seen: [], calls: [] })
      expect(stored).toEqual(bought)
    },
  )
  test('of another device is finished although a purchase of this browser is stored', async () => {
    const bought = { ...another, end: 'paid', isTold: true } as const
    const { after } = await finish(open({ by: 'looking' }, { ...shown, what: null }), bought)
    expect(after).toMatchObject({ kind: 'purchased', earlier: { orderId: 'o1' } })
  })
  test('of another device does not replace a purchase that another tab has begun', async () => {
    const { stored, calls } = await finish(open({ by: 'looking' }, { ...shown, what: null }), another, {
      get_order_status: [{ status: 500 }],
    })
    expect(stored).toMatchObject({ id: another.id, orderId: another.orderId })
    expect(calls).toContain('get_order_status')
  })
  test('is followed once more when that is what is left', async () => {
    const { after, calls, stored } = await finish(open({ by: 'looking' }), null)
    expect(after).toMatchObject({ kind: 'purchased', earlier: { orderId: 'o1' } })
    expect(calls).toEqual(['get_order_status'])
    expect(stored).toMatchObject({ orderId: 'o1', end: 'paid' })
  })
  test('is followed once more when its stored intent has expired under the open message', async () => {
    const { api, sent } = client()
    const expired: StoredIntent = { read: () => null, write: () => undefined }
    const io: PurchasePorts = { ...ports(null).io, exclusively: (work) => work(expired) }
    const after = await finishOpenOrder(open({ by: 'looking' }))(api, io)
    expect(after).toMatchObject({ kind: 'purchased', earlier: { orderId: 'o1' } })
    expect(sent.map(({ call }) => call)).toEqual(['get_order_status'])
  })
  test('has nothing to follow when another purchase has begun and ended', async () => {
    const { after, calls } = await finish(open({ by: 'looking' }), { ...shown, end: 'declined' })
    expect({ after, calls }).toEqual({ after: { kind: 'nothing' }, calls: [] })
  })
  test('does not block a purchase when it may be repeated and is still not found', async () => {
    const { after } = await finish(open({ by: 'looking' }, intentOf({ isTold: true, mayRepeat: true })), null)
    expect(after).toEqual({ kind: 'nothing' })
  })
  test('leaves another purchase alone that another tab has begun since', async () => {
    const { stored } = await finish(open({ by: 'looking' }), another)
    expect(stored?.id).toBe(another.id)
  })
})

describe('a decision about an earlier purchase', () => {
  async function decide(stored: PurchaseIntent | null, end: Earlier = inDoubt()) {
    const { api, sent } = client()
    const { io, stored: now } = ports(stored)
    const since = await storeDecision(end, { end: 'givenUp' }, api, io)
    return { since: since.kind, stored: now(), calls: sent.map(({ call }) => call) }
  }
  test.each<[string, PurchaseIntent | null]>([
    ['the same', { ...shown, orderId: undefined }],
    ['none', null],
    ['another one that is not paid', { ...another, end: 'declined', isTold: true }],
  ])('is stored while the last purchase is %s', async (_, stored) => {
    const { since, stored: now } = await decide(stored)
    expect({ since, id: now?.id, end: now?.end, isTold: now?.isTold }).toEqual({
      since: 'nothing',
      id: shown.id,
      end: 'givenUp',
      isTold: true,
    })
  })
  test.each<[string, PurchaseIntent, string]>([
    ['has no end yet', another, 'purchased'],
    ['has an end that no one has seen', { ...another, end: 'paid' }, 'purchased'],
    ['is paid', { ...another, end: 'paid', isTold: true }, 'boughtMeanwhile'],
  ])('is dropped when another tab has begun another purchase that %s', async (_, now, kind) => {
    const { since, stored } = await decide(now)
    expect({ since, id: stored?.id, end: stored?.end }).toEqual({ since: kind, id: another.id, end: 'paid' })
  })
  test('is dropped when another tab has found the order meanwhile', async () => {
    const { since, calls } = await decide(shown)
    expect({ since, calls }).toEqual({ since: 'purchased', calls: ['get_order_status'] })
  })
  test('follows no order that was known when it was asked for', async () => {
    const { since, calls } = await decide(shown, open({ by: 'looking' }))
    expect({ since, calls }).toEqual({ since: 'nothing', calls: [] })
  })
})
