import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { errors, Provider } from 'oidc-provider'
import { pathOf, Problem, readText } from '#engine/http/http.ts'
import type { Origins } from '#engine/http/origins.ts'
import { escapeHtml, sendPage } from '#engine/http/page.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import type { Users } from '#engine/state/users.ts'
import { configuration, MOUNT } from './configuration.ts'
import { idTokenByUserClock } from './id-token.ts'
import { signInPage } from './sign-in-page.ts'
import { Storage } from './storage.ts'
import type { IdentityRules } from './rules.ts'
import { USER_INFO_PATH, userInfo } from './user-info.ts'
import type { Caller, Tokens } from './tokens.ts'

export type { Caller } from './tokens.ts'

/** What a login may look like, wherever one is given. */
export function checkedLogin(login: string | null | undefined): string {
  const trimmed = login?.trim() ?? ''
  if (!/^[\w.@+-]{1,64}$/.test(trimmed))
    throw new Problem(400, 'Wrong login', 'A login has 1 to 64 Latin letters, digits or the signs . _ @ + -')
  return trimmed
}

/** Whom the panel has chosen for the next sign-in. */
const NEXT_LOGIN = 'mock-login'
/** The provider's own: the single sign-on session. */
const SESSION = '_session'
const MOST_PROVIDERS = 50
const sessionCookies = [SESSION, `${SESSION}.sig`]

const cookieIn = (cookies: string | undefined, name: string): string | null =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(cookies ?? '')?.[1] ?? null

export interface IdentityParts {
  users: Users
  origins: Origins
  tokens: Tokens
  jwk: object
  rules: IdentityRules
  scenarioRules: ScenarioRules
  /** What pages are headed with. */
  brand: string
}

/** The development identity provider: PKCE, RS256 access tokens, refresh with rotation, single sign-on, sign-out. */
export class Identity {
  readonly #parts: IdentityParts
  readonly #storage: Storage
  readonly #providers = new Map<string, { provider: Provider; handle: ReturnType<Provider['callback']> }>()
  constructor(parts: IdentityParts) {
    this.#parts = parts
    this.#storage = new Storage((login) => parts.users.clockOf(login))
  }

  /** Answers everything under `/oidc`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origins } = this.#parts
    const origin = origins.of(request)
    // Discovery, issuer and redirects follow the Host header: one that is not known becomes our own.
    request.headers.host = new URL(origin).host
    if (/^\/oidc\/interaction\/[\w-]+$/.test(pathOf(request))) return this.#signIn(origin, request, response)
    if (pathOf(request) === `${MOUNT}${USER_INFO_PATH}`) return userInfo(this.#parts, request, response)
    const url = request.url ?? '/'
    // oidc-provider finds its mount path from the difference of the two.
    Object.assign(request, { originalUrl: url, url: url.slice(MOUNT.length) || '/' })
    await this.#of(origin).handle(request, response)
  }

  async #signIn(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { users, origins, scenarioRules, brand } = this.#parts
    const { provider } = this.#of(origin)
    const next = cookieIn(request.headers.cookie, NEXT_LOGIN)
    try {
      if (request.method === 'POST' || next) {
        const typed = request.method === 'POST' ? new URLSearchParams(await readText(request)).get('login') : next
        const accountId = checkedLogin(typed)
        response.setHeader('set-cookie', [`${NEXT_LOGIN}=; Path=${MOUNT}; Max-Age=0`])
        await provider.interactionFinished(
          request,
          response,
          { login: { accountId } },
          { mergeWithLastSubmission: false },
        )
        return
      }
      const { params } = await provider.interactionDetails(request, response)
      const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
      sendPage(response, 200, signInPage({ scenarios: users.scenarios(), rules: scenarioRules, brand, hint }), [
        ...origins.own,
        ...origins.apps,
      ])
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      const content = `<div class="brand">${escapeHtml(brand)}</div><h1>Вход начат слишком давно</h1><p class="soft">Вернитесь в приложение и войдите ещё раз.</p>`
      sendPage(response, 400, { title: 'Вход', content, shape: 'narrow' })
    }
  }

  /** Whose token it is, by the user's clock. */
  callerOf = (authorization: string | undefined): Promise<Caller> => this.#parts.tokens.callerOf(authorization)
  /** Who sends a request that may have no token: by its token, or by the single sign-on session of the browser. */
  async loginOf({ authorization, cookie }: IncomingHttpHeaders): Promise<string | null> {
    const { login, problem } = await this.callerOf(authorization)
    if (login !== null && problem === null) return login
    const session = cookieIn(cookie, SESSION)
    return session === null ? null : this.#storage.accountOfSession(session)
  }
  /** A token without a sign-in, for scripts and tests. */
  issue = (login: string, seconds = this.#parts.users.get(login).tokenSeconds ?? undefined) =>
    this.#parts.tokens.issue(`${this.#parts.origins.main}${MOUNT}`, login, seconds)

  /** Cookies with which the next sign-in of a browser is this user's, without the page: who was signed in is not any more. */
  signInCookies(login: string): string[] {
    const ended = sessionCookies.map((name) => `${name}=; Path=/; Max-Age=0`)
    return [`${NEXT_LOGIN}=${login}; Path=${MOUNT}; Max-Age=120; HttpOnly; SameSite=Lax`, ...ended]
  }

  /** The access tokens of a user end now; a refresh gives new ones. */
  expire = (login: string): void => this.#parts.tokens.expire(login)

  /** All tokens and the session of a user become invalid; everybody's without a login. */
  revoke(login?: string): void {
    this.#parts.tokens.revoke(login)
    this.#storage.forget(login)
  }

  /** One provider per known origin, made when it is first asked. */
  #of(origin: string) {
    const known = this.#providers.get(origin)
    if (known) return known
    const provider = new Provider(
      `${origin}${MOUNT}`,
      configuration({ ...this.#parts, origin, storage: this.#storage }),
    )
    provider.use(idTokenByUserClock(this.#parts.tokens))
    const fresh = { provider, handle: provider.callback() }
    this.#providers.set(origin, fresh)
    // Where any port may be asked for, someone could ask for all.
    const [oldest] = this.#providers.keys()
    if (oldest !== undefined && this.#providers.size > MOST_PROVIDERS) this.#providers.delete(oldest)
    return fresh
  }
}
