import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AnyFailure } from '#sdk/failure.ts'
import { type ClientOptions, createClient, type OperationId, type Result } from '@paket/sdk'

/** A unique token, issued now, that expires in so many seconds. An expired one has no `iat`. */
export function tokenFor(seconds: number, now = Date.now()): string {
  const iat = Math.floor(now / 1000)
  return tokenWith({ exp: iat + seconds, ...(seconds > 0 && { iat }) })
}
export function tokenWith(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ jti: `t${++tokens}`, ...claims })}.signature${tokens}`
}
let tokens = 0

/** A call of `fetch`. */
export interface Sent {
  url: string
  path: string
  method: string | undefined
  redirect: RequestRedirect | undefined
  body: unknown
  headers: Headers
  token: string | null
  signal: AbortSignal | null | undefined
}
type Reply = Response | object | string | (() => never)
/** A stub of `fetch` that answers and records each request. An object means a 200 with that JSON. */
export function stubFetch(answer: (sent: Sent, nth: number) => Reply | Promise<Reply>) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit & { body: string }) => {
    const headers = new Headers(init.headers)
    const one: Sent = {
      url,
      path: url.replace(/^(https:\/\/[^/]+)?\/bff\/api(?=\/)/, ''),
      method: init.method,
      redirect: init.redirect,
      body: JSON.parse(init.body),
      headers,
      token: /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null,
      signal: init.signal,
    }
    sent.push(one)
    const reply = await answer(one, sent.length)
    return reply instanceof Response ? reply : jsonResponse(200, reply)
  }
  // The SDK always passes an address and a text.
  return { fetch: fetch as typeof globalThis.fetch, sent }
}
export const jsonResponse = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** A client with the stub and a valid token. */
export function clientOf(answer: Parameters<typeof stubFetch>[0], options: Partial<Omit<ClientOptions, 'fetch'>> = {}) {
  const network = stubFetch(answer)
  const client = createClient({
    baseUrl: 'https://paket.test/bff/api',
    auth: { getToken: () => validToken },
    ...options,
    fetch: network.fetch,
  })
  return { client, sent: network.sent }
}
export const validToken = tokenFor(3600)

/** Calls a client's function by name. */
export const callAny = (client: object, id: string, body: unknown = {}, options?: object) =>
  (client as Record<string, (body: unknown, options?: object) => Promise<Result>>)[id]!(body, options)

/** Returns the failure of a result; throws for a success. */
export function failureIn<Id extends OperationId>(result: Result<Id>): AnyFailure {
  if (result.ok) throw new Error(`expected a failure, got ${JSON.stringify(result.data)}`)
  return result.failure
}

/** Starts a real server on a free port; it is closed when the test ends. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response, requests.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(
    () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/bff/api`, requests }
}

/** A promise that never settles. */
export const never = () => new Promise<never>(() => {})
