import type { Deadline } from './deadline.ts'
import type { Token } from './token.ts'

/** The default limit of an answer: a hundred times the largest one seen. */
export const DEFAULT_MAX_BYTES = 8_000_000

const ignore = () => undefined
/** Cancels a body that is not read, which frees its connection. A `fetch` of Node streams has bodies that cannot be cancelled. */
export const discard = (response: Response): void => void response.body?.cancel?.().catch(ignore)

/** Reads the body as text. The limit is checked while streaming, or at the end where the platform has no streams. */
export async function readText(response: Response, maxBytes: number, deadline: Deadline): Promise<string> {
  const reader = response.body?.getReader?.()
  const cancel = (deadline.onStop = () => void reader?.cancel().catch(ignore))
  const check = (bytes: number) => {
    if (bytes > maxBytes) {
      cancel()
      throw new RangeError(`body over ${maxBytes} bytes`)
    }
  }
  let text = ''
  if (!reader) {
    text = await response.text()
    check(text.length)
    return text
  }
  const decoder = new TextDecoder()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    // Reads the clock, because a body that is already buffered starves the timer.
    if (done || deadline.isOver()) return text + decoder.decode()
    check((bytes += value.byteLength))
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * Redacts the token in a text of a server or a network, so that an echo never puts it into messages and logs. Less than 8 characters are no secret, but
 * occur in words.
 */
export const redactToken = <Text extends string | undefined>(text: Text, token: Token): Text =>
  token?.[7] ? (text?.split(token).join('(token)') as Text) : text

/** What was thrown, as text, with the token redacted. Why Node's `fetch` failed is only in its cause: its code, which has no address, or else its text. */
export function messageOf(thrown: unknown, token: Token): string {
  try {
    const { cause } = thrown as { cause?: { code?: unknown } }
    return redactToken([thrown, cause?.code ?? cause].join(' ').trim(), token)
  } catch {
    return '(no text)'
  }
}

/** The thrown value; if it or one of its causes contains the token, an Error with only its redacted text. */
export function withoutToken(thrown: unknown, token: Token): unknown {
  if (!token?.[7]) return thrown
  let all = messageOf(thrown, null)
  for (let at = thrown, deep = 0; at instanceof Error && deep < 9; at = at.cause, deep++)
    all += `${messageOf(at, null)} ${at.stack}`
  return all.includes(token) ? new Error(messageOf(thrown, token)) : thrown
}

/** Validates the base URL and returns it without a slash at its end. Throws when no call could arrive: at run time that would look like a lost order. */
export function validateBaseUrl(baseUrl: string, ownFetch: typeof globalThis.fetch | undefined): string {
  try {
    if (/^(https?:\/\/[^/?#@\\\s]+|(?=\/))(\/[^?#\\\s]*)?$/i.test(baseUrl)) {
      // Outside of a page a relative address needs a custom `fetch` that completes it.
      void new URL(baseUrl, globalThis.location?.href ?? (ownFetch && 'http://host'))
      return baseUrl.replace(/\/$/, '')
    }
  } catch {}
  throw new TypeError(`baseUrl ${JSON.stringify(baseUrl)} is not https://host/api nor /api in a page`)
}
