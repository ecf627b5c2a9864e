import { createHash, randomBytes } from 'node:crypto'
import { appOrigin } from './support.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  token_type: string
}
/** Decodes the payload of a JWT. */
export const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> & {
    exp: number
    iat: number
  }

/** A simulated browser: stores cookies, follows redirects within the mock, and stops at redirects to the app. */
export class Visitor {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  constructor(origin: string) {
    this.#origin = origin
  }

  async ask(address: string, init: Omit<RequestInit, 'headers'> = {}): Promise<Response> {
    const url = new URL(address, this.#origin)
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...init })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const isHere = location !== null && new URL(location, url).origin === this.#origin
    return isHere ? this.ask(new URL(location, url).href) : answer
  }

  /** Opens the authorization URL; returns a page of the provider, or a redirect to the app. */
  authorize(parameters: Record<string, string> = {}, verifier = 'v'.repeat(43)): Promise<Response> {
    const query = new URLSearchParams({
      client_id: 'paket-web',
      response_type: 'code',
      scope: 'openid profile offline_access bff',
      redirect_uri: `${appOrigin}/auth/callback`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 's1',
      ...parameters,
    })
    return this.ask(`/oidc/auth?${query.toString()}`)
  }

  /** Clicks a test user on the sign-in page; returns the redirect to the app. */
  async choose(page: Response, login: string): Promise<URL> {
    if (!/\/oidc\/interaction\//.test(page.url)) throw new Error(`no sign-in page: ${page.status} ${page.url}`)
    const back = await this.ask(page.url, { method: 'POST', body: new URLSearchParams({ login }) })
    return new URL(back.headers.get('location') ?? `error:${back.status}`)
  }

  /** The whole sign-in: page, code, tokens. */
  async signIn(login: string, parameters: Record<string, string> = {}): Promise<Tokens> {
    const verifier = randomBytes(32).toString('base64url')
    const back = await this.choose(await this.authorize(parameters, verifier), login)
    const answer = await this.token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: `${appOrigin}/auth/callback`,
      client_id: parameters['client_id'] ?? 'paket-web',
    })
    if (answer.status !== 200) throw new Error(`no tokens: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as unknown as Tokens
  }

  /** Calls the token endpoint. */
  async token(fields: Record<string, string>) {
    const answer = await this.ask('/oidc/token', { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  refresh = (refreshToken: string, client = 'paket-web') =>
    this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client })
}
