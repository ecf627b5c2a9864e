import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { freePort } from '../../scripts/ports.ts'
import { root } from '../../scripts/processes.ts'

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
    become: (login: string, scenario: string) => control('PUT', `/users/${login}`, { scenario }),
    fail: (login: string, faults: object[]) => control('PUT', `/users/${login}/faults`, faults),
    token: async (login: string) =>
      ((await control('GET', `/users/${login}/token?expiresIn=86400`)) as { accessToken: string }).accessToken,
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
