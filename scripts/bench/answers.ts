import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from './contract.ts'

/** A row of the matrix: an answer of a server, or a network fault. */
export interface Row {
  what: string
  /** Its result by the contract. An accepted answer is a success even if it differs from its schema. */
  means: 'success' | 'failure'
  /** The answer of a call; undefined when the call has none of this kind. */
  answer: (call: Call) => Answer | undefined
}
export interface Answer {
  status: number
  body: string
  type?: string
  /** The answer is late; its body is cut; it never arrives; the connection is reset. */
  network?: { afterMs: number } | 'cut' | 'hanging' | 'reset'
}

export const SLOW_MS = 300
const page = '<!doctype html><title>Sign in</title>'
const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) })
const success = ({ answers }: Call) => answers.get(200) as { code: number; result: object }
const good = (call: Call, network?: Answer['network']): Answer => ({
  ...json(success(call)),
  ...(network && { network }),
})
/** A row for a status: with the contract's example for it, or else a generic body. */
const byStatus = (status: number): Row => ({
  what: `HTTP ${status}`,
  means: 'failure',
  answer: ({ answers }) => json(answers.get(status) ?? { message: 'No' }, status),
})

export const rows: Row[] = [
  { what: '200, valid', means: 'success', answer: (call) => good(call) },
  {
    what: '200, a failing code',
    means: 'failure',
    answer: ({ failingCode }) => json({ code: failingCode, message: 'No' }),
  },
  { what: '200, an unknown code', means: 'failure', answer: () => json({ code: 7777, message: 'No' }) },
  ...[401, 403, 404, 422].map(byStatus),
  { what: 'HTTP 429, no body', means: 'failure', answer: () => ({ status: 429, body: '' }) },
  byStatus(500),
  { what: 'HTTP 502, HTML', means: 'failure', answer: () => ({ status: 502, body: page, type: 'text/html' }) },
  byStatus(503),
  { what: '200, empty body', means: 'failure', answer: () => ({ status: 200, body: '' }) },
  { what: '200, cut body', means: 'failure', answer: (call) => good(call, 'cut') },
  { what: '200, not JSON', means: 'failure', answer: () => ({ status: 200, body: page, type: 'text/html' }) },
  { what: '200, JSON of another shape', means: 'failure', answer: () => json({ status: 'ok', items: [] }) },
  {
    what: '200, extra fields',
    means: 'success',
    answer: (call) => json({ ...success(call), result: { ...success(call).result, later: [1] }, later: 1 }),
  },
  { what: '200, missing fields', means: 'failure', answer: (call) => json({ ...success(call), result: {} }) },
  {
    what: '200, an unknown enum value',
    means: 'success',
    answer: (call) => {
      const { result } = success(call)
      return 'status' in result ? json({ ...success(call), result: { ...result, status: 'later' } }) : undefined
    },
  },
  { what: 'slow', means: 'success', answer: (call) => good(call, { afterMs: SLOW_MS }) },
  { what: 'hanging', means: 'failure', answer: (call) => good(call, 'hanging') },
  { what: 'connection reset', means: 'failure', answer: (call) => good(call, 'reset') },
]

function send(response: ServerResponse, { status, body, type = 'application/json', network }: Answer): void {
  if (network === 'reset') return void response.destroy()
  if (network === 'hanging') return
  const head = () => response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  if (network === 'cut') head().write(body.slice(0, -5), () => response.destroy())
  else setTimeout(() => head().end(body), network?.afterMs ?? 0)
}

/** A server that answers `/<row>/bff/api/<path>` with that row's answer. */
export async function serveRows(calls: Call[]) {
  const server = createServer((request, response) => {
    const [, row, path] = /^\/(\d+)\/bff\/api(\/.*)$/.exec(request.url ?? '') ?? []
    const call = calls.find((one) => one.path === path)
    const answer = call && rows[Number(row)]?.answer(call)
    send(response, answer ?? { status: 404, body: 'no such row' })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: (row: Row) => `http://127.0.0.1:${port}/${rows.indexOf(row)}/bff/api`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
