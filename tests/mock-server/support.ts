import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import type { OperationId } from '@paket/sdk'
import { type Mock, type MockOptions, startMock } from '#mock/server.ts'
import { readContract } from '../contract/contract.ts'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}
export interface JournalEntry {
  number: number
  sequence: number
  login: string
  operation: string
  at: string
  body: unknown
  idempotencyKey: string | null
  isRepeat: boolean
  status: number | null
  code: number | null
  example: string | null
  accepted: boolean | null
  fault: object | null
  note: string | null
  durationMs: number | null
}
const { calls } = await readContract()
/** Paths of the contract's calls by operation. */
export const paths = Object.fromEntries(calls.map(({ id, path }) => [id, path])) as Record<CallName, string>
export type CallName = OperationId
export const appOrigin = 'http://localhost:5173'
export const month = 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'

/** The body of an order of a month. */
export function orderBody(usingMainCard: boolean) {
  const parameters = { event: 'payment', from: 'profile' }
  return {
    source: 'web',
    bundleId: month,
    usingMainCard,
    returnUrlParameters: parameters,
    failUrlParameters: parameters,
  }
}

/** Starts a mock for one test file. */
export function mockOfFile(options: MockOptions = {}) {
  let mock: Mock
  beforeAll(async () => {
    mock = await startMock({ port: 0, appOrigins: [appOrigin], ...options })
  })
  afterAll(() => mock.close())
  let users = 0
  const control = (method: string, path: string, body?: unknown) => ask(mock.origin, method, `/__mock${path}`, body)
  return {
    get origin() {
      return mock.origin
    },
    control,
    /** Creates a user that no other test has, in a scenario. */
    async user(scenario = 'registered', login = `user${++users}`) {
      await control('PUT', `/users/${login}`, { scenario })
      return new TestUser(mock.origin, login)
    },
  }
}

/** Sends a JSON body and reads the answer. */
export async function ask(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

/** A test user: calls with their own token, and the mock's controls. */
export class TestUser {
  readonly origin: string
  readonly login: string
  constructor(origin: string, login: string) {
    this.origin = origin
    this.login = login
  }
  control = async (method: string, path: string, body?: unknown) =>
    (await ask(this.origin, method, `/__mock/users/${this.login}${path}`, body)).body
  async token(expiresIn?: number): Promise<string> {
    const query = expiresIn === undefined ? '' : `?expiresIn=${expiresIn}`
    return ((await this.control('GET', `/token${query}`)) as { accessToken: string }).accessToken
  }
  async call(name: CallName, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const authorization = headers['authorization'] ?? `Bearer ${await this.token()}`
    return ask(this.origin, 'POST', `/bff/api${paths[name]}`, body, { ...headers, authorization })
  }
  /** Calls and returns the result; expects a success. */
  async result(name: CallName, body: unknown = {}): Promise<Record<string, unknown>> {
    const answer = await this.call(name, body)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return (answer.body as { result: Record<string, unknown> }).result
  }
  status = async () => (await this.result('getClientData'))['status']
  break = (...faults: object[]) => this.control('PUT', '/faults', faults)
  journal = async () => (await this.control('GET', '/journal')) as JournalEntry[]
  async order(usingMainCard: boolean, more: object = {}): Promise<string> {
    return String((await this.result('createOrder', { ...orderBody(usingMainCard), ...more }))['orderId'])
  }
  poll = async (orderId: string) => this.result('getOrderStatus', { orderId })
  cards = async () => ((await this.call('getBankCards')).body as { cards: Record<string, unknown>[] }).cards
}

/** Clicks a button of one of the mock's pages. */
export const press = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

/** Sends headers that `fetch` does not allow, as a proxy does. */
export function asProxied(
  origin: string,
  path: string,
  host: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { method = 'GET', headers = {}, body } = init
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, fail) => {
    const sent = httpRequest(`${origin}${path}`, { method, headers: { ...headers, host } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
