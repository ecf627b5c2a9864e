import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#engine/clock.ts'
import type { IdentityRules } from './rules.ts'

export const ACCESS_SECONDS = 300
export const KEY_ID = 'mock'
const MOST_VERIFIED = 1000

/** The clock of a login. */
export type ClockOf = (login: string | null | undefined) => Clock
/** Who calls, by the token; and why it does not hold, when it does not. */
export interface Caller {
  login: string | null
  problem: string | null
  /** What the token was granted. */
  scope: readonly string[]
}

/** Access tokens: RS256, by the clock of their user, and what makes those of a user void before they end. */
export class Tokens {
  readonly #clockOf: ClockOf
  readonly #rules: IdentityRules
  readonly #keys: Awaited<ReturnType<typeof generateKeyPair>>
  /** Payloads by token: checking a signature takes longer than all else of a call. */
  readonly #verified = new Map<string, JWTPayload>()
  #era = 0
  readonly #generations = new Map<string, number>()
  readonly #expired = new Map<string, number>()
  constructor(clockOf: ClockOf, rules: IdentityRules, keys: Awaited<ReturnType<typeof generateKeyPair>>) {
    this.#clockOf = clockOf
    this.#rules = rules
    this.#keys = keys
  }
  static create = async (clockOf: ClockOf, rules: IdentityRules): Promise<Tokens> =>
    new Tokens(clockOf, rules, await generateKeyPair('RS256', { extractable: true }))

  get privateKey() {
    return this.#keys.privateKey
  }
  /** The private key, for the provider. */
  jwk = async () => ({ ...(await exportJWK(this.#keys.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' })

  /** The product's claims, and one of the mock's. `generation` separates tokens from those issued before a revocation. */
  claims = (login: string) => ({ ...this.#rules.claims(login), generation: this.#generation(login) })

  /** When a token that is issued to a user now begins and ends, in seconds. */
  times(login: string | undefined, seconds: number): { iat: number; exp: number } {
    const iat = Math.floor(this.#clockOf(login).now() / 1000)
    return { iat, exp: iat + seconds }
  }

  /** A token without a sign-in, for scripts and tests. */
  async issue(issuer: string, login: string, seconds = ACCESS_SECONDS) {
    const { audience: aud, scope } = this.#rules
    const times = this.times(login, seconds)
    const payload = { ...this.claims(login), ...times, iss: issuer, sub: login, aud, scope }
    const accessToken = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'at+jwt' })
      .sign(this.#keys.privateKey)
    return { accessToken, expiresAt: new Date(times.exp * 1000).toISOString() }
  }

  /** Whose token it is. The issuer is any of the origins' providers: all sign with this key. */
  async callerOf(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) return { login: null, problem: null, scope: [] }
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (!token) return { login: null, problem: 'the authorization header is no bearer token', scope: [] }
    const payload = await this.#payloadOf(token)
    if (!payload) return { login: null, problem: 'the token is not one of ours', scope: [] }
    const { sub, exp = 0, scope } = payload
    if (!sub) return { login: null, problem: 'the token names no user', scope: [] }
    // Its signature holds: the user is known, and finds the call in the journal.
    if (exp * 1000 <= this.#clockOf(sub).now()) {
      const problem = `the token ended at ${new Date(exp * 1000).toISOString()} by the user's clock`
      return { login: sub, problem, scope: [] }
    }
    const isVoid = payload['generation'] !== this.#generation(sub)
    return {
      login: sub,
      problem: isVoid ? 'the token was revoked, or ended by the panel' : null,
      scope: typeof scope === 'string' ? scope.split(' ') : [],
    }
  }

  /** What a token of ours says; null for any other. When it ends is not looked at: that is for the user's clock to say. */
  async #payloadOf(token: string): Promise<JWTPayload | null> {
    const known = this.#verified.get(token)
    if (known) return known
    try {
      const currentDate = new Date((decodeJwt(token).iat ?? 0) * 1000)
      const { payload } = await jwtVerify(token, this.#keys.publicKey, { audience: this.#rules.audience, currentDate })
      // The oldest first: a Map has them in their order.
      for (const old of this.#verified.keys()) {
        if (this.#verified.size < MOST_VERIFIED) break
        this.#verified.delete(old)
      }
      this.#verified.set(token, payload)
      return payload
    } catch {
      return null
    }
  }

  /** The access tokens that a user has now end; the session goes on, and a refresh gives a new one. */
  expire(login: string): void {
    this.#expired.set(login, (this.#expired.get(login) ?? 0) + 1)
  }

  /** Makes the tokens of a user void; everybody's without a login. */
  revoke(login?: string): void {
    if (login === undefined) this.#era += 1
    else this.#generations.set(login, (this.#generations.get(login) ?? 0) + 1)
  }

  #generation = (login: string) => `${this.#era}.${this.#generations.get(login) ?? 0}.${this.#expired.get(login) ?? 0}`
}
