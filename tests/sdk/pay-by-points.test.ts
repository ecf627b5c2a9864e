import { describe, expect, it } from 'vitest'
import { bundleNamed, payByPoints, type PayByPointsOptions } from '@paket/sdk'
import { clientOf, jsonResponse, never } from './support.ts'

const { id: bundleId } = bundleNamed('standard199')
const created = { code: 0, result: { orderId: 'order-7' } }
const lost = () => {
  throw new TypeError('fetch failed')
}
type Answers = Record<'create_scores_order' | 'pay_order' | 'get_order_status', () => object>
const answers: Answers = {
  create_scores_order: () => created,
  pay_order: () => ({ code: 0 }),
  get_order_status: () => ({ code: 0, result: { orderStatus: 'deposited' } }),
}

/** Pays; returns the end and the requests, in order. */
async function pay(differing: Partial<Answers> = {}, options: Partial<PayByPointsOptions> = {}) {
  const { client, sent } = clientOf(({ path }) => ({ ...answers, ...differing })[path.slice(4) as keyof Answers]())
  const end = await payByPoints(client, { bundleId, sleep: async () => {}, ...options })
  return {
    end,
    sent: sent.map(({ path, body }) => [path.slice(4), body]),
    paths: sent.map(({ path }) => path.slice(4)),
  }
}

describe('payment by points', () => {
  it('orders, pays once and polls the order (OP-15) [C-POINTS-04] [C-CALL-26]', async () => {
    const orders: string[] = []
    const { end, sent } = await pay({}, { onOrder: (id) => void orders.push(id) })
    expect(end).toEqual({ kind: 'paid', orderId: 'order-7' })
    expect(sent).toEqual([
      ['create_scores_order', { bundleId }],
      ['pay_order', { orderId: 'order-7', paymentType: 'scores' }],
      ['get_order_status', { orderId: 'order-7' }],
    ])
    expect(orders).toEqual(['order-7'])
  })

  it('pays nothing when the order fails', async () => {
    const { end, paths } = await pay({ create_scores_order: () => ({ code: 2002 }) })
    expect(end).toMatchObject({
      kind: 'notOrdered',
      failure: { name: 'alreadyConnecting', outcome: 'already-connecting' },
    })
    expect(paths).toEqual(['create_scores_order'])
  })

  it.each([
    [{ code: 2000 }, 'pointsNotCharged'],
    [{ code: 2999 }, 'unknownCode'],
    [jsonResponse(422, {}), 'paymentRefused'],
  ])('is not charged when it is refused with %j, and the order is not followed', async (refusal, name) => {
    const { end, paths } = await pay({ pay_order: () => refusal })
    expect(end).toMatchObject({
      kind: 'notCharged',
      orderId: 'order-7',
      failure: { name, outcome: 'points-not-charged' },
    })
    expect(paths).toEqual(['create_scores_order', 'pay_order'])
  })

  it('charges nothing when the session ends', async () => {
    const { end } = await pay({ pay_order: () => jsonResponse(401, {}) })
    expect(end).toMatchObject({ kind: 'notCharged', failure: { name: 'unauthorized', outcome: 'authorize-again' } })
  })

  it.each([
    ['lost', lost],
    ['a 500', () => jsonResponse(500, {})],
    ['no JSON', () => jsonResponse(200, '<html>')],
  ])('is looked at by its status and never paid twice when its answer is %s (D-10)', async (_, pay_order) => {
    const paid = await pay({ pay_order })
    expect(paid.end).toEqual({ kind: 'paid', orderId: 'order-7' })
    expect(paid.paths).toEqual(['create_scores_order', 'pay_order', 'get_order_status'])
    const declined = await pay({
      pay_order,
      get_order_status: () => ({ code: 0, result: { orderStatus: 'declined' } }),
    })
    expect(declined.end).toEqual({ kind: 'declined', orderId: 'order-7' })
  })

  it('rejects when the caller aborts, between the calls too', async () => {
    const stop = new AbortController()
    const { client, sent } = clientOf(() => created)
    const paying = payByPoints(client, { bundleId, signal: stop.signal, onOrder: () => stop.abort(new Error('left')) })
    await expect(paying).rejects.toThrow('left')
    expect(sent).toHaveLength(1)
  })

  it('passes its timeout to each call', async () => {
    const { client } = clientOf(never)
    expect(await payByPoints(client, { bundleId, timeoutMs: 5 })).toMatchObject({
      kind: 'notOrdered',
      failure: { name: 'timeOut' },
    })
  })
})
