import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { createMock } from '#mock/server.ts'
import { readContract } from '../../contract/contract.ts'

/** A body that a mutant may change. */
// oxlint-disable-next-line typescript/no-explicit-any -- a mutant reaches into bodies of any form
export type Json = Record<string, any>
interface Answer {
  status: number
  body: unknown
}
/** A mistake of a service: what it changes in a request before the mock gets it, and in the mock's answer. */
export interface Mutant {
  name: string
  call: string
  /** Returns the changed request, or an answer without asking the mock; undefined changes nothing. */
  ask?(sent: Json): { body: Json } | Answer | undefined
  /** Returns the idempotency key that the mock gets. */
  key?(key: string): string
  answer?(answer: Answer & { body: Json }, sent: Json, past: Answer[]): Answer | null
}
const answered = (call: string, name: string, change: (body: Json) => unknown): Mutant => ({
  call,
  name,
  answer(answer) {
    if (answer.status !== 200) return answer
    const body = structuredClone(answer.body)
    return { status: 200, body: change(body) || body }
  },
})
const successful = (call: string, name: string, change: (body: Json) => unknown): Mutant =>
  answered(call, name, (body) => (body['code'] === 0 ? change(body) : undefined))
/** Accepts a forbidden value as if it were another one. */
const lenient = (call: string, name: string, isOdd: (sent: Json) => boolean, right: Json): Mutant => ({
  call,
  name,
  ask: (sent) => (isOdd(sent) ? { body: { ...sent, ...right } } : undefined),
})
const failing = (call: string, name: string, isOdd: (sent: Json) => boolean, status = 500): Mutant => ({
  call,
  name,
  ask: (sent) => (isOdd(sent) ? { status, body: { code: 5000, message: 'x' } } : undefined),
})
const without = (body: Json, name: string) => {
  delete body[name]
}
const month = 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'
const isText = (value: unknown): value is string => typeof value === 'string'

export const mutants: readonly Mutant[] = [
  answered(
    'getOrderStatus',
    'refuses with a code of no one',
    (body) => body['code'] === 2000 && { ...body, code: 2077 },
  ),
  answered('createOrder', 'refuses with a code of another call', (body) => body['code'] > 0 && { ...body, code: 6001 }),
  successful('getBankCards', 'leaves the code out and the cards', () => ({ message: 'x' })),
  successful('getScoresBalance', 'writes its code as a text', (body) => ({ ...body, code: '0' })),
  successful('getUserProfile', 'accepts with a message alone', () => ({ code: 0, message: 'x' })),
  {
    ...answered('getOrderStatus', 'refuses by the code of a 200 with HTTP 404', () => undefined),
    answer: (answer) => (answer.body['code'] === 2000 ? { ...answer, status: 404 } : answer),
  },
  {
    ...answered('saveFeedback', 'answers 201', () => undefined),
    answer: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
  },
  successful('getClientData', 'loses the status', ({ result }) => without(result, 'status')),
  successful('createOrder', 'loses the id of the order', ({ result }) => without(result, 'orderId')),
  successful('getBankCards', 'loses the id of the second card', ({ cards }) => cards[1] && without(cards[1], 'id')),
  successful('getOptions', 'loses the price of an option', ({ result }) => without(result[0], 'price')),
  successful('getDeliveryInfo', 'loses the renewals', ({ result }) => without(result, 'renewalsLeft')),
  successful('getScoresBalance', 'writes the balance as a text', ({ result }) => {
    result.scoresBalance = String(result.scoresBalance)
  }),
  successful('getClientData', 'writes a truth as a text', ({ result }) => {
    result.autopaymentsEnabled = 'true'
  }),
  successful('getBankCards', 'answers a map for a list', (body) => ({ ...body, cards: { ...body['cards'] } })),
  successful('getClientData', 'answers null for a truth', ({ result }) => {
    result.isGracePeriod = null
  }),
  successful('getClientData', 'has a status more', ({ result }) => {
    result.status = 'frozen'
  }),
  successful('getOptions', 'has a status more', ({ result }) => {
    result[0].status = 'paused'
  }),
  successful('getClientData', 'writes a day in another form', ({ result }) => {
    result.createdDate = '24.11.2026'
  }),
  successful('getOptions', 'writes an id that is no UUID', ({ result }) => {
    result[0].optionId = '17'
  }),
  successful('getOptions', 'answers a price below zero', ({ result }) => {
    result[0].price = -1
  }),
  lenient('createOrder', 'takes a field more', (sent) => 'unexpected' in sent, { unexpected: undefined }),
  lenient('saveFeedback', 'takes a field more', (sent) => 'unexpected' in sent, { unexpected: undefined }),
  lenient('createOrder', 'takes an order without its source', (sent) => sent['source'] === undefined, {
    source: 'web',
  }),
  lenient('changeOnboardingType', 'takes a text for a truth', (sent) => isText(sent['onboardingCard']), {
    onboardingCard: true,
  }),
  lenient('getOptions', 'takes null for an id', (sent) => sent['bundleId'] === null, { bundleId: month }),
  lenient('createOrder', 'takes a source that no one lists', (sent) => isText(sent['source']), { source: 'web' }),
  lenient('getOptions', 'takes an id that is no UUID', (sent) => isText(sent['bundleId']), { bundleId: month }),
  lenient('saveFeedback', 'takes a comment one longer than it may be', (sent) => sent['comment']?.length === 151, {
    comment: '',
  }),
  lenient('getSubscriberMaster', 'takes an empty id', (sent) => sent['subscriberId'] === '', { subscriberId: 'x' }),
  failing('saveFeedback', 'fails at the longest comment', (sent) => sent['comment']?.length === 150),
  failing(
    'getUserExperimentGroup',
    'fails at an empty list',
    (sent) => Array.isArray(sent['experimentIds']) && sent['experimentIds'].length === 0,
  ),
  failing(
    'getSubscriberMaster',
    'fails at a long id',
    (sent) => isText(sent['subscriberId']) && sent['subscriberId'].length > 255,
  ),
  failing(
    'unbindCard',
    'fails at letters beyond ASCII',
    (sent) => isText(sent['bankCardId']) && /[^\0-\x7f]/.test(sent['bankCardId']),
  ),
  failing('createOrder', 'fails at null for a promocode', (sent) => sent['promocodeId'] === null, 503),
  failing('getSubscriberMaster', 'refuses a valid id with 400', (sent) => /\s/.test(String(sent['subscriberId'])), 400),
  { call: 'createOrder', name: 'orders again under the same key', key: () => `"${crypto.randomUUID()}"` },
  {
    ...answered('getPayments', 'breaks off', () => undefined),
    answer: () => null,
  },
  // The contract allows the answers of these two, so nothing can be found.
  successful('getScoresBalance', 'answers another balance', ({ result }) => {
    result.scoresBalance += 10
  }),
  {
    ...answered('createOrder', 'answers a new order with the id of an earlier one', () => undefined),
    answer(answer, _, past) {
      const [first] = past
      return answer.body['code'] === 0 && first ? first : answer
    },
  },
]

const { calls } = await readContract()
const callOf = new Map(calls.map(({ id, path }) => [`/bff/api${path}`, id]))

/** Starts the mock with one mistake, or with none. */
export async function startMutant(mutant: Mutant | null, scenario: string) {
  const mock = createMock({ scenario })
  const past: Answer[] = []
  const server = createServer((request, response) => {
    void handled(request).then((answer) => {
      if (!answer) return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', 'x-request-id': 'r' })
      return response.end(answer.text)
    })
  })
  async function handled(request: IncomingMessage): Promise<{ status: number; text: string } | null> {
    const text = await textOf(request)
    const url = request.url ?? ''
    const mine = mutant !== null && callOf.get(url) === mutant.call ? mutant : null
    const sent = jsonIn(text)
    const reply = mine && sent ? mine.ask?.(sent) : undefined
    if (reply && 'status' in reply) return { status: reply.status, text: JSON.stringify(reply.body) }
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers
    const answer = await mock.fetch(url, {
      method: request.method ?? 'POST',
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(type !== undefined && { 'content-type': type }),
        ...(typeof key === 'string' && { 'idempotency-key': mine?.key?.(key) ?? key }),
      },
      ...(text !== '' && { body: reply ? JSON.stringify(reply.body) : text }),
    })
    const given = await answer.text()
    const body = jsonIn(given)
    if (!mine?.answer || !body) return { status: answer.status, text: given }
    const changed = mine.answer({ status: answer.status, body }, sent ?? {}, past)
    if (body['code'] === 0) past.push({ status: answer.status, body })
    return changed && { status: changed.status, text: JSON.stringify(changed.body) }
  }
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => mock.token(),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      mock.close()
    },
  }
}
function jsonIn(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
