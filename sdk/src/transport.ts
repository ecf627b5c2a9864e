import type { Deadline } from './deadline.ts'
import type { Operation } from './operation.ts'
import { report } from './report.ts'

/** The default limit of an answer: a hundred times the largest one seen. */
export const DEFAULT_MAX_BYTES = 8_000_000

/** Sends one request and waits for the head of its answer: null when the deadline expires first. Rejects with what `fetch` threw, or with the caller's reason. */
export type Send = (
  operation: Operation,
  content: { headers: Record<string, string>; body: string | null },
  deadline: Deadline,
) => Promise<Response | null>

export function createSend(baseUrl: string, fetch: typeof globalThis.fetch | undefined): Send {
  const base = validateBaseUrl(baseUrl, fetch !== undefined).replace(/\/$/, '')
  return async ({ method = 'POST', path }, content, deadline) => {
    // A redirect would send an order to an address that the contract does not name. Not 'error': workerd rejects that value.
    const init: RequestInit = { method, ...content, signal: deadline.signal, redirect: 'manual' }
    return untilHead((fetch ?? globalThis.fetch)(base + path, init), deadline)
  }
}

/** The answer, or null when the deadline expires first: the body of one that comes later is cancelled. */
export async function untilHead(pending: Promise<Response>, deadline: Deadline): Promise<Response | null> {
  const response = await deadline.race(pending)
  if (!response) pending.then(discard, ignore)
  return response
}

/** The server's `x-request-id`, with the token redacted. */
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
  const check = (bytes: number) => {
    if (bytes > maxBytes) throw new RangeError(`the answer has over ${maxBytes} bytes`)
  }
  async function collect(): Promise<string> {
    if (!reader) return response.text()
    const parts: Uint8Array[] = []
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      // A body whose chunks are all there starves the timer, so the clock is read.
      if (done || deadline.expired()) break
      check((bytes += value.byteLength))
      parts.push(value)
    }
    // Not sooner: the texts of an answer without an end would fill the memory.
    const decoder = new TextDecoder()
    return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
  }
  let text: string | null = null
  try {
    text = await deadline.race(collect())
    check(text?.length ?? 0)
    return text
  } finally {
    if (text === null) reader?.cancel().catch(ignore)
  }
}

/** Redacts the token in a text of a server or a network, so that an echo never puts it into messages and logs. */
export const redactToken = (text: string, token: string | null): string =>
  token ? text.split(token).join('(token)') : text

/** What was thrown, as text, with the token redacted. */
export function messageOf(thrown: unknown, token: string | null): string {
  try {
    return redactToken(String(thrown), token)
  } catch (cause) {
    const message = 'what was thrown has no text'
    report(new TypeError(message, { cause }))
    return message
  }
}

/** What was thrown, or where it or one of its causes repeats the token, an Error with its redacted text alone. */
export function withoutToken(thrown: unknown, token: string | null): unknown {
  if (!token) return thrown
  let all = messageOf(thrown, null)
  for (let at = thrown, deep = 0; at instanceof Error && deep < 9; at = at.cause, deep++)
    all += `${messageOf(at, null)} ${at.stack}`
  return all.includes(token) ? new Error(messageOf(thrown, token)) : thrown
}

/** Validates the base URL. Throws, and says why, when no call could arrive: at run time that would look like a lost order. */
export function validateBaseUrl(baseUrl: unknown, hasOwnFetch: boolean): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  if (typeof baseUrl === 'string' && /^(https?:\/\/[^/?#@\\\s]+|(?=\/))(\/[^?#\\\s]*)?$/i.test(baseUrl))
    try {
      // A custom `fetch` may add the host.
      if (page || !hasOwnFetch || baseUrl[0] !== '/') void new URL(baseUrl, page)
      return baseUrl
    } catch {}
  throw new TypeError(
    `createClient: baseUrl ${JSON.stringify(baseUrl)} is no http(s) address without user, query and fragment, such as 'https://shop.example/bff/api', or '/bff/api' in a page`,
  )
}
