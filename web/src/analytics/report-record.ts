import type { NotedReport, Report } from './reports.ts'

/** A log record of OTLP, in its JSON encoding. */
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
/** What of the page a report may name. */
export interface ReportedPage {
  /** The route of a path, as the table of routes writes it: never the path itself. */
  routeOf: (path: string) => string
  /** Addresses of the scripts that the page has loaded. */
  scripts: () => ReadonlySet<string>
}

const INFO = 9
const ERROR = 17

/**
 * Writes a report as a log record. Nothing is taken over as it is: a value leaves when it is a name from a closed set, a number within bounds or an id
 * of a known form, so that no text that someone typed, no address and no token can be in a record.
 */
export function recordOf({ report, path, at }: NotedReport, page: ReportedPage): LogRecord {
  const { name, isError, fields } = describe(report, page)
  const written = Object.entries({ 'paket.route': page.routeOf(path), ...fields }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    timeUnixNano: `${Math.round(at)}000000`,
    severityNumber: isError ? ERROR : INFO,
    eventName: `paket.${name}`,
    attributes: written.map(([key, value]) => attribute(key, value)),
  }
}
export const attribute = (key: string, value: string | number | boolean): Attribute => ({
  key,
  value:
    typeof value === 'string'
      ? { stringValue: value }
      : typeof value === 'boolean'
        ? { boolValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
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
          'http.response.status_code': whole(status, 599),
          'paket.code': whole(code, 99_999),
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

/** Names of our own sources: of calls, failures, outcomes, parts, measurements. */
const word = (value: string | undefined) =>
  value !== undefined && /^[A-Za-z][A-Za-z-]{0,40}$/.test(value) ? value : undefined
const whole = (value: number | undefined, most: number) =>
  Number.isInteger(value) && Math.abs(Number(value)) <= most ? value : undefined
/** A UUID, or the 32 digits of one; never a number that means something. */
const idOf = (value: string | undefined) =>
  value !== undefined && /^[\da-f]{8}(-?)([\da-f]{4}\1){3}[\da-f]{12}$/i.test(value) && /[a-f]/i.test(value)
    ? value
    : undefined

const directives =
  /^(default|script|style|img|font|connect|frame|manifest|media|object|worker|child)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors|sandbox|trusted-types|require-trusted-types-for)$/
const directive = (value: string) => (directives.test(value) ? value : 'other')
const kinds = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self', 'trusted-types-policy', 'trusted-types-sink']
/** What was left out: its kind, or that it was an address. Which one is in the browser's own reports. */
const blocked = (value: string) => (kinds.includes(value) ? value : 'address')

/** The names of errors that the language, the browser, the SDK and the app throw; any other may hold text. */
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
const MOST_FRAMES = 20
/** Where it was thrown, in our own scripts: the message is in the stack too, and it may be anybody's text. */
function framesOf(error: unknown, scripts: ReadonlySet<string>): string | undefined {
  const stack = read(error, 'stack')
  if (typeof stack !== 'string') return undefined
  const frames = [...stack.matchAll(/(https?:\/\/[^\s()?#]+\.js):(\d{1,6}):(\d{1,6})(?!\d)/g)].flatMap(
    ([, address = '', line = '', column = '']) =>
      scripts.has(address) ? [`${new URL(address).pathname}:${line}:${column}`] : [],
  )
  return frames.length > 0 ? frames.slice(0, MOST_FRAMES).join('\n') : undefined
}
