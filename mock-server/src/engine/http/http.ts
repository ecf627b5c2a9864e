import type { IncomingMessage, ServerResponse } from 'node:http'
import { decoded } from './media.ts'
import { unknownName } from '#engine/nearest.ts'
import { messageOf } from '#engine/message-of.ts'

export const MAX_BODY_BYTES = 1_000_000
/** The maximum nesting of a body: recursive functions process it, and their stack is limited. */
const MAX_DEPTH = 200
/** How much of an oversized body is read and discarded, so that the client can read the answer. */
const MAX_DRAINED_BYTES = 32_000_000

/** An error answer for the client (RFC 9457). */
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

export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/'

/** Reads the body as text; throws a Problem when it is too large. */
export const readText = async (request: IncomingMessage, longest?: number): Promise<string> =>
  decoded(await readBytes(request, longest))

/** Reads the body; throws a Problem when it is too large or compressed. */
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
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new Problem(415, 'Compressed body', `The mock reads no ${encoding}: send the body without content-encoding`)
  return Buffer.concat(chunks)
}

/** Reads the body of a contract call; requires the JSON media type. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']
  if (/^application\/json\s*(;|$)/i.test(type ?? '')) return readAnyJson(request)
  await readText(request)
  throw new Problem(415, 'Wrong content type', `The body must be application/json, got ${type ?? 'no content-type'}`)
}

/**
 * Reads the body as JSON whatever its media type, because `curl -d` sends another. Throws a Problem with the position
 * of a syntax error.
 */
export async function readAnyJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request)
  const value = parsedJson(text, 'The body')
  if (isDeeper(value, MAX_DEPTH))
    throw new Problem(400, 'Nested too deep', `The body is nested more than ${MAX_DEPTH} levels deep`)
  return value
}

/** Parses JSON; throws a Problem that names `what` it is. */
export function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem(400, 'Not JSON', `${what} is not JSON: ${placed(error, text)}`)
  }
}

/**
 * Whether a value is nested deeper than `levels`. Iterates by level, so that deep nesting cannot overflow the stack.
 */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  return level.length > 0
}

/** Reads a JSON object; throws a Problem with the first unknown field. */
export async function readFields(request: IncomingMessage, known: readonly string[]): Promise<Record<string, unknown>> {
  return checkedFields(await readAnyJson(request), known)
}
/** Checks that a body, or a part of it, is an object with known fields; throws a Problem with the first unknown one. */
export function checkedFields(body: unknown, known: readonly string[], what = 'the body'): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'Wrong body', `${what} must be an object`)
  for (const field of Object.keys(body))
    if (!known.includes(field)) throw new Problem(400, 'Wrong body', unknownName('field', field, known))
  return body as Record<string, unknown>
}

/** Checks the names of a query's parameters; throws a Problem with the first unknown one. */
export function checkQuery(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys())
    if (!known.includes(name)) throw new Problem(400, 'Wrong query', unknownName('query parameter', name, known))
}

/** The parser's message; with the position when the text ends too early, where the parser names no place. */
function placed(error: unknown, text: string): string {
  const message = messageOf(error)
  return message.startsWith('Unexpected end') ? `${message} at position ${text.length}` : message
}

/** Caches the JSON of answers that are sent repeatedly. */
const texts = new WeakMap<object, string>()
/** Serializes an immutable value as JSON; undefined has none. */
export function jsonOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}

/** Sends JSON that must not be cached; undefined sends no body. */
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

/** The body of a problem. */
export const problemBody = ({ status, title, message, extra }: Problem): object => ({
  type: 'about:blank',
  title,
  status,
  detail: message,
  ...extra,
})
/** Sends a problem as JSON. */
export function sendProblem(response: ServerResponse, problem: Problem): void {
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value)
  sendJson(response, problem.status, problemBody(problem), 'application/problem+json')
}

/** Answers any error, or closes the connection when a response has begun. */
export function answerError(error: unknown, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  if (error instanceof Problem) return sendProblem(response, error)
  // A client that disconnected while sending its body is not an error of the mock.
  if (response.destroyed || response.socket?.destroyed) return
  console.error(error)
  const message = messageOf(error)
  sendProblem(response, new Problem(500, 'The mock failed', message))
}
