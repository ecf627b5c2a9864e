import type { End } from './deadline.ts'
import type { Operation } from './operation.ts'
import { report } from './report.ts'

/** What came back, as far as it came: without a response there was no connection, without a text the body was cut short. */
export interface Answer {
  response?: Response
  /** The server's `x-request-id`, without the token. */
  requestId?: string | undefined
  text?: string
  /** What the network said, without the token. */
  trouble?: string
  /** What the network threw; in its place an Error without the token where that repeats it. */
  cause?: unknown
}
/** So large may an answer be: a hundred times what any call of the contract has shown. */
export const DEFAULT_MAX_BYTES = 8_000_000

/** What is sent, and by when it must be answered. */
export interface Asked {
  operation: Operation
  body: string
  key: string | undefined
  end: End
}
export interface Transport {
  /** Sends one POST and waits for the head of its answer. Neither rejects, nor takes longer than the call may. */
  send: (asked: Asked, token: string | null) => Promise<Answer>
  /** Reads the body into the answer; as `send`. */
  read: (answer: Answer & { token: string | null }, end: End) => Promise<void>
}

export function createTransport(
  baseUrl: string,
  fetch: typeof globalThis.fetch | undefined,
  maxBytes: number,
): Transport {
  const base = checkedBase(baseUrl, fetch !== undefined).replace(/\/$/, '')
  return {
    async send({ operation, body, key, end }, token) {
      const headers: Record<string, string> = { 'Content-Type': 'application/json' }
      if (token) headers['Authorization'] = `Bearer ${token}`
      // A string of structured fields (RFC 9651) stands in quotes.
      if (key) headers['Idempotency-Key'] = `"${key}"`
      // A redirect would carry an order to an address that the contract does not name. Not 'error': workerd refuses it.
      const init: RequestInit = { method: 'POST', headers, body, signal: end.signal, redirect: 'manual' }
      try {
        const asked = (fetch ?? globalThis.fetch)(base + operation.path, init)
        const response = await end.race(asked)
        if (response) return { response, requestId: requestIdOf(response, token) }
        asked.then(discard, ignore)
        return {}
      } catch (error) {
        return trouble(error, token)
      }
    },
    async read(answer, end) {
      const { response, token } = answer
      if (!response) return
      try {
        const text = await readText(response, maxBytes, end)
        if (text !== null) answer.text = text
      } catch (error) {
        Object.assign(answer, trouble(error, token))
      }
    },
  }
}

function requestIdOf({ headers }: Response, token: string | null): string | undefined {
  const id = headers.get('x-request-id')
  return id === null ? undefined : withoutToken(id, token)
}

const ignore = () => undefined
/** Lets go of a body that nobody reads, and of its connection. */
export const discard = (response: Response): void => void (async () => response.body?.cancel())().catch(ignore)

/** The body as text; null when the time is over first. Counted while it comes; where a platform has no streams, when it is there. */
export async function readText(response: Response, maxBytes: number, end: End): Promise<string | null> {
  const reader = response.body?.getReader?.()
  if (!reader) {
    const text = await end.race(response.text())
    if (text && text.length > maxBytes) throw tooLarge(maxBytes)
    return text
  }
  let text: string | null = null
  try {
    return (text = await end.race(collect(reader, maxBytes, end)))
  } finally {
    if (text === null) reader.cancel().catch(ignore)
  }
}
const tooLarge = (maxBytes: number) => new RangeError(`the answer has more than ${maxBytes} bytes`)

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number, end: End): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    // A body that is always there leaves a timer no turn: the clock is asked.
    if (done || end.isLate()) break
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

/** A text that a server or a network gave: neither gets the token into messages and logs by repeating it. */
export const withoutToken = (text: string, token: string | null): string =>
  token ? text.split(token).join('(token)') : text

/** What was thrown in place of an answer. */
function trouble(error: unknown, token: string | null): Answer {
  let said = 'what was thrown cannot be made text'
  let all = ''
  try {
    said = String(error)
    for (let at = error, deep = 0; at instanceof Error && deep < 9; at = at.cause, deep++)
      all += `${String(at)} ${at.stack}`
  } catch (unwritable) {
    report(new TypeError(said, { cause: unwritable }))
  }
  const heard = withoutToken(said, token)
  return { trouble: heard, cause: token && (said + all).includes(token) ? new Error(heard) : error }
}

/** The address before every path. Throws, and says why, for one under which no call can arrive: it would look like a lost order. */
function checkedBase(baseUrl: unknown, hasOwnFetch: boolean): string {
  const wrong = (why: string) =>
    new TypeError(
      `createClient: baseUrl ${JSON.stringify(baseUrl)} ${why}. Write the backend's address with the base path, 'https://shop.example/bff/api', or in a page '/bff/api'.`,
    )
  if (typeof baseUrl !== 'string' || !/^(https?:\/\/[^/?#@\\\s]+|(?=\/))(\/[^?#\\\s]*)?$/i.test(baseUrl))
    throw wrong('is no address of http or https without user, query and fragment')
  const page = (globalThis as { location?: { href: string } }).location?.href
  if (baseUrl.startsWith('/') && !page) {
    // A `fetch` of one's own may know a host.
    if (hasOwnFetch) return baseUrl
    throw wrong('has no host, and here is no page to take it from')
  }
  try {
    void new URL(baseUrl, page)
    return baseUrl
  } catch {
    throw wrong('cannot be read')
  }
}
