import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Operation } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { textAsBytes } from '#engine/http/media.ts'

const TIMEOUT_MS = 30_000
/** How much is stored of one session, in characters. */
const LONGEST_SESSION = 30_000_000
/** What of a request and of an answer is of one connection, of a browser or of a person, and goes no further. */
const ofConnection = [
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
const notSentOn = new Set([...ofConnection, 'accept-encoding', 'cookie', 'host', 'origin', 'referer', 'x-paket-mock'])
const notSentBack = new Set([...ofConnection, 'alt-svc', 'clear-site-data', 'set-cookie', 'strict-transport-security'])
const isOfBrowser = (name: string) => /^(access-control|proxy|sec|x-forwarded)-/.test(name)

interface Asked {
  headers: IncomingHttpHeaders
  /** The path, with its query. */
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
  readonly #origin: string
  #lines: string[] = []
  #length = 0
  constructor(origin: string) {
    this.#origin = origin
  }

  /** What was recorded, as NDJSON; empty when nothing was. */
  text = (): string => this.#lines.join('\n')
  clear(): void {
    this.#lines = []
    this.#length = 0
  }

  /** Sends a call on and its answer back; gives the answer's status. A Problem when the backend cannot be reached. */
  async answer({ method }: Operation, { headers, url: asked, body, sent }: Asked, response: ServerResponse) {
    const url = `${this.#origin}${asked}`
    const given = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !notSentOn.has(name) && !isOfBrowser(name) ? [[name, value] as const] : [],
    )
    const init: RequestInit = {
      method: method.toUpperCase(),
      headers: Object.fromEntries(given),
      ...(sent !== undefined && { body: typeof sent === 'string' ? textAsBytes(sent) : JSON.stringify(sent) }),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { ...init, redirect: 'manual', signal }).catch((error: unknown) =>
      unreachable(url, error),
    )
    const bytes = Buffer.from(await answer.arrayBuffer().catch((error: unknown) => unreachable(url, error)))
    this.#keep({
      requestHeaders: { 'content-type': headers['content-type'] },
      request: { method: init.method, url: asked, body: body ?? null },
      response: {
        status: answer.status,
        content: {
          mimeType: answer.headers.get('content-type') ?? '',
          size: bytes.length,
          text: bytes.toString('base64'),
          encoding: 'base64',
        },
      },
    })
    for (const [name, value] of answer.headers)
      if (!notSentBack.has(name) && !isOfBrowser(name)) response.setHeader(name, value)
    response.writeHead(answer.status).end(bytes)
    return answer.status
  }

  /** After the limit nothing more is stored: the beginning of a session is whole. */
  #keep(exchange: object): void {
    const line = JSON.stringify({ startedDateTime: new Date().toISOString(), ...exchange })
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
