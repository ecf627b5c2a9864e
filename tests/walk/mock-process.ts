import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { freePort } from '../../scripts/ports.ts'
import type { OperationId } from '@paket/sdk'
import { root } from '../../scripts/processes.ts'

/** Overrides the answers of a user's next calls of one operation; see the mock's README. */
export interface CallFault {
  operation: string
  example?: string
  code?: number
  status?: number
  delayMs?: number
  break?: 'reset' | 'truncate' | 'not-json'
  times?: number
}
interface Entry {
  operation: string
  idempotencyKey: string | null
  body: unknown
}

/** Starts the mock in its own process, until the signal is aborted: a page's test environment has other globals than Node. */
export async function startMockProcess(until: AbortSignal) {
  const port = await freePort()
  const args = ['mock-server/src/main.ts', '--port', String(port)]
  const child = spawn(process.execPath, args, { cwd: root, signal: until })
  let output = ''
  const isUp = new Promise<void>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('The mock is at')) done()
      })
    // The child emits an `error` for the abort before it exits.
    child.once('error', () => undefined)
    child.once('close', () => fail(new Error(`the mock ended:\n${output}`)))
  })
  await isUp
  const origin = `http://localhost:${port}`
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const { status, text } = await send(method, `${origin}/__mock${path}`, {}, JSON.stringify(body))
    if (status !== 200) throw new Error(`the mock refused ${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
  return {
    origin,
    /** A user of the mock, by the control API. */
    user(login: string) {
      const of = (method: string, path = '', body?: unknown) => control(method, `/users/${login}${path}`, body)
      const journal = async () => (await of('GET', '/journal')) as Entry[]
      return {
        become: (scenario: string) => of('PUT', '', { scenario }),
        fail: (...faults: readonly CallFault[]) => of('PUT', '/faults', faults),
        token: async () => ((await of('GET', '/token?expiresIn=86400')) as { accessToken: string }).accessToken,
        /** Calls the backend as another tab of the user does. */
        async call(path: string, body: object): Promise<void> {
          const { accessToken } = (await of('GET', '/token')) as { accessToken: string }
          const headers = { authorization: `Bearer ${accessToken}` }
          const { status, text } = await send('POST', `${origin}/bff/api${path}`, headers, JSON.stringify(body))
          if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`)
        },
        /** How each order of the user ended. */
        orders: async () => ((await of('GET')) as { orders: { decided: string | null }[] }).orders,
        journal,
        count: async (call: OperationId) => (await journal()).filter(({ operation }) => operation === call).length,
      }
    },
    /** A page's `fetch`. */
    async fetch(address: string, { method = 'GET', body, headers, signal }: RequestInit): Promise<Response> {
      const sent = send(method, address, headers as Record<string, string>, typeof body === 'string' ? body : '')
      const { status, text } = await sent.catch(() => {
        throw new TypeError('Failed to fetch')
      })
      signal?.throwIfAborted()
      return new Response(text, { status })
    },
  }
}
export type MockProcess = Awaited<ReturnType<typeof startMockProcess>>
export type MockUser = ReturnType<MockProcess['user']>

function send(method: string, address: string, headers: Record<string, string>, body = '') {
  return new Promise<{ status: number; text: string }>((done, fail) => {
    const all = { 'content-type': 'application/json', ...headers }
    const sent = request(address, { method, headers: all }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
