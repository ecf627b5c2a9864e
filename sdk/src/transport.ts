import type { Deadline } from './deadline.ts'
import type { Operation } from './operation.ts'
import { report } from './report.ts'

/** What was received: without a response there was no connection, without a text the body was cut short. */
export interface Answer {
  response?: Response
  /** The server's `x-request-id`, with the token redacted. */
  requestId?: string | undefined
  text?: string
  /** The text of what the network threw, with the token redacted. */
  problem?: string
  /** What the network threw; an Error with the token redacted where it contains the token. */
  cause?: unknown
}
/** The default limit of an answer: a hundred times the largest one seen. */
export const DEFAULT_MAX_BYTES = 8_000_000

/** One call: what is sent, and its deadline. */
export interface CallRequest {
  operation: Operation
  body: string | null
  key: string | undefined
  deadline: Deadline
  /** Which call of the client it is, from 1. */
  call: number
}
export interface Transport {
  /** Sends one request, with more headers, and waits for the head of its answer. Never rejects, and ends with the deadline. */
  send: (request: CallRequest, token: string | null, more?: Record<string, string>) => Promise<Answer>
  /** Reads the body into the answer. Never rejects, and ends with the deadline. */
  read: (answer: Answer & { token: string | null }, deadline: Deadline) => Promise<void>
}

export function createTransport(
  baseUrl: string,
  fetch: typeof globalThis.fetch | undefined,
  maxBytes: number,
): Transport {
  const base = validateBaseUrl(baseUrl, fetch !== undefined).replace(/\/$/, '')
  return {
    async send({ operation, body, key, deadline }, token, more) {
      const headers = { ...more, ...(operation.headers ?? { 'Content-Type': 'application/json' }) }
      if (token) headers['Authorization'] = `Bearer ${token}`
      // A string of structured fields (RFC 9651) is quoted.
      if (key) headers['Idempotency-Key'] = `"${key}"`
      // A redirect would send an order to an address that the contract does not name. Not 'error': workerd rejects that value.
      const init: RequestInit = {
        method: operation.method ?? 'POST',
        headers,
        body,
        signal: deadline.signal,
        redirect: 'manual',
      }
      try {
        const pending = (fetch ?? globalThis.fetch)(base + operation.path, init)
        const response = await deadline.race(pending)
        if (response) return { response, requestId: requestIdOf(response, token) }
        pending.then(discard, ignore)
        return {}
      } catch (error) {
        return networkProblem(error, token)
      }
    },
    async read(answer, deadline) {
      const { response, token } = answer
      if (!response) return
      try {
        const text = await readText(response, maxBytes, deadline)
        if (text !== null) answer.text = text
      } catch (error) {
        Object.assign(answer, networkProblem(error, token))
      }
    },
  }
}

export function requestIdOf({ headers }: Response, token: string | null): string | undefined {
  const id = headers.get('x-request-id')
  return id === null ? undefined : redactToken(id, token)
}

const ignore = () => undefined
/** Cancels a body that is not read, which frees its connection. */
export const discard = (response: Response): void => void (async () => response.body?.cancel())().catch(ignore)

/** Reads the body as text; null when the deadline expires first. The limit is checked while streaming, or at the end where the platform has no streams. */
export async function readText(response: Response, maxBytes: number, deadline: Deadline): Promise<string | null> {
  const reader = response.body?.getReader?.()
  if (!reader) {
    const text = await deadline.race(response.text())
    if (text && text.length > maxBytes) throw tooLarge(maxBytes)
    return text
  }
  let text: string | null = null
  try {
    return (text = await deadline.race(collect(reader, maxBytes, deadline)))
  } finally {
    if (text === null) reader.cancel().catch(ignore)
  }
}
const tooLarge = (maxBytes: number) => new RangeError(`the answer has over ${maxBytes} bytes`)

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  deadline: Deadline,
): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    // A body whose chunks are all there starves the timer, so the clock is read.
    if (done || deadline.expired()) break
    bytes += value.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    parts.push(value)
  }
  let [whole] = parts
  if (parts.length > 1) {
    whole = new Uint8Array(bytes)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.byteLength
    }
  }
  return new TextDecoder().decode(whole)
}

/** Redacts the token in a text of a server or a network, so that an echo never puts it into messages and logs. */
export const redactToken = (text: string, token: string | null): string =>
  token ? text.split(token).join('(token)') : text

/** Describes what was thrown instead of an answer, with the token redacted. */
export function networkProblem(error: unknown, token: string | null): Answer {
  let text = 'what was thrown has no text'
  let all = ''
  try {
    text = String(error)
    for (let at = error, deep = 0; at instanceof Error && deep < 9; at = at.cause, deep++)
      all += `${String(at)} ${at.stack}`
  } catch (unwritable) {
    report(new TypeError(text, { cause: unwritable }))
  }
  const problem = redactToken(text, token)
  return { problem, cause: token && (text + all).includes(token) ? new Error(problem) : error }
}

/** Validates the base URL. Throws, and says why, when no call could arrive: at run time that would look like a lost order. */
export function validateBaseUrl(baseUrl: unknown, hasOwnFetch: boolean): string {
  const wrong = (why: string) =>
    new TypeError(
      `createClient: baseUrl ${JSON.stringify(baseUrl)} ${why}. Write 'https://shop.example/bff/api', or in a page '/bff/api'.`,
    )
  if (typeof baseUrl !== 'string' || !/^(https?:\/\/[^/?#@\\\s]+|(?=\/))(\/[^?#\\\s]*)?$/i.test(baseUrl))
    throw wrong('is no http(s) address without user, query and fragment')
  const page = (globalThis as { location?: { href: string } }).location?.href
  if (baseUrl.startsWith('/') && !page) {
    // A custom `fetch` may add the host.
    if (hasOwnFetch) return baseUrl
    throw wrong('has no host and no page to take one from')
  }
  try {
    void new URL(baseUrl, page)
    return baseUrl
  } catch {
    throw wrong('cannot be read')
  }
}
