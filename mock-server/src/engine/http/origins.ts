import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from './listen.ts'

/** The names of this machine that no other machine can claim. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Which origins the mock is known by: its own, and those where an app runs. */
export class Origins {
  readonly own: readonly string[]
  readonly apps: readonly string[]
  /** Where the mock is for itself. */
  readonly main: string
  readonly #names: ReadonlySet<string>
  readonly #isShared: boolean
  /** `names` are further names of this machine, without a port; `host` the address that it listens on, loopback without one. */
  constructor({ port, apps, names = [], host }: OriginsOptions) {
    const isEvery = host === '0.0.0.0' || host === '::'
    this.main = `http://${isEvery ? '127.0.0.1' : bracketed(host ?? 'localhost')}:${port}`
    this.own = [...new Set([this.main, ...loopbackNames.map((name) => `http://${name}:${port}`)])]
    this.apps = apps
    this.#isShared = host !== undefined && !isLoopback(host)
    this.#names = new Set([...loopbackNames, ...apps.map((app) => new URL(app).hostname), ...names])
  }
  /** Where the mock and its first app are. */
  addresses = () => ({ mock: this.main, app: this.apps[0] ?? this.main })

  /**
   * The origin that the caller sees. A proxy keeps the Host header or says it in `x-forwarded-host`; an origin that is
   * not known counts as the mock's own, so that nothing leads to a stranger's address. A mock that others of the network reach is behind
   * whatever port a container or a router gives it.
   */
  of({ headers }: IncomingMessage): string {
    const forwarded = first(headers['x-forwarded-host'])
    const seen = `${first(headers['x-forwarded-proto']) ?? 'http'}://${forwarded ?? headers.host ?? ''}`
    const isKnown = this.own.includes(seen) || this.apps.includes(seen)
    return isKnown || (this.#isShared && this.isName(forwarded ?? headers.host ?? '')) ? seen : this.main
  }

  /** The app that a call comes from: it is proxied by the app's origin, or sent by a page of it; else the first that is known. */
  appOf(request: IncomingMessage): string {
    const candidates = [this.of(request), request.headers.origin]
    return candidates.find((origin) => origin !== undefined && this.apps.includes(origin)) ?? this.apps[0] ?? this.main
  }

  /** Whether a Host header, with whatever port, is a name that the mock answers to. */
  isName(host: string): boolean {
    const name = nameIn(host)
    // No stranger can let an address lead here, as a name can.
    return this.#names.has(name) || (this.#isShared && isIP(name.replaceAll(/^\[|\]$/g, '')) !== 0)
  }

  /** Whether pages of an origin may call: those of apps, of any port of this machine, and the mock's own where it is asked. */
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

/** A host without its port. */
export const nameIn = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()
const first = (value: string | string[] | undefined) => [value].flat()[0]?.split(',')[0]?.trim()

interface Allowed {
  methods?: string | undefined
  headers?: string | undefined
}
/** Pages of apps and of any origin of this machine may call. */
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
