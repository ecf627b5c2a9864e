import { type Exchange, exchangeOf, isObject } from './exchange.ts'
import { sinceEpochText } from './shown.ts'

/** Returns the exchanges in one value of a recording: a HAR entry, a log line or an OpenTelemetry export. */
export function exchangesOf(value: unknown, limit = Infinity): Exchange[] {
  if (isObject(value) && (Array.isArray(value['resourceSpans']) || Array.isArray(value['resourceLogs'])))
    return ofTelemetry(value, limit)
  const exchange = exchangeOf(value, limit)
  return exchange ? [exchange] : []
}

type Fields = Record<string, unknown>
const listIn = (value: unknown, name: string): Fields[] => {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}
/**
 * Returns spans and log records of OTLP JSON with method and path, by the current attribute names and those before
 * 2023.
 */
function ofTelemetry(value: Fields, limit: number): Exchange[] {
  const scopes = [
    ...listIn(value, 'resourceSpans').flatMap((one) => listIn(one, 'scopeSpans')),
    ...listIn(value, 'resourceLogs').flatMap((one) => listIn(one, 'scopeLogs')),
  ]
  return scopes
    .flatMap((scope) => [...listIn(scope, 'spans'), ...listIn(scope, 'logRecords')])
    .flatMap((record) => {
      const given = new Map(listIn(record, 'attributes').map(({ key, value: one }) => [String(key), anyValue(one)]))
      const first = (...names: string[]) =>
        names.map((name) => given.get(name)).find((one) => one !== undefined && one !== '')
      const method = first('http.request.method', 'http.method')
      const path = first('url.full', 'http.url', 'url.path', 'http.target')
      if (typeof method !== 'string' || typeof path !== 'string') return []
      const query = first('url.query')
      const headers = (side: 'request' | 'response') => {
        const prefix = `http.${side}.header.`
        return Object.fromEntries(
          [...given].filter(([key]) => key.startsWith(prefix)).map(([key, one]) => [key.slice(prefix.length), one]),
        )
      }
      const line = {
        method,
        url: typeof query === 'string' && !path.includes('?') ? `${path}?${query.replace(/^\?/, '')}` : path,
        status: first('http.response.status_code', 'http.status_code'),
        requestHeaders: headers('request'),
        requestBody: first('http.request.body', 'http.request.body.content'),
        responseHeaders: headers('response'),
        responseBody: first('http.response.body', 'http.response.body.content'),
      }
      const exchange = exchangeOf(line, limit)
      if (!exchange) return []
      return [{ ...exchange, time: () => sinceEpochText(record['startTimeUnixNano'] ?? record['timeUnixNano']) }]
    })
}
/** Reads an OTLP value: `{ stringValue }`, `{ intValue: "200" }`, `{ arrayValue: { values } }`. */
function anyValue(value: unknown): unknown {
  if (!isObject(value)) return undefined
  const list = value['arrayValue']
  if (isObject(list)) return listIn(list, 'values').map(anyValue)
  return value['stringValue'] ?? value['intValue'] ?? value['doubleValue'] ?? value['boolValue']
}
