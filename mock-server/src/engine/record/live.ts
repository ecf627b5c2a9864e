import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Operation } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { textAsBytes } from '#engine/http/media.ts'
import { messageOf } from '#engine/message-of.ts'

const TIMEOUT_MS = 30_000
/** The maximum length of a stored session, in characters. */
const MAX_SESSION_LENGTH = 30_000_000
/** Headers that belong to one connection, browser or person and are not forwarded. */
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

interface ForwardedRequest {
  headers: IncomingHttpHeaders
  /** The path, with its query. */
  url: string
  body: unknown
  /** The body to forward: JSON as a value, everything else as a string. */
  sent: unknown
}
/**
 * Forwards calls to a live backend and stores the exchanges in memory, as NDJSON. Never stores headers; personal data
 * is replaced when a scenario is made, before anything is written to disk.
 */
export class LiveSession {
  readonly #origin: string
  #lines: string[] = []
  #length = 0
  constructor(origin: string) {
    this.#origin = origin
  }

  /** Returns the recorded exchanges as NDJSON; empty when there are none. */
  text = (): string => this.#lines.join('\n')
  clear(): void {
    this.#lines = []
    this.#length = 0
  }

  /**
   * Forwards a call and its answer; returns the answer's status. Throws a Problem when the backend cannot be reached.
   */
  async answer({ method }: Operation, { headers, url: path, body, sent }: ForwardedRequest, response: ServerResponse) {
    const url = `${this.#origin}${path}`
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
      request: { method: init.method, url: path, body: body ?? null },
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

  /** Stores nothing after the limit, so that the beginning of a session is complete. */
  #keep(exchange: object): void {
    const line = JSON.stringify({ startedDateTime: new Date().toISOString(), ...exchange })
    this.#length += line.length
    if (this.#length <= MAX_SESSION_LENGTH) this.#lines.push(line)
  }
}

function unreachable(url: string, error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Problem(502, 'The live backend does not answer', `${url}: ${messageOf(cause)}`)
}
