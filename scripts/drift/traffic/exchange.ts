import type { Entry, Param } from 'har-format'
import { FORM, isJson, JSON_MEDIA, mediaName, otherCharset } from '../description/media-type.ts'
import { type Body, CUT, EMPTY, UNKNOWN } from './body.ts'
import { loggedBody } from './packing.ts'
import type { Shown } from './shown.ts'
import { sinceEpochText, timeText } from './shown.ts'

/** A request and its response, from any kind of recording. */
export interface Exchange {
  method: string
  url: string
  /** 0 when there was no response. */
  status: number
  /** In the form of the recording; undefined or empty when not recorded. */
  requestHeaders: unknown
  requestBody: Body
  responseHeaders: unknown
  responseBody: Body
  /** As recorded: `application/json; charset=utf-8`. */
  responseType: string | undefined
  /** Parsed on demand, because few are needed. */
  time(): Shown | null
}
type Line = Record<string, unknown>
export const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (...values: unknown[]) =>
  values.find((value) => typeof value === 'string' && value !== '') as string | undefined

/**
 * Returns the exchange in a HAR entry or a log line; null when it has none. A body of `limit` bytes or more counts as
 * cut.
 */
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
    // For a 304, browsers record the cached body.
    responseBody:
      content && !(statusOf(response) === 304 && !(response.bodySize > 0))
        ? contentOf(content, response.bodySize, response.headers)
        : UNKNOWN,
    responseType: mediaTypeOf(content?.mimeType) ?? headerIn(response.headers, 'content-type'),
    time: () => timeText(startedDateTime),
  }
}
/** Browsers write `x-unknown` when there is none. */
const mediaTypeOf = (type: unknown) => (type === 'x-unknown' ? undefined : textOf(type))
/** Some recorders write the status as a string. */
const statusOf = ({ status }: { status: unknown }): number => Number(status) || 0
/** Firefox writes these headers of a form that a page submits before its body. */
const FORM_HEADERS = /^(?:Content-(?:Type|Length): [^\r\n]*\r\n)+\r\n/i
function requestBodyOf({ postData, bodySize, headers }: Entry['request']): Body {
  const text: unknown = postData?.text
  if (typeof text === 'string' && text !== '') {
    const body = text.replace(FORM_HEADERS, '')
    return body === '' ? EMPTY : { state: 'text', text: body }
  }
  // A form may be recorded by its fields only, or, as by Playwright, in another file.
  const params = postData?.mimeType?.startsWith(FORM) === true ? postData.params : undefined
  if (params?.every(({ value }) => typeof value === 'string') && (params.length > 0 || bodySize === 0))
    return { state: 'text', text: formText(params) }
  // A size of -1 means unknown.
  return postData === undefined && bodySize === 0 && lengthIn(headers) === 0 ? EMPTY : UNKNOWN
}
const formText = (params: readonly Param[]) =>
  new URLSearchParams(params.map(({ name, value = '' }): [string, string] => [name, value])).toString()
/** When a browser has dropped a body, it omits the text and writes the size, or not even that. */
function contentOf(
  { text, encoding, size, compression }: Entry['response']['content'],
  bodySize: number,
  headers: unknown,
): Body {
  const announced = lengthIn(headers)
  if (typeof text !== 'string') return size === 0 && bodySize === 0 && announced === 0 ? EMPTY : UNKNOWN
  if (text === '') return (size ?? 0) > 0 || bodySize > 0 || announced > 0 ? UNKNOWN : EMPTY
  const packing = headerIn(headers, 'content-encoding')
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  const body: Body = encoding === 'base64' ? loggedBody(bytes, packing) : { state: 'text', text }
  // Some recorders, such as mitmproxy, write the compressed size as `size`, and the bytes saved as `compression`.
  const saved = size === bodySize && typeof compression === 'number' ? compression : 0
  // The size may be that of the packed or of the unpacked body. A replaced letter takes more bytes than the original.
  const unpacked = body.state === 'text' && !(body.isReplaced && packing === undefined) ? body.text : ''
  const length = Math.max(bytes.length, Buffer.byteLength(unpacked))
  return Math.max((size ?? 0) + saved, packing === undefined ? announced : 0) > length ? CUT : body
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
/** Returns the body of a log line. */
export function bodyOf(
  value: unknown,
  { isBase64 = false, headers }: { isBase64?: boolean; headers?: unknown } = {},
): Body {
  if (value === undefined || value === null || value === '-') return UNKNOWN
  if (typeof value !== 'string') return { state: 'value', value }
  const length = lengthIn(headers)
  const encoding = headerIn(headers, 'content-encoding')
  if (value === '') return length > 0 ? UNKNOWN : EMPTY
  const bytes = isBase64 ? Buffer.from(value, 'base64') : null
  const isShort = length > (bytes?.length ?? Buffer.byteLength(value))
  if (isShort && (bytes !== null || encoding === undefined)) return CUT
  if (bytes !== null) return loggedBody(bytes, encoding)
  // Compressed bytes that were recorded as a string.
  return encoding !== undefined && NO_TEXT.test(value.slice(0, 64)) ? UNKNOWN : { state: 'text', text: value }
}
/** Characters that JSON never contains. */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/

export const UNREADABLE = Symbol('unreadable')
/** Returns the JSON of a body; undefined when there is no body, `UNREADABLE` when it is not JSON. */
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
/** Returns whether a body is JSON in another charset than UTF-8, by its bytes or by its media type. */
export const isOtherCharset = (body: Body, type = JSON_MEDIA): boolean =>
  otherCharset(type) !== null ||
  (body.state === 'text' && body.isReplaced === true && isJson(mediaName(type)) && typeof jsonOf(body) === 'object')
/** Some logs write bodies in base64 without a flag. */
function packedJson(text: string): unknown {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text)) return UNREADABLE
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof value === 'object' ? value : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/**
 * Returns a header from a list or a map; null when it is missing, undefined when no headers were recorded. `name` is in
 * lower case.
 */
export function headerOf(given: unknown, name: string): string | null | undefined {
  const isList = Array.isArray(given)
  if (!isList && !isObject(given)) return undefined
  let found: string | null | undefined
  for (const one of isList ? (given as unknown[]) : Object.keys(given)) {
    const [key, value] = isList ? (isObject(one) ? [one['name'], one['value']] : []) : [one, given[one as string]]
    found ??= null
    if (typeof key !== 'string' || key.length !== name.length || key.toLowerCase() !== name) continue
    const text: unknown = Array.isArray(value) ? value.filter((item) => typeof item !== 'object').join(', ') : value
    // Repeated headers are one list.
    if (typeof text === 'string' || typeof text === 'number')
      found = found === null ? String(text) : `${found}, ${text}`
  }
  return found
}
const headerIn = (given: unknown, name: string): string | undefined => headerOf(given, name) ?? undefined
/** Returns the announced length of a body; 0 when there is none. */
const lengthIn = (headers: unknown): number => Number(headerIn(headers, 'content-length')) || 0

/** Returns the path of a URL, without query. */
export function pathOf(url: string): string {
  const scheme = url.indexOf('://')
  const start = scheme === -1 ? 0 : url.indexOf('/', scheme + 3)
  if (start === -1) return '/'
  const rest = start === 0 ? url : url.slice(start)
  const end = rest.search(/[?#]/)
  return end === -1 ? rest : rest.slice(0, end)
}
/** Returns the query of a URL; null when a relative URL has none, because it may not have been recorded. */
export function queryOf(url: string): URLSearchParams | null {
  const start = url.indexOf('?')
  if (start !== -1) return new URLSearchParams(url.slice(start + 1).split('#', 1)[0])
  return url.includes('://') ? new URLSearchParams() : null
}
/** Returns host and port of a URL; null when it has no host. */
export function hostOf(url: string): string | null {
  const scheme = url.indexOf('://')
  if (scheme === -1) return null
  const end = url.slice(scheme + 3).search(/[/?#]/)
  const authority = end === -1 ? url.slice(scheme + 3) : url.slice(scheme + 3, scheme + 3 + end)
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
}
