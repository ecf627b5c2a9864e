import type { IncomingMessage, ServerResponse } from 'node:http'
import { unknownName } from '#engine/nearest.ts'

export const MAX_BODY_BYTES = 1_000_000
/** How many levels of lists and objects a body may have: what goes through it level by level must come back. */
const DEEPEST = 200
/** How much of a body that is too large is read on and thrown away, so that the sender gets to read the answer. */
const MAX_DRAINED_BYTES = 32_000_000

/** An answer that says what was wrong with the request (RFC 9457). */
export class Problem extends Error {
  readonly status: number
  readonly title: string
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  constructor(
    status: number,
    title: string,
    detail: string,
    { headers = {}, ...extra }: { headers?: Record<string, string> } & Record<string, unknown> = {},
  ) {
    super(detail)
    this.status = status
    this.title = title
    this.extra = extra
    this.headers = headers
  }
}

/** The path of a request, without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/'

/** The body as text; a Problem when it is too large. */
export const readText = async (request: IncomingMessage, longest?: number): Promise<string> =>
  (await readBytes(request, longest)).toString('utf8')

/** The body as it came; a Problem when it is too large. */
export async function readBytes(request: IncomingMessage, longest = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= longest) chunks.push(chunk)
    else if (size > MAX_DRAINED_BYTES) break
  }
  if (size > longest)
    throw new Problem(413, 'Body too large', `The body is larger than ${longest} bytes`, {
      headers: { connection: 'close' },
    })
  return Buffer.concat(chunks)
}

/** The body of a call of the contract: JSON that says so. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']
  if (/^application\/json\s*(;|$)/i.test(type ?? '')) return readAnyJson(request)
  await readText(request)
  throw new Problem(415, 'Wrong content type', `The body must be application/json, got ${type ?? 'no content-type'}`)
}

/** The body as JSON, whatever it says it is, as `curl -d` sends it; a Problem that names the place when it is none. */
export async function readAnyJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request)
  const value = parsed(text)
  if (isDeeper(value, DEEPEST))
    throw new Problem(400, 'Nested too deep', `The body is nested more than ${DEEPEST} levels deep`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem(400, 'Not JSON', `The body is not JSON: ${placed(error, text)}`)
  }
}

/** Whether a value is nested deeper than so many levels; level by level, so that no depth is too much for it. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level.length > 0
}

/** The fields of a JSON object; a Problem that names one that is not known. */
export async function readFields(request: IncomingMessage, known: readonly string[]): Promise<Record<string, unknown>> {
  return checkedFields(await readAnyJson(request), known)
}
/** A body with known fields; a Problem that names one that is not. */
export function checkedFields(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'Wrong body', 'the body must be an object')
  for (const field of Object.keys(body))
    if (!known.includes(field)) throw new Problem(400, 'Wrong body', unknownName('field', field, known))
  return body as Record<string, unknown>
}

/** The engine's message; a body that ends too early has no place in it. */
function placed(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.includes('position') ? message : `${message} at position ${text.length}`
}

/** Of answers that are given again and again. */
const texts = new WeakMap<object, string>()
/** A value that no one changes, as JSON; undefined has none. */
export function jsonOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** Sends JSON that is not cached; undefined is no body. */
export function sendJson(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  if (body === undefined) return void response.writeHead(status, { 'cache-control': 'no-store' }).end()
  const text = JSON.stringify(body)
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(text)
}

/** Sends a problem as JSON; in a browser's address bar it can be read as it is. */
export function sendProblem(response: ServerResponse, { status, title, message, extra, headers }: Problem): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const body = { type: 'about:blank', title, status, detail: message, ...extra }
  sendJson(response, status, body, 'application/problem+json')
}

/** Whatever went wrong, there is an answer, or a closed connection when one has begun. */
export function answerError(error: unknown, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  if (error instanceof Problem) return sendProblem(response, error)
  // A client that leaves in the middle of its body is no fault of ours.
  if (response.destroyed || response.socket?.destroyed) return
  console.error(error)
  const message = error instanceof Error ? error.message : String(error)
  sendProblem(response, new Problem(500, 'The mock failed', message))
}
