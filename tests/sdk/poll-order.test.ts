import { afterEach, beforeEach, describe, expect, expectTypeOf, it, test, vi } from 'vitest'
import { pollOrder, type OrderEnd, type PaymentKind, type PollOrderOptions } from '@paket/sdk'
import { getOrderStatusPoll } from '#sdk/generated/polling.gen.ts'
import { clientOf, jsonResponse, never } from './support.ts'

type Reply = { orderStatus?: string; formUrl?: string | null } | Response | (() => never)
const formUrl = 'https://pay.example.org/form/1'
const down = () => {
  throw new TypeError('fetch failed')
}

/** Polls an order with these answers, of which the last repeats; returns the end, the number of requests and the pauses. */
async function follow<Kind extends PaymentKind>(
  payment: Kind,
  replies: Reply[],
  options: Partial<PollOrderOptions<Kind>> = {},
) {
  const { client, sent } = clientOf((_, nth) => {
    const reply = replies[Math.min(nth, replies.length) - 1] ?? {}
    if (typeof reply === 'function') return reply()
    return reply instanceof Response ? reply.clone() : { code: 0, result: reply }
  })
  const pauses: number[] = []
  const sleep = async (ms: number) => void pauses.push(ms)
  const end = await pollOrder(client, { orderId: 'order-1', payment, sleep, ...options })
  return { end, requests: sent.length, pauses, bodies: sent.map(({ body }) => body) }
}

const again = 'again'
const success = { kind: 'paid' }
const error = { kind: 'declined' }
const page = { kind: 'paymentPage', formUrl }
const invalid = (status?: string) => ({ kind: 'invalid', status })

// T2, row by row; the source has one column for mainCard and scores.
const table: [
  row: string,
  reply: Reply,
  cells: Record<'card' | 'newCard' | 'acquiring' | 'found', object | typeof again>,
][] = [
  ['new', { orderStatus: 'new' }, { card: again, newCard: again, acquiring: invalid('new'), found: again }],
  [
    'registered, with formUrl',
    { orderStatus: 'registered', formUrl },
    { card: again, newCard: page, acquiring: again, found: page },
  ],
  [
    'registered, no formUrl',
    { orderStatus: 'registered' },
    { card: again, newCard: invalid('registered'), acquiring: again, found: again },
  ],
  [
    'registered, formUrl null',
    { orderStatus: 'registered', formUrl: null },
    { card: again, newCard: invalid('registered'), acquiring: again, found: again },
  ],
  [
    'deposited',
    { orderStatus: 'deposited' },
    { card: success, newCard: invalid('deposited'), acquiring: success, found: success },
  ],
  [
    'declined',
    { orderStatus: 'declined' },
    { card: error, newCard: invalid('declined'), acquiring: error, found: error },
  ],
  [
    'any other',
    { orderStatus: 'refunded' },
    {
      card: invalid('refunded'),
      newCard: invalid('refunded'),
      acquiring: invalid('refunded'),
      found: invalid('refunded'),
    },
  ],
  [
    'a name of every object',
    { orderStatus: 'constructor' },
    {
      card: invalid('constructor'),
      newCard: invalid('constructor'),
      acquiring: invalid('constructor'),
      found: invalid('constructor'),
    },
  ],
  ['none', {}, { card: invalid(), newCard: invalid(), acquiring: invalid(), found: invalid() }],
]
const columns = [
  ['mainCard', 'card', '[C-POLL-07] [C-POLL-08] [C-POLL-09] [C-POLL-10] [C-POLL-11]'],
  ['scores', 'card', '[C-POLL-07] [C-POLL-08] [C-POLL-09] [C-POLL-10] [C-POLL-11]'],
  ['newCard', 'newCard', '[C-POLL-12] [C-POLL-13] [C-POLL-14]'],
  ['acquiring', 'acquiring', '[C-POLL-15] [C-POLL-16] [C-POLL-17] [C-POLL-18]'],
  ['found', 'found', '(OP-91)'],
] as const

describe.each(columns)('an order paid by %s (column %s) %s', (payment, column) => {
  it.each(table)('with the status %s', async (_, reply, cells) => {
    const cell = cells[column]
    const final = { orderStatus: 'refunded' }
    const { end, requests } = await follow(payment, [reply, final])
    if (cell === again) expect({ requests, end }).toEqual({ requests: 2, end: invalid('refunded') })
    else expect({ requests, end }).toEqual({ requests: 1, end: cell })
  })
})

describe('polling an order', () => {
  const registered = { orderStatus: 'registered' }

  it('polls at once, then 2 s after each answer [C-POLL-19]', async () => {
    const { pauses, bodies } = await follow('mainCard', [registered, registered, { orderStatus: 'deposited' }])
    expect(pauses).toEqual([2000, 2000])
    expect(bodies).toEqual([1, 2, 3].map(() => ({ orderId: 'order-1' })))
  })

  it('polls 15 times, then ends with tooManyAttempts [C-POLL-20] [C-POLL-21]', async () => {
    const { end, requests, pauses } = await follow('mainCard', [registered])
    expect(end).toEqual({ kind: 'tooManyAttempts', attempts: 15 })
    expect({ requests, pauseCount: pauses.length }).toEqual({ requests: 15, pauseCount: 14 })
  })

  it('reads its limits from the contract', () => {
    expect(getOrderStatusPoll).toEqual({ everyMs: 2000, attempts: 15, failuresInARow: 3 })
  })

  it('calls onAttempt before each attempt', async () => {
    const attempts: number[] = []
    await follow('mainCard', [registered, registered, { orderStatus: 'deposited' }], {
      onAttempt: (attempt) => attempts.push(attempt),
    })
    expect(attempts).toEqual([1, 2, 3])
  })

  const unavailable = jsonResponse(503, {})
  const problems: [what: string, reply: Reply, name: string][] = [
    ['without an answer', down, 'noConnection'],
    ['with HTTP 503', unavailable, 'statusUnavailable'],
    ['with an answer that is no JSON', new Response('<html>'), 'malformed'],
  ]
  it.each(problems)('ends when three attempts in a row end %s', async (_, reply, name) => {
    const { end, requests } = await follow('mainCard', [registered, reply])
    expect(end).toMatchObject({ kind: 'failed', failure: { name, kind: 'technical' } })
    expect(requests).toBe(4)
  })

  it('continues after two technical failures and a success, which resets the count', async () => {
    const { end, requests } = await follow('mainCard', [
      down,
      down,
      registered,
      unavailable,
      down,
      { orderStatus: 'deposited' },
    ])
    expect({ end, requests }).toEqual({ end: success, requests: 6 })
  })

  it('counts a failed attempt as one of the 15', async () => {
    const { end, requests } = await follow('mainCard', [down, registered, down, registered])
    expect({ kind: end.kind, requests }).toEqual({ kind: 'tooManyAttempts', requests: 15 })
  })

  const refusals: [what: string, reply: Response, failure: object][] = [
    ['a rejected code', jsonResponse(200, { code: 2000 }), { name: 'statusRejected', code: 2000 }],
    ['an unknown code', jsonResponse(200, { code: 2345 }), { name: 'unknownCode', code: 2345 }],
    ['HTTP 422', jsonResponse(422, { code: 4220 }), { name: 'statusUnavailable', code: 4220, status: 422 }],
    ['a session that is over', jsonResponse(401, {}), { name: 'unauthorized' }],
  ]
  it.each(refusals)('ends at once with %s', async (_, reply, failure) => {
    const { end, pauses } = await follow('mainCard', [reply])
    expect(end).toMatchObject({ kind: 'failed', failure })
    expect(pauses).toEqual([])
  })

  it('resumes by the order id alone with all attempts', async () => {
    const first = await follow('mainCard', [registered])
    const second = await follow('acquiring', [registered, { orderStatus: 'deposited' }])
    expect(first.end.kind).toBe('tooManyAttempts')
    expect({ end: second.end, firstBody: second.bodies[0] }).toEqual({
      end: success,
      firstBody: { orderId: 'order-1' },
    })
  })
})

describe('aborting the polling', () => {
  const { client, sent } = clientOf(() => ({ code: 0, result: { orderStatus: 'new' } }))
  beforeEach(() => {
    vi.useFakeTimers()
    sent.length = 0
  })
  afterEach(() => void vi.useRealTimers())
  const followUntil = (signal: AbortSignal) => pollOrder(client, { orderId: '1', payment: 'mainCard', signal })

  it('rejects during the pause at once, with the reason and without a timer', async () => {
    const leaving = new AbortController()
    const following = followUntil(leaving.signal)
    await vi.advanceTimersByTimeAsync(1999)
    expect(sent).toHaveLength(1)
    leaving.abort(new Error('left'))
    await expect(following).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not wait for the pause after a failure', async () => {
    const leaving = new AbortController()
    const { client: failing } = clientOf(down, { on: { failure: () => leaving.abort(new Error('left')) } })
    const { signal } = leaving
    await expect(pollOrder(failing, { orderId: '1', payment: 'mainCard', signal })).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('removes its listener when the pause is over', async () => {
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    void followUntil(signal)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(add.mock.calls.length).toBeGreaterThan(20)
    const listeners = (calls: readonly unknown[][]) => calls.map(([type, listener]) => ({ type, listener }))
    expect(listeners(remove.mock.calls)).toEqual(listeners(add.mock.calls))
  })

  it('sends nothing before the first attempt', async () => {
    await expect(followUntil(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(sent).toEqual([])
  })
})

test('pauses with a timer of 2 s by default, and leaves none', async () => {
  vi.useFakeTimers()
  try {
    const statuses = ['new', 'deposited']
    const { client, sent } = clientOf(() => ({ code: 0, result: { orderStatus: statuses.shift() } }))
    const following = pollOrder(client, { orderId: '1', payment: 'mainCard' })
    await vi.advanceTimersByTimeAsync(1999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await following).toEqual(success)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('the type of each payment kind has only its own ends', () => {
  type Common = 'invalid' | 'tooManyAttempts' | 'failed'
  expectTypeOf<OrderEnd<'newCard'>['kind']>().toEqualTypeOf<Common | 'paymentPage'>()
  expectTypeOf<OrderEnd<'mainCard'>['kind']>().toEqualTypeOf<Common | 'paid' | 'declined'>()
  expectTypeOf<OrderEnd<'scores'>['kind']>().toEqualTypeOf<Common | 'paid' | 'declined'>()
  expectTypeOf<OrderEnd<'found'>['kind']>().toEqualTypeOf<Common | 'paymentPage' | 'paid' | 'declined'>()
  expectTypeOf<OrderEnd<'acquiring'>['kind']>().toEqualTypeOf<Common | 'paid' | 'declined'>()
})

test.each([0, 5])('passes its timeout of %i ms to each attempt', async (timeoutMs) => {
  const { client, sent } = clientOf(never)
  const sleep = async () => {}
  expect(await pollOrder(client, { orderId: 'order-1', payment: 'mainCard', sleep, timeoutMs })).toMatchObject({
    kind: 'failed',
    failure: { name: 'timeOut' },
  })
  expect(sent).toHaveLength(getOrderStatusPoll.failuresInARow)
})
