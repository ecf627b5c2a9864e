import { createClient as createHeyApi, createConfig } from '@hey-api/client-fetch'
import { createClient, type Request } from '@paket/sdk'
import { create as createAxios } from 'axios'
import ky from 'ky'
import createOpenapiFetch from 'openapi-fetch'
import { timeColumn, timeReference } from './budgets.ts'
import type { Call } from './contract.ts'
import { median, type Numbers } from './numbers.ts'

export const CALLS_A_ROUND = 1000
/** The SDK's default time-out, for all clients. */
const TIME_OUT_MS = 30_000
const baseUrl = 'https://paket.example/bff/api'
const token = `x.${btoa(JSON.stringify({ iat: 1_700_000_000, exp: 4_000_000_000 }))}.y`
const headers = { Authorization: `Bearer ${token}` }

const answerInit = { headers: { 'content-type': 'application/json' } }
/** A `fetch` that answers every client at once with the same text. */
const stub =
  (text: string): typeof fetch =>
  async () =>
    new Response(text, answerInit)
/** The same, but builds a Request from its arguments as a platform's fetch does, unless the client passes one. */
const building =
  (text: string): typeof fetch =>
  async (input, init) =>
    input instanceof Request || new Request(input, init) ? new Response(text, answerInit) : Response.error()

/** Per client, a function that posts one order as the client's documentation shows it. */
function clients(order: Call, network: typeof fetch): Record<string, () => Promise<unknown>> {
  const { path } = order
  const body = order.body as Request<'createOrder'>
  const { POST } = createOpenapiFetch<Record<string, never>>({ baseUrl, fetch: network })
  const post = POST as unknown as (address: string, init: object) => Promise<unknown>
  const paket = createClient({ baseUrl, auth: { getToken: () => token }, fetch: network })
  const heyApi = createHeyApi(createConfig({ baseUrl, fetch: network }))
  const kyClient = ky.create({ prefix: baseUrl, fetch: network, retry: 0 })
  const axiosClient = createAxios({ baseURL: baseUrl, adapter: 'fetch', env: { fetch: network } })
  return {
    'raw fetch': async () => {
      const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
      return (await network(baseUrl + path, { ...init, body: JSON.stringify(body) })).json()
    },
    'openapi-fetch': () => post(path, { body, headers }),
    [timeReference]: () => post(path, { body, headers, signal: AbortSignal.timeout(TIME_OUT_MS) }),
    '@paket/sdk': () => paket.createOrder(body),
    '@hey-api/client-fetch': () =>
      heyApi.post({ url: path, body, headers: { ...headers, 'Content-Type': 'application/json' } }),
    ky: () => kyClient.post(path.slice(1), { json: body, headers }).json(),
    axios: () => axiosClient.post(path, body, { headers }),
  }
}
/** CPU microseconds per call and client: the median of interleaved rounds after two warm-up rounds. CPU time depends little on the machine's load. */
async function time(order: Call, text: string, rounds: number, network = stub(text)): Promise<Numbers> {
  const all = Object.entries(clients(order, network))
  const timesByName = new Map<string, number[]>(all.map(([name]) => [name, []]))
  for (const [name, call] of all) {
    const { code } = JSON.parse(text) as { code: number }
    if (!JSON.stringify(await call()).includes(`"code":${code}`))
      throw new Error(`${name} does not answer what was sent`)
  }
  for (let round = -2; round < rounds; round++)
    for (const [name, call] of all) {
      const started = process.cpuUsage()
      for (let nth = 0; nth < CALLS_A_ROUND; nth++) await call()
      const { user, system } = process.cpuUsage(started)
      if (round >= 0) timesByName.get(name)?.push((user + system) / CALLS_A_ROUND)
    }
  return Object.fromEntries([...timesByName].map(([name, values]) => [name, median(values)]))
}

/** CPU microseconds to post an order, per answer and client. */
export async function callTimes(calls: Call[], rounds: number): Promise<Record<string, Numbers>> {
  const order = calls.find(({ id }) => id === 'createOrder')
  if (!order) throw new Error('the contract has no createOrder')
  const success = JSON.stringify(order.answers.get(200))
  const failure = JSON.stringify({ code: order.failingCode, message: 'No' })
  return {
    success: await time(order, success, rounds),
    'business failure': await time(order, failure, rounds),
    [timeColumn]: await time(order, success, rounds, building(success)),
  }
}
