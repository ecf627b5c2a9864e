/** What came back, as far as it came: without a response there was no connection, without a text the body was cut short. */
export interface Answer {
  response?: Response
  text?: string
  /** What the network said, without the token. */
  trouble?: string
}
/** Sends one POST. Never rejects. */
export type Send = (
  path: string,
  body: string,
  token: string | null,
  signal: AbortSignal,
  key?: string,
) => Promise<Answer>

export function createSend(baseUrl: string, fetch: typeof globalThis.fetch | undefined): Send {
  const base = baseUrl.replace(/\/$/, '')
  return async (path, body, token, signal, key) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (token) headers['Authorization'] = `Bearer ${token}`
    // A string of structured fields (RFC 9651) stands in quotes.
    if (key) headers['Idempotency-Key'] = `"${key}"`
    // A redirect would carry an order to an address that the contract does not name.
    const init: RequestInit = { method: 'POST', headers, body, signal, redirect: 'error' }
    const answer: Answer = {}
    try {
      answer.response = await (fetch ?? globalThis.fetch)(base + path, init)
      answer.text = await answer.response.text()
    } catch (error) {
      answer.trouble = String(error)
      if (token) answer.trouble = answer.trouble.replaceAll(token, '(token)')
    }
    return answer
  }
}
