import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { errors, Provider } from 'oidc-provider'
import { pathOf, Problem, readText } from '#engine/http/http.ts'
import type { Origins } from '#engine/http/origins.ts'
import { escapeHtml, sendPage } from '#engine/http/page.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import { LOGIN_RULE, loginPattern } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { configuration, MOUNT } from './configuration.ts'
import { idTokenByUserClock } from './id-token.ts'
import { signInPage } from './sign-in-page.ts'
import { Storage } from './storage.ts'
import type { IdentityRules } from './rules.ts'
import { USER_INFO_PATH, userInfo } from './user-info.ts'
import type { Caller, Tokens } from './tokens.ts'

export type { Caller } from './tokens.ts'

/** Validates a login and trims it; throws a Problem. */
export function checkedLogin(login: string | null | undefined): string {
  const trimmed = login?.trim() ?? ''
  if (!loginPattern.test(trimmed)) throw new Problem(400, 'Wrong login', LOGIN_RULE)
  return trimmed
}

/** The cookie with the user that the panel has chosen for the next sign-in. */
const NEXT_LOGIN = 'mock-login'
/** The provider's cookie of the single sign-on session. */
const SESSION = '_session'
const MAX_PROVIDERS = 50
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
  /** The heading of its pages. */
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

  /** Handles everything under `/oidc`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origins } = this.#parts
    const origin = origins.of(request)
    // The provider derives discovery, issuer and redirects from these headers; an unknown host becomes our own.
    const { host, protocol } = new URL(origin)
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    if (/^\/oidc\/interaction\/[\w-]+$/.test(pathOf(request))) return this.#signIn(origin, request, response)
    if (pathOf(request) === `${MOUNT}${USER_INFO_PATH}`) return userInfo(this.#parts, request, response)
    const url = request.url ?? '/'
    // oidc-provider derives its mount path from the difference between `originalUrl` and `url`.
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

  /** Returns the user of a token, validated with the user's clock. */
  callerOf = (authorization: string | undefined): Promise<Caller> => this.#parts.tokens.callerOf(authorization)
  /** Returns the user of a request that may have no token: by token, or by the browser's single sign-on session. */
  async loginOf({ authorization, cookie }: IncomingHttpHeaders): Promise<string | null> {
    const { login, problem } = await this.callerOf(authorization)
    if (login !== null && problem === null) return login
    const session = cookieIn(cookie, SESSION)
    return session === null ? null : this.#storage.accountOfSession(session)
  }
  /** Issues a token without a sign-in, for scripts and tests. */
  issue = (login: string, seconds = this.#parts.users.get(login).tokenSeconds ?? undefined) =>
    this.#parts.tokens.issue(`${this.#parts.origins.main}${MOUNT}`, login, seconds)

  /** Returns cookies that end the browser's session and make its next sign-in this user's, without the page. */
  signInCookies(login: string): string[] {
    const ended = sessionCookies.map((name) => `${name}=; Path=/; Max-Age=0`)
    return [`${NEXT_LOGIN}=${login}; Path=${MOUNT}; Max-Age=120; HttpOnly; SameSite=Lax`, ...ended]
  }

  /** Makes a user's access tokens expire now; a refresh still works. */
  expire = (login: string): void => this.#parts.tokens.expire(login)

  /** Invalidates all tokens and the session of a user, or of all users. */
  revoke(login?: string): void {
    this.#parts.tokens.revoke(login)
    this.#storage.forget(login)
  }

  /** Returns the provider of a known origin, created on first use. */
  #of(origin: string) {
    const known = this.#providers.get(origin)
    if (known) return known
    const provider = new Provider(
      `${origin}${MOUNT}`,
      configuration({ ...this.#parts, origin, storage: this.#storage }),
    )
    // Behind TLS that ends before the mock, its URLs are https.
    provider.proxy = true
    provider.use(idTokenByUserClock(this.#parts.tokens))
    // The provider itself hides the reason of a refusal.
    provider.on('grant.error', ({ body }, { error_detail: reason }) => {
      if (reason !== undefined) Object.assign(body as object, { error_description: reason })
    })
    const fresh = { provider, handle: provider.callback() }
    this.#providers.set(origin, fresh)
    // Limits the number: on a network any port is accepted, so a client could request every one.
    const [oldest] = this.#providers.keys()
    if (oldest !== undefined && this.#providers.size > MAX_PROVIDERS) this.#providers.delete(oldest)
    return fresh
  }
}
