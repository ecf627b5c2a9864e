import { setTimeout as pause } from 'node:timers/promises'
import type { Written } from '../explore/requests.ts'

export type Request = Pick<Written, 'method' | 'target' | 'body'> & Partial<Written>
export interface Answer {
  /** As `exchangeOf` reads it. */
  entry: unknown
  status: number
  /** Refused as one of too many, after waiting as long as was asked for, or for longer than may be waited. */
  isTooMany: boolean
}
/** An answer may take so long, its body among it. */
export const CALL_MS = 15_000
/** More of a body is not read: what is compared is known by then to be cut. */
const LARGEST = 4 * 2 ** 20
const MOST_WAITS = 3
const LONGEST_WAIT_MS = 10_000

/** Sends a request to a service, and waits where it asks for that, but not beyond `until`, in milliseconds since 1970. */
export async function ask(
  server: string,
  request: Request,
  token: string | undefined,
  until = Infinity,
): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const { entry, status, wait } = await once(server, request, token, until)
    const isTooMany = wait !== null && (waits >= MOST_WAITS || wait > LONGEST_WAIT_MS || Date.now() + wait >= until)
    if (wait === null || isTooMany) return { entry, status, isTooMany }
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
    signal: AbortSignal.timeout(Math.max(1, Math.min(CALL_MS, until - Date.now()))),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  })
  const { status } = answer
  const { text, isCut } = await textOf(answer)
  const entry = {
    method,
    url,
    status,
    requestBody: body ?? '',
    responseHeaders: Object.fromEntries(answer.headers),
    responseBody: text,
    responseTruncated: isCut,
    time: new Date().toISOString(),
  }
  return { entry, status, wait: status === 429 ? waitOf(answer.headers.get('retry-after')) : null }
}
async function textOf({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > LARGEST) break
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), isCut: size > LARGEST }
}
/** `Retry-After` in milliseconds: it is a number of seconds or a date; null when it is neither. */
function waitOf(text: string | null): number | null {
  if (text === null) return null
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
