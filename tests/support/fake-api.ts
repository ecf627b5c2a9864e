import { createClient, type Client } from '@paket/sdk'

/** A promise is an answer that never arrives. */
type Answer = { status?: number; body?: unknown } | 'no connection' | Promise<never>
/** The answers of each path, in order; the last one repeats. */
export type Answers = Record<string, Answer[]>

interface Sent {
  /** The last part of the path; tests/sdk compares the whole address. */
  call: string
  /** The query of a GET. */
  body: unknown
  /** The idempotency key's header value. */
  key?: string
}

/** A `fetch` that answers from a list, and the calls that were sent. */
export function fetchThatAnswers(answers: Answers): { fetch: typeof globalThis.fetch; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url instanceof Request ? url.url : url)
    const call = pathname.split('/').at(-1) ?? ''
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : Object.fromEntries(searchParams)
    sent.push({ call, body })
    const key = new Headers(init?.headers).get('idempotency-key')
    // Not enumerable, so that comparisons ignore it.
    if (key) Object.defineProperty(sent.at(-1), 'key', { value: key })
    const list = answers[call]
    const answer = list && list.length > 1 ? list.shift() : list?.[0]
    if (!answer) throw new Error(`no answer for ${call}`)
    if (answer instanceof Promise) return answer
    if (answer === 'no connection') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  }
  return { fetch, sent }
}

/** A real client over such a `fetch`. */
export function apiThatAnswers(answers: Answers): { api: Client; sent: Sent[] } {
  const { fetch, sent } = fetchThatAnswers(answers)
  const api = createClient({
    baseUrl: 'http://backend/bff/api',
    auth: { getToken: () => 'opaque', refresh: async () => null },
    fetch,
  })
  return { api, sent }
}

const card = { id: 'c1', isMainCard: true, cardType: 'MIR', maskedPan: '220012******4417', expireDate: '09/28' }
export const cards = { body: { code: 0, cards: [card] } }
export const noCards = { body: { code: 0, cards: [] } }
export const created = { body: { code: 0, result: { orderId: 'o1' } } }
export const status = (orderStatus?: string, formUrl?: string): Answer => ({
  body: { code: 0, result: { orderStatus, formUrl } },
})
export const rejected = (code: number): Answer => ({ body: { code } })
