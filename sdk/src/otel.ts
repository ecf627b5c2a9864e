import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { FailureDetails } from './failure.ts'
import { contractHash, contractVersion } from './generated/contract.gen.ts'
import type { ClientOptions } from './options.ts'
import type { CallEvent, Listeners } from './telemetry.ts'

/** The version in package.json. */
const version = '0.2.0'

/** Options of `withSpans`, besides the client's. */
export interface TracingOptions {
  /** Default: the tracer `@paket/sdk` of the provider that is registered; without a provider no span is made. */
  tracer?: Tracer
}
type AnyCall = (body?: unknown, options?: { signal?: AbortSignal }) => Promise<AnyResult>
type AnyResult = { ok: true } | { ok: false; failure: FailureDetails & { name: string; operation: string } }
interface Running {
  span: Span
  parent: Context
  attempt?: Span | undefined
}

/**
 * A client whose calls are spans of OpenTelemetry: `withSpans(createClient, { baseUrl, auth })`. A call is a span named by its operation; each of its requests is a
 * client span by the semantic conventions for HTTP, and carries its context (`traceparent`) by the global propagator. `error.type` is the failure's name, or the
 * HTTP status of a request that is refused. No span has a body, a token or a text of the server.
 */
export function withSpans<Client extends object, Options extends Omit<ClientOptions, 'auth'>>(
  create: (options: Options) => Client,
  options: Options,
  { tracer = trace.getTracer('@paket/sdk', version) }: TracingOptions = {},
): Client {
  const running = new Map<number, Running>()
  const server = serverOf(options.baseUrl)
  const { on = {} } = options
  const endAttempt = (call: Running | undefined, errorType?: string) => {
    if (errorType) {
      call?.attempt?.setAttribute('error.type', errorType)
      call?.attempt?.setStatus({ code: SpanStatusCode.ERROR })
    }
    call?.attempt?.end()
    if (call) call.attempt = undefined
  }
  const listeners: Listeners = {
    ...on,
    request(event) {
      const call = running.get(event.call)
      if (call) {
        const attributes: Attributes = {
          ...server,
          'http.request.method': 'POST',
          'url.full': options.baseUrl.replace(/\/$/, '') + event.path,
          'url.template': event.path,
        }
        if (event.attempt > 1) attributes['http.request.resend_count'] = event.attempt - 1
        call.attempt = tracer.startSpan(`POST ${event.path}`, { kind: SpanKind.CLIENT, attributes }, call.parent)
        propagation.inject(trace.setSpan(call.parent, call.attempt), event.headers)
      }
      return on.request?.(event)
    },
    response(event) {
      const call = running.get(event.call)
      call?.attempt?.setAttribute('http.response.status_code', event.status)
      endAttempt(call, event.status >= 400 ? String(event.status) : undefined)
      return on.response?.(event)
    },
  }
  const client = create({ ...options, on: listeners })
  let calls = 0
  const start = (operation: string): CallEvent & Running => {
    const attributes = {
      'paket.operation': operation,
      'paket.contract.version': contractVersion,
      'paket.contract.hash': contractHash,
    }
    const active = context.active()
    const span = tracer.startSpan(operation, { kind: SpanKind.INTERNAL, attributes }, active)
    return { operation: operation as CallEvent['operation'], call: ++calls, span, parent: trace.setSpan(active, span) }
  }
  const traced =
    (operation: string, call: AnyCall): AnyCall =>
    async (body, callOptions) => {
      const started = start(operation)
      const { span } = started
      running.set(started.call, started)
      try {
        const result = await call(body, callOptions)
        if (!result.ok) {
          const { name, kind, code, status } = result.failure
          endAttempt(started, name)
          span.setAttributes({
            'error.type': name,
            'paket.failure.code': code,
            'http.response.status_code': status,
          })
          if (kind === 'technical') span.setStatus({ code: SpanStatusCode.ERROR })
        }
        return result
      } catch (error) {
        const name = callOptions?.signal?.aborted ? 'aborted' : (error as Error).name
        endAttempt(started, name)
        span.setAttribute('error.type', name)
        throw error
      } finally {
        running.delete(started.call)
        span.end()
      }
    }
  const methods = Object.entries(client as Record<string, AnyCall>)
  // The client's own methods, each wrapped.
  return Object.fromEntries(methods.map(([operation, call]) => [operation, traced(operation, call)])) as Client
}

/** The server's attributes of a span, from the base URL. */
function serverOf(baseUrl: string): Attributes {
  const page = (globalThis as { location?: { href: string } }).location?.href
  try {
    const { hostname, port, protocol } = new URL(baseUrl, page)
    return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) }
  } catch {
    // Relative: the app's `fetch` adds the host.
    return {}
  }
}
