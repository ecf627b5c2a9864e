import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from './listen.ts'

/** Host names of this machine that no other machine can claim. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** The origins of the mock and of its apps. */
export class Origins {
  readonly own: readonly string[]
  readonly apps: readonly string[]
  /** The origin at which the mock calls itself. */
  readonly main: string
  readonly #names: ReadonlySet<string>
  readonly #isShared: boolean
  /**
   * `names` are more host names of this machine, without a port; `host` is the address to listen on, by default
   * loopback.
   */
  constructor({ port, apps, names = [], host }: OriginsOptions) {
    const isEvery = host === '0.0.0.0' || host === '::'
    this.main = `http://${isEvery ? '127.0.0.1' : bracketed(host ?? 'localhost')}:${port}`
    this.own = [...new Set([this.main, ...loopbackNames.map((name) => `http://${name}:${port}`)])]
    this.apps = apps
    this.#isShared = host !== undefined && !isLoopback(host)
    this.#names = new Set([...loopbackNames, ...apps.map((app) => new URL(app).hostname), ...names])
  }
  /** The origins of the mock and of its first app. */
  addresses = () => ({ mock: this.main, app: this.apps[0] ?? this.main })

  /**
   * Returns the origin that the client used. A proxy preserves the Host header or sends `x-forwarded-host`. An unknown
   * origin falls back to the mock's own, so that no link leads to a foreign host. A mock on the network accepts any
   * port, because a container or a router can map it.
   */
  of({ headers }: IncomingMessage): string {
    const forwarded = first(headers['x-forwarded-host'])
    const seen = `${first(headers['x-forwarded-proto']) ?? 'http'}://${forwarded ?? headers.host ?? ''}`
    const isKnown = this.own.includes(seen) || this.apps.includes(seen)
    return isKnown || (this.#isShared && this.isName(forwarded ?? headers.host ?? '')) ? seen : this.main
  }

  /** Returns the app that sent a request, by the proxied origin or the `Origin` header; falls back to the first app. */
  appOf(request: IncomingMessage): string {
    return this.firstApp(this.of(request), request.headers.origin)
  }
  /** Returns the first origin that is an app's; falls back to the first app. */
  firstApp(...candidates: readonly (string | undefined)[]): string {
    return candidates.find((origin) => origin !== undefined && this.apps.includes(origin)) ?? this.apps[0] ?? this.main
  }

  /** Whether the mock accepts a Host header, on any port. */
  isName(host: string): boolean {
    const name = nameIn(host)
    // Names can be rebound by DNS to this machine, IP addresses cannot.
    return this.#names.has(name) || (this.#isShared && isIP(name.replaceAll(/^\[|\]$/g, '')) !== 0)
  }

  /**
   * Whether pages of an origin may call the mock: origins of apps, any port of this machine, and the origin that the
   * request was sent to.
   */
  mayCall(origin: string, request: IncomingMessage): boolean {
    const [, host] = /^https?:\/\/(.+)$/.exec(origin) ?? []
    const isHere = host !== undefined && this.#names.has(nameIn(host))
    return isHere || this.apps.includes(origin) || origin === this.of(request)
  }
}
export interface OriginsOptions {
  port: number
  apps: readonly string[]
  names?: readonly string[] | undefined
  host?: string | undefined
}
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Removes the port and lower-cases a host. */
export const nameIn = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()
const first = (value: string | string[] | undefined) => [value].flat()[0]?.split(',')[0]?.trim()

interface Allowed {
  methods?: string | undefined
  headers?: string | undefined
}
/** Sets the CORS headers for pages that may call the mock. */
export function allowOrigins(
  origins: Origins,
  request: IncomingMessage,
  response: ServerResponse,
  { methods = 'POST', headers = 'authorization, content-type, idempotency-key' }: Allowed = {},
): void {
  const { origin } = request.headers
  response.setHeader('vary', 'origin')
  if (!origin || !origins.mayCall(origin, request)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-headers', headers)
  response.setHeader('access-control-allow-methods', methods)
  response.setHeader('access-control-expose-headers', 'x-request-id, retry-after')
  response.setHeader('access-control-max-age', '600')
}
