import type { Entry, Param } from 'har-format'
import { FORM } from '../description/media-type.ts'
import { type Body, CUT, EMPTY, UNKNOWN } from './body.ts'
import { loggedBody } from './packing.ts'
import type { Shown } from './shown.ts'
import { sinceEpochText, timeText } from './shown.ts'

/** A request and its answer, whatever wrote them down. */
export interface Exchange {
  method: string
  url: string
  /** 0 when no answer came. */
  status: number
  /** As a HAR or a log has them; undefined or empty where none were written down. */
  requestHeaders: unknown
  requestBody: Body
  responseHeaders: unknown
  responseBody: Body
  /** As it was written down: `application/json; charset=utf-8`. */
  responseType: string | undefined
  /** When it was; read when it is asked for, which few are. */
  time(): Shown | null
}
type Line = Record<string, unknown>
export const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (...values: unknown[]) =>
  values.find((value) => typeof value === 'string' && value !== '') as string | undefined

/** An exchange out of an entry of a HAR or a line of a log; null when it is none. Bodies of `limit` bytes and more were cut there. */
export function exchangeOf(value: unknown, limit = Infinity): Exchange | null {
  if (!isObject(value)) return null
  const { request, response } = value
  const exchange =
    isObject(request) &&
    isObject(response) &&
    (isObject(response['content']) || isObject(request['postData']) || 'httpVersion' in request)
      ? ofEntry(value as unknown as Entry)
      : ofLine(value, isObject(request) ? request : {}, isObject(response) ? response : {})
  if (exchange && limit !== Infinity) {
    exchange.requestBody = within(exchange.requestBody, limit)
    exchange.responseBody = within(exchange.responseBody, limit)
  }
  return exchange
}
const within = (body: Body, limit: number): Body =>
  body.state === 'text' && Buffer.byteLength(body.text) >= limit ? CUT : body

function ofEntry({ request, response, startedDateTime }: Entry): Exchange | null {
  if (typeof request.url !== 'string' || typeof request.method !== 'string') return null
  const content = isObject(response.content) ? (response.content as Entry['response']['content']) : undefined
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    status: statusOf(response),
    requestHeaders: request.headers,
    requestBody: requestBodyOf(request),
    responseHeaders: response.headers,
    // Beside a 304 a browser writes down what it had.
    responseBody:
      content && !(statusOf(response) === 304 && !(response.bodySize > 0))
        ? contentOf(content, response.bodySize, headerIn(response.headers, 'content-encoding'))
        : UNKNOWN,
    responseType: textOf(content?.mimeType),
    time: () => timeText(startedDateTime),
  }
}
/** Some write it as a text. */
const statusOf = ({ status }: { status: unknown }): number => Number(status) || 0
function requestBodyOf({ postData, bodySize }: Entry['request']): Body {
  const text: unknown = postData?.text
  if (typeof text === 'string' && text !== '') return { state: 'text', text }
  // A form may be written down by its fields instead.
  if (postData?.mimeType?.startsWith(FORM) === true && postData.params?.every(({ value }) => typeof value === 'string'))
    return { state: 'text', text: formText(postData.params) }
  // -1 says that the size is not known.
  return postData === undefined && bodySize === 0 ? EMPTY : UNKNOWN
}
const formText = (params: readonly Param[]) =>
  new URLSearchParams(params.map(({ name, value = '' }): [string, string] => [name, value])).toString()
/** A browser that has dropped a body leaves the text out and says the size, or nothing of it. */
function contentOf(
  { text, encoding, size, compression }: Entry['response']['content'],
  bodySize: number,
  packing: string | undefined,
): Body {
  if (typeof text !== 'string') return size === 0 && bodySize === 0 ? EMPTY : UNKNOWN
  if (text === '') return (size ?? 0) > 0 || bodySize > 0 ? UNKNOWN : EMPTY
  if (encoding === 'base64') return loggedBody(Buffer.from(text, 'base64'), packing)
  // Some, mitmproxy among them, write the size on the way where that of the body belongs, and how much packing has saved.
  const saved = size === bodySize && typeof compression === 'number' ? compression : 0
  return (size ?? 0) + saved > Buffer.byteLength(text) ? CUT : { state: 'text', text }
}

function ofLine(line: Line, request: Line, response: Line): Exchange | null {
  const method = textOf(request['method'], line['method'], line['request_method'])
  const url = textOf(
    request['url'],
    request['path'],
    request['uri'],
    line['url'],
    line['path'],
    line['uri'],
    line['request_uri'],
  )
  if (method === undefined || url === undefined) return null
  const status =
    response['status'] ??
    response['status_code'] ??
    response['statusCode'] ??
    line['status'] ??
    line['status_code'] ??
    line['statusCode'] ??
    line['response_status'] ??
    line['response_code']
  const responseHeaders = response['headers'] ?? line['responseHeaders'] ?? line['response_headers']
  const body = (inside: Line, name: 'request' | 'response', headers: unknown): Body => {
    const flag = (word: string) =>
      inside[word] === true ||
      line[`${name}${word[0]!.toUpperCase()}${word.slice(1)}`] === true ||
      line[`${name}_${word}`] === true
    const value = inside['body'] ?? line[`${name}Body`] ?? line[`${name}_body`]
    if (flag('truncated') || flag('bodyTruncated')) return CUT
    const encoding =
      inside['encoding'] ?? inside['bodyEncoding'] ?? line[`${name}BodyEncoding`] ?? line[`${name}_body_encoding`]
    return bodyOf(value, { isBase64: encoding === 'base64' || flag('isBase64Encoded'), headers })
  }
  const requestHeaders = request['headers'] ?? line['requestHeaders'] ?? line['request_headers']
  return {
    method: method.toUpperCase(),
    url,
    status: statusOf({ status }),
    requestHeaders,
    requestBody: body(request, 'request', requestHeaders),
    responseHeaders,
    responseBody: body(response, 'response', responseHeaders),
    responseType:
      headerIn(responseHeaders, 'content-type') ?? textOf(line['content_type'], line['responseContentType']),
    time: () =>
      timeText(
        line['startedDateTime'] ??
          line['time'] ??
          line['timestamp'] ??
          line['@timestamp'] ??
          line['start_time'] ??
          line['time_iso8601'],
      ) ?? sinceEpochText(line['started_at'] ?? line['time'] ?? line['ts'] ?? line['timestamp']),
  }
}
/** A body as a line of a log has it. */
export function bodyOf(
  value: unknown,
  { isBase64 = false, headers }: { isBase64?: boolean; headers?: unknown } = {},
): Body {
  if (value === undefined || value === null || value === '-') return UNKNOWN
  if (typeof value !== 'string') return { state: 'value', value }
  const length = headerIn(headers, 'content-length')
  const encoding = headerIn(headers, 'content-encoding')
  if (value === '') return length !== undefined && Number(length) > 0 ? UNKNOWN : EMPTY
  const bytes = isBase64 ? Buffer.from(value, 'base64') : null
  const isShort = length !== undefined && Number(length) > (bytes?.length ?? Buffer.byteLength(value))
  if (isShort && (bytes !== null || encoding === undefined)) return CUT
  if (bytes !== null) return loggedBody(bytes, encoding)
  // Packed bytes that were written down as a text.
  return encoding !== undefined && NO_TEXT.test(value.slice(0, 64)) ? UNKNOWN : { state: 'text', text: value }
}
/** Signs that are in no JSON, whatever it holds. */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/

export const UNREADABLE = Symbol('unreadable')
/** The JSON in a body; undefined where there is none, `UNREADABLE` where it is something else. */
export function jsonOf(body: Body): unknown {
  if (body.state === 'value') return body.value
  if (body.state !== 'text') return undefined
  const { text } = body
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return packedJson(text)
  }
}
/** Some logs write bodies in base64 and do not say so. */
function packedJson(text: string): unknown {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text)) return UNREADABLE
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' ? value : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** A header of a list or a map of them: null when it is not among them, undefined when none were written down. */
export function headerOf(given: unknown, name: string): string | null | undefined {
  const isList = Array.isArray(given)
  if (!isList && !isObject(given)) return undefined
  let found: string | null | undefined
  for (const one of isList ? (given as unknown[]) : Object.keys(given)) {
    const [key, value] = isList ? (isObject(one) ? [one['name'], one['value']] : []) : [one, given[one as string]]
    found ??= null
    if (typeof key !== 'string' || key.length !== name.length || key.toLowerCase() !== name) continue
    const text: unknown = Array.isArray(value) ? value.filter((item) => typeof item !== 'object').join(', ') : value
    // What is sent in several lines is one list.
    if (typeof text === 'string' || typeof text === 'number')
      found = found === null ? String(text) : `${found}, ${text}`
  }
  return found
}
const headerIn = (given: unknown, name: string): string | undefined => headerOf(given, name) ?? undefined

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  const scheme = url.indexOf('://')
  const start = scheme === -1 ? 0 : url.indexOf('/', scheme + 3)
  if (start === -1) return '/'
  const rest = start === 0 ? url : url.slice(start)
  const end = rest.search(/[?#]/)
  return end === -1 ? rest : rest.slice(0, end)
}
/** What is asked for behind the path; null when the address may have been written down without it. */
export function queryOf(url: string): URLSearchParams | null {
  const start = url.indexOf('?')
  if (start !== -1) return new URLSearchParams(url.slice(start + 1).split('#', 1)[0])
  return url.includes('://') ? new URLSearchParams() : null
}
/** The host of an address with its port, null when it has none. */
export function hostOf(url: string): string | null {
  const scheme = url.indexOf('://')
  if (scheme === -1) return null
  const end = url.slice(scheme + 3).search(/[/?#]/)
  const authority = end === -1 ? url.slice(scheme + 3) : url.slice(scheme + 3, scheme + 3 + end)
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
}
