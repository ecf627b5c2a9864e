import type { Answer } from './transport.ts'

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
}

export function readAnswer(response: Response, text: string | undefined): ReadAnswer {
  const body = jsonObject(text)
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return {
    status: response.status,
    body,
    code: typeof code === 'number' ? code : undefined,
    hasOddCode: code !== undefined && typeof code !== 'number',
    message: typeof message === 'string' ? message : undefined,
    requestId: requestIdOf(response),
  }
}

export const isRefusal = ({ response }: Answer) => response?.status === 401 || response?.status === 403
export const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined

function jsonObject(text: string | undefined): object | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
