import type { IncomingMessage, ServerResponse } from 'node:http'

/** The names of this machine that no other machine can claim. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Which origins the mock is known by: its own, and those where an app runs. */
export class Origins {
  readonly own: readonly string[]
  readonly apps: readonly string[]
  readonly #names: ReadonlySet<string>
  /** `names` are further names of this machine, without a port. */
  constructor(port: number, apps: readonly string[], names: readonly string[] = []) {
    this.own = loopbackNames.map((host) => `http://${host}:${port}`)
    this.apps = apps
    this.#names = new Set([...loopbackNames, ...apps.map((app) => new URL(app).hostname), ...names])
  }
  /** Where the mock and its first app are. */
  addresses = () => ({ mock: this.main, app: this.apps[0] ?? this.main })
  get main(): string {
    return this.own[0]!
  }

  /**
   * The origin that the caller sees. A proxy keeps the Host header or says it in `x-forwarded-host`; an origin that is
   * not known counts as the mock's own, so that nothing leads to a stranger's address.
   */
  of({ headers }: IncomingMessage): string {
    const forwarded = first(headers['x-forwarded-host'])
    const seen = `${first(headers['x-forwarded-proto']) ?? 'http'}://${forwarded ?? headers.host ?? ''}`
    return this.own.includes(seen) || this.apps.includes(seen) ? seen : this.main
  }

  /** The app that a call comes from: it is proxied by the app's origin, or sent by a page of it; else the first that is known. */
  appOf(request: IncomingMessage): string {
    const candidates = [this.of(request), request.headers.origin]
    return candidates.find((origin) => origin !== undefined && this.apps.includes(origin)) ?? this.apps[0] ?? this.main
  }

  /** Whether a Host header, with whatever port, is a name that the mock answers to. */
  isName(host: string): boolean {
    return this.#names.has(nameIn(host))
  }

  /** Whether pages of an origin may call: those of apps, and of any port of this machine. */
  mayCall(origin: string): boolean {
    const [, host] = /^https?:\/\/(.+)$/.exec(origin) ?? []
    return this.apps.includes(origin) || (host !== undefined && this.isName(host))
  }
}

/** A host without its port. */
export const nameIn = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()
const first = (value: string | string[] | undefined) => [value].flat()[0]?.split(',')[0]?.trim()

/** Pages of apps and of any origin of this machine may call. */
export function allowOrigins(
  origins: Origins,
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  method = 'POST',
): void {
  response.setHeader('vary', 'origin')
  if (!origin || !origins.mayCall(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key')
  response.setHeader('access-control-allow-methods', method)
  response.setHeader('access-control-expose-headers', 'x-request-id, retry-after')
  response.setHeader('access-control-max-age', '600')
}
