import type { Entry } from 'har-format'

/** A request and its answer, whatever wrote them down. */
export interface Exchange {
  method: string
  url: string
  /** 0 when no answer came. */
  status: number
  /** The text of a body, or what a log has made of it already. */
  /** As a HAR or a log has them; undefined or empty where none were written down. */
  requestHeaders: unknown
  requestBody: unknown
  responseBody: unknown
  time: string | null
}
type Line = Record<string, unknown>
const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (...values: unknown[]) =>
  values.find((value) => typeof value === 'string' && value !== '') as string | undefined

/** An exchange out of an entry of a HAR or a line of a log; null when it is none. */
export function exchangeOf(value: unknown): Exchange | null {
  if (!isObject(value)) return null
  const { request, response } = value
  if (
    isObject(request) &&
    isObject(response) &&
    (isObject(response['content']) || isObject(request['postData']) || 'httpVersion' in request)
  )
    return ofEntry(value as unknown as Entry)
  return ofLine(value, isObject(request) ? request : {}, isObject(response) ? response : {})
}

function ofEntry({ request, response, startedDateTime }: Entry): Exchange | null {
  if (typeof request.url !== 'string' || typeof request.method !== 'string') return null
  const content = response.content as Entry['response']['content'] | undefined
  const text = content?.text
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    status: typeof response.status === 'number' ? response.status : 0,
    requestHeaders: request.headers,
    requestBody: request.postData?.text,
    responseBody:
      content?.encoding === 'base64' && text !== undefined ? Buffer.from(text, 'base64').toString('utf8') : text,
    time: timeOf(startedDateTime),
  }
}
function ofLine(line: Line, request: Line, response: Line): Exchange | null {
  const method = textOf(request['method'], line['method'], line['request_method'])
  const url = textOf(request['url'], line['url'], request['path'], line['path'], line['uri'], line['request_uri'])
  if (method === undefined || url === undefined) return null
  const status =
    response['status'] ??
    response['status_code'] ??
    line['status'] ??
    line['status_code'] ??
    line['statusCode'] ??
    line['response_status']
  return {
    method: method.toUpperCase(),
    url,
    status: Number(status) || 0,
    requestHeaders: request['headers'] ?? line['requestHeaders'] ?? line['request_headers'],
    requestBody: request['body'] ?? line['requestBody'] ?? line['request_body'],
    responseBody: response['body'] ?? line['responseBody'] ?? line['response_body'],
    time: timeOf(line['startedDateTime'] ?? line['time'] ?? line['timestamp'] ?? line['@timestamp']),
  }
}
const timeOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/.test(value) ? value : null

/** A header of a request: null when it was sent without, undefined when its headers were not written down. */
export function headerOf({ requestHeaders: given }: Exchange, name: string): string | null | undefined {
  const entries: [unknown, unknown][] = Array.isArray(given)
    ? given.filter(isObject).map((header) => [header['name'], header['value']])
    : Object.entries(isObject(given) ? given : {})
  if (entries.length === 0) return undefined
  const [, value] = entries.find(([key]) => String(key).toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : null
}

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  const scheme = url.indexOf('://')
  const start = scheme === -1 ? 0 : url.indexOf('/', scheme + 3)
  if (start === -1) return '/'
  const rest = start === 0 ? url : url.slice(start)
  const end = rest.search(/[?#]/)
  return end === -1 ? rest : rest.slice(0, end)
}
/** The host of an address with its port, null when it has none. */
export function hostOf(url: string): string | null {
  const scheme = url.indexOf('://')
  if (scheme === -1) return null
  const end = url.slice(scheme + 3).search(/[/?#]/)
  const authority = end === -1 ? url.slice(scheme + 3) : url.slice(scheme + 3, scheme + 3 + end)
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
}
