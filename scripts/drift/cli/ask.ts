import { setTimeout as pause } from 'node:timers/promises'
import type { Written } from '../explore/requests.ts'
import { PATIENCE_MS } from '../report/cannot-check.ts'
import { type Body, CUT, EMPTY } from '../traffic/body.ts'
import type { Exchange } from '../traffic/exchange.ts'
import { textOf } from '../traffic/packing.ts'
import { dateText } from '../traffic/shown.ts'

export type Request = Pick<Written, 'method' | 'target' | 'body'> & Partial<Written>
export interface Answer {
  exchange: Exchange
  /** Refused with 429 after the allowed waits, or with a `Retry-After` that is too long. */
  isTooMany: boolean
}
/** The limit of a body; a longer one counts as cut. */
const LARGEST = 4 * 2 ** 20
const MOST_WAITS = 3
const LONGEST_WAIT_MS = 10_000

/**
 * Sends a request. After a 429, waits as `Retry-After` says and tries again, but not beyond `until`, in milliseconds
 * since 1970.
 */
export async function ask(
  server: string,
  request: Request,
  token: string | undefined,
  until = Infinity,
): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const { exchange, wait } = await once(server, request, token, until)
    const isTooMany = wait !== null && (waits >= MOST_WAITS || wait > LONGEST_WAIT_MS || Date.now() + wait >= until)
    if (wait === null || isTooMany) return { exchange, isTooMany }
    await pause(wait)
  }
}
async function once(
  server: string,
  { method, target, headers = {}, type = 'application/json', body }: Request,
  token: string | undefined,
  until: number,
) {
  const url = `${server}${target}`
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(Math.max(1, Math.min(PATIENCE_MS, until - Date.now()))),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  const { status } = answer
  const responseBody = await bodyOf(answer)
  const time = dateText(new Date())
  const exchange: Exchange = {
    method,
    url,
    status,
    requestHeaders: undefined,
    requestBody: body ? { state: 'text', text: body } : EMPTY,
    responseHeaders: Object.fromEntries(answer.headers),
    responseBody,
    responseType: answer.headers.get('content-type') ?? undefined,
    time: () => time,
  }
  return { exchange, wait: status === 429 ? waitOf(answer.headers.get('retry-after')) : null }
}
async function bodyOf({ body }: Response): Promise<Body> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > LARGEST) return CUT
  }
  return size === 0 ? EMPTY : textOf(Buffer.concat(chunks))
}
/** Returns `Retry-After`, a number of seconds or a date, in milliseconds; null when it is neither. */
function waitOf(text: string | null): number | null {
  if (text === null) return null
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
