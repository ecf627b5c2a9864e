import type { Token } from './token.ts'
import { messageOf, redactToken } from './transport.ts'
import { isGood } from './validity.ts'

/** An answer that was read. */
export interface ReadAnswer {
  status: number
  /** Undefined when the body is no JSON object, or its code is no number. */
  body: object | undefined
  code: number | undefined
  message: string | undefined
  requestId: string | undefined
  /** The server's `Retry-After`, in milliseconds. */
  retryAfterMs: number | undefined
  /** Why there is no body, or no answer. */
  cause?: unknown
  /** The token that was sent, to redact it in the cause. */
  token?: Token
}

/** Reads the code and the message of a parsed body, or says why there is none under a 2xx; the token is redacted. */
export function readAnswer(value: unknown, response: Response, token?: Token, cause?: unknown): ReadAnswer {
  const body = value && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  // A problem (RFC 9457) has no message, and its detail is optional.
  const { code, title, detail = title, message = detail } = (body ?? {}) as Partial<Record<string, unknown>>
  const numericCode = typeof code === 'number' ? code : undefined
  const text =
    body || !isGood(response.status)
      ? message
      : messageOf(cause ?? `no JSON object: ${response.headers.get('content-type')}`, null)
  return {
    status: response.status,
    body: numericCode === code ? body : undefined,
    code: numericCode,
    message: typeof text === 'string' ? redactToken(text, token) : undefined,
    requestId: requestIdOf(response, token),
    retryAfterMs: retryAfterMs(response),
    token,
    cause,
  }
}

/** The server's `x-request-id`, with the token redacted. */
export function requestIdOf({ headers }: Response, token: Token): string | undefined {
  return redactToken(headers.get('x-request-id') ?? undefined, token)
}

/** `Retry-After` in seconds or as a date, which is compared with the answer's `Date` if it has one; undefined when it is missing, malformed or past. */
function retryAfterMs({ headers }: Response): number | undefined {
  const after = headers.get('retry-after') as string
  const ms = /^\d+$/.test(after)
    ? Number(after) * 1000
    : Date.parse(after) - (Date.parse(headers.get('date') as string) || Date.now())
  return ms >= 0 ? ms : undefined
}

/** How long to wait for the body of a final 401 or 403: only its message is of interest. */
export const REFUSAL_MS = 1000
export const isRefused = (status: number): boolean => status === 401 || status === 403
/** Whether an answer is a redirect. In a browser one that is not followed has the status 0. */
export const isRedirect = ({ status }: Response): boolean => status < 400 && !isGood(status)

/** Parses JSON; undefined when the text is not JSON. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text as string)
  } catch {}
  return undefined
}
