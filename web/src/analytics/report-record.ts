import type { NotedReport, Report } from './reports.ts'

/** A log record of OTLP in JSON encoding. */
export interface LogRecord {
  timeUnixNano: string
  severityNumber: number
  eventName: string
  attributes: Attribute[]
}
export interface Attribute {
  key: string
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }
}
/** What a report needs to know about the page. */
export interface ReportedPage {
  /** The route pattern of a path, from the table of routes; the path itself is never reported. */
  routeOf: (path: string) => string
  /** Addresses of the page's own scripts. */
  scripts: () => ReadonlySet<string>
}

const INFO = 9
const ERROR = 17

/**
 * Converts a report to a log record. Every value is filtered: a record contains only names from closed sets, numbers within bounds and ids of a
 * known form, so that it cannot contain typed text, an address or a token.
 */
export function recordOf({ report, path, at }: NotedReport, page: ReportedPage): LogRecord {
  const { name, isError, fields } = describe(report, page)
  const defined = Object.entries({ 'paket.route': page.routeOf(path), ...fields }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    timeUnixNano: `${Math.round(at)}000000`,
    severityNumber: isError ? ERROR : INFO,
    eventName: `paket.${name}`,
    attributes: defined.map(([key, value]) => attribute(key, value)),
  }
}
/** Attributes with fractions. The type belongs to the attribute, not to the value: a store takes it from the first record. */
const fractions: ReadonlySet<string> = new Set(['paket.value', 'paket.sample'])
/** Numbers of other attributes must be whole: counts, codes, milliseconds. */
export const attribute = (key: string, value: string | number | boolean): Attribute => ({
  key,
  value:
    typeof value === 'string'
      ? { stringValue: value }
      : typeof value === 'boolean'
        ? { boolValue: value }
        : fractions.has(key)
          ? { doubleValue: value }
          : { intValue: String(value) },
})

interface Described {
  name: string
  isError: boolean
  fields: Record<string, string | number | boolean | undefined>
}
function describe(report: Report, page: ReportedPage): Described {
  switch (report.kind) {
    case 'error':
      return {
        name: 'error',
        isError: true,
        fields: {
          'paket.where': word(report.where),
          'exception.type': errorType(report.error),
          'exception.stacktrace': framesOf(report.error, page.scripts()),
        },
      }
    case 'failure': {
      const { operation, name, outcome, status, code, requestId } = report.failure
      return {
        name: 'failure',
        isError: outcome !== 'ignore',
        fields: {
          'paket.operation': word(operation),
          'paket.failure': word(name),
          'paket.outcome': word(outcome),
          'http.response.status_code': integer(status, 599),
          'paket.code': integer(code, 99_999),
          'paket.request_id': idOf(requestId),
        },
      }
    }
    case 'refresh': {
      const { ok, reason, cause } = report.refresh
      return {
        name: 'refresh',
        isError: !ok,
        fields: { 'paket.ok': ok, 'paket.reason': word(reason), 'paket.cause': word(cause) },
      }
    }
    case 'order':
      return {
        name: 'order',
        isError: false,
        fields: { 'paket.intent': idOf(report.intent), 'paket.order': idOf(report.order) },
      }
    case 'violation':
      return {
        name: 'violation',
        isError: true,
        fields: { 'paket.directive': directive(report.directive), 'paket.blocked': blocked(report.blocked) },
      }
    case 'vital':
      return {
        name: 'vital',
        isError: false,
        fields: {
          'paket.vital': word(report.name),
          'paket.value': Math.round(report.value * 10_000) / 10_000,
          'paket.rating': word(report.rating),
        },
      }
    case 'longFrames':
      return {
        name: 'long_frames',
        isError: false,
        fields: {
          'paket.count': report.count,
          'paket.longest_ms': Math.round(report.longest),
          'paket.blocking_ms': Math.round(report.blocking),
        },
      }
  }
}

/** A name from our own sources: of a call, failure, outcome, part or measurement. */
const word = (value: string | undefined) =>
  value !== undefined && /^[A-Za-z][A-Za-z-]{0,40}$/.test(value) ? value : undefined
const integer = (value: number | undefined, max: number) =>
  Number.isInteger(value) && Math.abs(Number(value)) <= max ? value : undefined
/** A UUID, with or without hyphens. It must contain a letter, so that a card or phone number never passes. */
const idOf = (value: string | undefined) =>
  value !== undefined && /^[\da-f]{8}(-?)([\da-f]{4}\1){3}[\da-f]{12}$/i.test(value) && /[a-f]/i.test(value)
    ? value
    : undefined

const directives =
  /^(default|script|style|img|font|connect|frame|manifest|media|object|worker|child)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors|sandbox|trusted-types|require-trusted-types-for)$/
const directive = (value: string) => (directives.test(value) ? value : 'other')
const blockedKinds = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
]
/** The kind of the blocked resource; any address is reduced to `address`. The browser's own CSP reports contain it. */
const blocked = (value: string) => (blockedKinds.includes(value) ? value : 'address')

/** Names of errors that the language, the browser, the SDK and the app throw; any other name may contain text. */
const errorTypes = new Set([
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'InternalError',
  'AbortError',
  'DataCloneError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'OperationError',
  'QuotaExceededError',
  'SecurityError',
  'TimeoutError',
  'PaketError',
  'SettingsError',
])
const read = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
function errorType(error: unknown): string {
  const name = read(error, 'name')
  return typeof name === 'string' && errorTypes.has(name) ? name : 'other'
}
const MAX_FRAMES = 20
/** The stack frames in our own scripts. The rest of the stack is dropped, because it contains the message, which may be any text. */
function framesOf(error: unknown, scripts: ReadonlySet<string>): string | undefined {
  const stack = read(error, 'stack')
  if (typeof stack !== 'string') return undefined
  const frames = [...stack.matchAll(/(https?:\/\/[^\s()?#]+\.js):(\d{1,6}):(\d{1,6})(?!\d)/g)].flatMap(
    ([, address = '', line = '', column = '']) =>
      scripts.has(address) ? [`${new URL(address).pathname}:${line}:${column}`] : [],
  )
  return frames.length > 0 ? frames.slice(0, MAX_FRAMES).join('\n') : undefined
}
