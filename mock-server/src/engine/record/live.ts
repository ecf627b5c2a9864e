import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Operation } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { textAsBytes } from '#engine/http/media.ts'

const TIMEOUT_MS = 30_000
/** How much is stored of one session, in characters. */
const LONGEST_SESSION = 30_000_000
/** What of a request goes on, and what of an answer comes back; no cookie does. */
const sentOn = ['authorization', 'content-type', 'accept-language', 'idempotency-key', 'user-agent']
const sentBack = ['content-type', 'retry-after', 'x-request-id']

interface Asked {
  headers: IncomingHttpHeaders
  /** The path below the base, with its query. */
  url: string
  body: unknown
  /** What goes on: JSON as a value, all else as text. */
  sent: unknown
}
/**
 * A live backend in the mock's place, whose exchanges are stored in memory as NDJSON. Headers are never stored; what is a person's is replaced when a
 * scenario is made of it, before anything is written.
 */
export class LiveSession {
  readonly #address: string
  #lines: string[] = []
  #length = 0
  /** `address` is that of the contract's calls, as `https://shop.example/bff/api`. */
  constructor(address: string) {
    this.#address = address
  }

  /** What was recorded, as NDJSON; empty when nothing was. */
  text = (): string => this.#lines.join('\n')
  clear(): void {
    this.#lines = []
    this.#length = 0
  }

  /** Sends a call on and its answer back; gives the answer's status. A Problem when the backend cannot be reached. */
  async answer(operation: Operation, { headers, url: asked, body, sent }: Asked, response: ServerResponse) {
    const given = sentOn.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
    const url = `${this.#address}${asked}`
    const init = {
      method: operation.method.toUpperCase(),
      headers: Object.fromEntries(given),
      body: typeof sent === 'string' ? textAsBytes(sent) : JSON.stringify(sent),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { ...init, redirect: 'manual', signal }).catch((error: unknown) =>
      unreachable(url, error),
    )
    const text = await answer.text().catch((error: unknown) => unreachable(url, error))
    this.#keep({
      method: init.method,
      url: operation.path,
      status: answer.status,
      requestBody: body,
      responseBody: text,
    })
    for (const name of sentBack) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.writeHead(answer.status).end(text)
    return answer.status
  }

  /** After the limit nothing more is stored: the beginning of a session is whole. */
  #keep(exchange: object): void {
    const line = JSON.stringify({ ...exchange, time: new Date().toISOString() })
    this.#length += line.length
    if (this.#length <= LONGEST_SESSION) this.#lines.push(line)
  }
}

function unreachable(url: string, error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Problem(
    502,
    'The live backend does not answer',
    `${url}: ${cause instanceof Error ? cause.message : String(cause)}`,
  )
}
