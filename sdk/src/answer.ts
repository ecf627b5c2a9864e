import { type Answer, withoutToken } from './transport.ts'

/** An answer, read as far as every call needs it. */
export interface ReadAnswer {
  status: number
  /** Undefined when the body is no JSON object. */
  body: object | undefined
  code: number | undefined
  /** There is a code, and it is no number. */
  hasOddCode: boolean
  message: string | undefined
  requestId: string | undefined
  /** Why the body could not be read. */
  cause: unknown
}
/** An answer, and the token that it came to. */
interface Sent extends Answer {
  token: string | null
}

/** What an answer says. */
export function readAnswer({ text, token, requestId, cause }: Sent, { status }: Response): ReadAnswer {
  const body = jsonObject(text)
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return {
    status,
    body,
    code: typeof code === 'number' ? code : undefined,
    hasOddCode: code !== undefined && typeof code !== 'number',
    message: typeof message === 'string' ? withoutToken(message, token) : undefined,
    requestId,
    cause,
  }
}

export const isRefusal = ({ response }: Answer) => response?.status === 401 || response?.status === 403
/** In a browser a redirect that is not followed has the status 0. */
export const isRedirect = ({ response: { status = 0, type } = {} as Response }: Answer) =>
  (status >= 300 && status < 400) || type === 'opaqueredirect'

function jsonObject(text: string | undefined): object | undefined {
  const value = jsonOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** What a text of JSON says; undefined when it is none. */
export function jsonOf(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
