import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterEach } from 'vitest'

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
/** Null: no answer at all. `closed`: the connection is closed instead. */
export type Answers = (request: ReceivedRequest) => Answer | Promise<Answer>
type Answer = [status: number, body?: unknown, headers?: OutgoingHttpHeaders] | 'closed' | null

const closing: (() => void)[] = []
export const closesServices = () => afterEach(() => closing.splice(0).forEach((close) => close()))

/** Starts a service; records the requests that it gets. */
export async function startService(answers: Answers) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void textOf(request).then(async (body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
      const one = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body }
      requests.push(one)
      const answer = await answers(one)
      if (!answer) return null
      if (answer === 'closed') return request.socket.destroy()
      const [status, given, headers] = answer
      return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(given))
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
export const json = (schema: object) => ({ content: { 'application/json': { schema } } })
