import type { Operation } from './operation.ts'
import { type Answer, redactToken } from './transport.ts'

/** What every call needs from an answer. */
export interface ReadAnswer {
  status: number
  /** Undefined when the body is not a JSON object. */
  body: object | undefined
  code: number | undefined
  /** The body has a code that is not a number. */
  hasOddCode: boolean
  message: string | undefined
  requestId: string | undefined
  /** The server's `Retry-After`, in milliseconds. */
  retryAfterMs: number | undefined
  /** Why the body could not be read. */
  cause: unknown
}
/** An answer with the token of its request. */
interface AnswerWithToken extends Answer {
  token: string | null
}

/** Parses an answer: its code, message and body. */
export const readAnswer = (answer: AnswerWithToken, response: Response, { read }: Operation): ReadAnswer => ({
  ...readJson(jsonOf(answer.text), answer, response),
  ...read?.(answer.text, response.status),
})

/** Reads an answer whose body is parsed already. */
export function readJson(
  value: unknown,
  { token, requestId, cause }: Pick<AnswerWithToken, 'token' | 'requestId' | 'cause'>,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): ReadAnswer {
  const body = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return {
    status,
    body,
    code: typeof code === 'number' ? code : undefined,
    hasOddCode: code !== undefined && typeof code !== 'number',
    message: typeof message === 'string' ? redactToken(message, token) : undefined,
    requestId,
    retryAfterMs: retryAfterMs(headers),
    cause,
  }
}

/** `Retry-After`, in seconds or as a date, which counts by the server's own clock where it is known; undefined when it is missing, unreadable or past. */
function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get('retry-after') ?? ''
  const ms = /^\d+$/.test(after)
    ? Number(after) * 1000
    : Date.parse(after) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return ms >= 0 ? ms : undefined
}

export const isRefused = (status: number | undefined) => status === 401 || status === 403
export const isRefusal = ({ response }: Answer) => isRefused(response?.status)
/** Whether an answer is a redirect. In a browser one that is not followed has the status 0. */
export const isRedirect = ({ response: { status = 0, type } = {} as Response }: Answer) =>
  (status >= 300 && status < 400) || type === 'opaqueredirect'

/** Parses JSON; undefined when the text is not JSON. */
export function jsonOf(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
