import type { Deadline } from './deadline.ts'
import type { Operation } from './operation.ts'
import { report } from './report.ts'

/** What the network threw, with the token redacted. */
export interface Problem {
  message: string
  /** What was thrown; an Error with the token redacted where it contains the token. */
  cause: unknown
}
/** The default limit of an answer: a hundred times the largest one seen. */
export const DEFAULT_MAX_BYTES = 8_000_000

/** Sends one request and waits for the head of its answer. Never rejects, and ends with the deadline: then it has neither answer nor problem. */
export type Send = (
  operation: Operation,
  content: { headers: Record<string, string>; body: string | null },
  token: string | null,
  deadline: Deadline,
) => Promise<{
  response?: Response
  /** The server's `x-request-id`, with the token redacted. */
  requestId?: string | undefined
  problem?: Problem
}>

export function createSend(baseUrl: string, fetch: typeof globalThis.fetch | undefined): Send {
  const base = validateBaseUrl(baseUrl, fetch !== undefined).replace(/\/$/, '')
  return async ({ method = 'POST', path }, content, token, deadline) => {
    try {
      // A redirect would send an order to an address that the contract does not name. Not 'error': workerd rejects that value.
      const pending = (fetch ?? globalThis.fetch)(base + path, {
        method,
        ...content,
        signal: deadline.signal,
        redirect: 'manual',
      })
      const response = await deadline.race(pending)
      if (response) return { response, requestId: requestIdOf(response, token) }
      pending.then(discard, ignore)
      return {}
    } catch (error) {
      return { problem: networkProblem(error, token) }
    }
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
  const check = (bytes = 0) => {
    if (bytes > maxBytes) throw new RangeError(`the answer has over ${maxBytes} bytes`)
  }
  const reader = response.body?.getReader?.()
  let text: string | null = null
  try {
    text = await deadline.race(reader ? collect(reader, check, deadline) : response.text())
    check(text?.length)
    return text
  } finally {
    if (text === null) reader?.cancel().catch(ignore)
  }
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  check: (bytes: number) => void,
  deadline: Deadline,
): Promise<string> {
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

/** Redacts the token in a text of a server or a network, so that an echo never puts it into messages and logs. */
export const redactToken = (text: string, token: string | null): string =>
  token ? text.split(token).join('(token)') : text

/** Describes what was thrown instead of an answer, with the token redacted. */
export function networkProblem(error: unknown, token: string | null): Problem {
  let text = 'what was thrown has no text'
  let all = ''
  try {
    text = String(error)
    for (let at = error, deep = 0; at instanceof Error && deep < 9; at = at.cause, deep++)
      all += `${String(at)} ${at.stack}`
  } catch (unwritable) {
    report(new TypeError(text, { cause: unwritable }))
  }
  const message = redactToken(text, token)
  return { message, cause: token && (text + all).includes(token) ? new Error(message) : error }
}

/** Validates the base URL. Throws, and says why, when no call could arrive: at run time that would look like a lost order. */
export function validateBaseUrl(baseUrl: unknown, hasOwnFetch: boolean): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  let why = 'is no http(s) address without user, query and fragment'
  if (typeof baseUrl === 'string' && /^(https?:\/\/[^/?#@\\\s]+|(?=\/))(\/[^?#\\\s]*)?$/i.test(baseUrl))
    try {
      // A custom `fetch` may add the host.
      if (page || !hasOwnFetch || baseUrl[0] !== '/') void new URL(baseUrl, page)
      return baseUrl
    } catch {
      why = 'cannot be read here'
    }
  throw new TypeError(
    `createClient: baseUrl ${JSON.stringify(baseUrl)} ${why}. Write 'https://shop.example/bff/api', or in a page '/bff/api'.`,
  )
}
