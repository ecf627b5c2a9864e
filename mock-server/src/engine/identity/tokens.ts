import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#engine/clock.ts'
import type { IdentityRules } from './rules.ts'

export const DAY_SECONDS = 86_400
export const ACCESS_SECONDS = 300
/** More than a year, so that a tester who moves the clock to the next renewal stays signed in. */
export const REFRESH_SECONDS = 400 * DAY_SECONDS
export const KEY_ID = 'mock'
const MAX_VERIFIED = 1000

/** Returns the clock of a login. */
export type ClockOf = (login: string | null | undefined) => Clock
/** The user of a token, and why the token is invalid; `problem` is null for a valid one. */
export interface Caller {
  login: string | null
  problem: string | null
  /** The granted scope. */
  scope: readonly string[]
}

/** Issues, validates and revokes access tokens: RS256, with times of the user's clock. */
export class Tokens {
  readonly #clockOf: ClockOf
  readonly #rules: IdentityRules
  readonly #keys: Awaited<ReturnType<typeof generateKeyPair>>
  /** Cache of payloads by token: verifying a signature takes longer than the rest of a call. */
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
  /** Exports the private key for the provider. */
  jwk = async () => ({ ...(await exportJWK(this.#keys.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' })

  /** Claims of the product, plus `generation`, which separates tokens from those issued before a revocation. */
  claims = (login: string) => ({ ...this.#rules.claims(login), generation: this.#generation(login) })

  /** Times of a token issued now, in seconds of the user's clock. */
  times(login: string | undefined, seconds: number): { iat: number; exp: number } {
    const iat = Math.floor(this.#clockOf(login).now() / 1000)
    return { iat, exp: iat + seconds }
  }

  /** Issues a token without a sign-in, for scripts and tests. */
  async issue(issuer: string, login: string, seconds = ACCESS_SECONDS) {
    const { audience: aud, scope } = this.#rules
    const times = this.times(login, seconds)
    const payload = { ...this.claims(login), ...times, iss: issuer, sub: login, aud, scope }
    const accessToken = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'at+jwt' })
      // A client takes an equal token for one that was not refreshed.
      .setJti(randomUUID())
      .sign(this.#keys.privateKey)
    return { accessToken, expiresAt: new Date(times.exp * 1000).toISOString() }
  }

  /** Returns the user of a token. Accepts the issuer of every origin: all sign with this key. */
  async callerOf(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) return { login: null, problem: null, scope: [] }
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (!token) return { login: null, problem: 'the authorization header has no bearer token', scope: [] }
    const payload = await this.#payloadOf(token)
    if (!payload) return { login: null, problem: 'the mock did not sign this token', scope: [] }
    const { sub, exp = 0, scope } = payload
    if (!sub) return { login: null, problem: 'the token has no subject', scope: [] }
    // The signature is valid, so the user is known and the journal can show the call as theirs.
    if (exp * 1000 <= this.#clockOf(sub).now()) {
      const problem = `the token expired at ${new Date(exp * 1000).toISOString()} by the user's clock`
      return { login: sub, problem, scope: [] }
    }
    const isVoid = payload['generation'] !== this.#generation(sub)
    return {
      login: sub,
      problem: isVoid ? 'the token was revoked or expired through /__mock' : null,
      scope: typeof scope === 'string' ? scope.split(' ') : [],
    }
  }

  /**
   * Returns the payload of a token that the mock signed; null for any other. Does not check expiry, which depends on
   * the user's clock.
   */
  async #payloadOf(token: string): Promise<JWTPayload | null> {
    const known = this.#verified.get(token)
    if (known) return known
    try {
      // Long before any expiry.
      const currentDate = new Date(0)
      const { payload } = await jwtVerify(token, this.#keys.publicKey, { audience: this.#rules.audience, currentDate })
      // A Map iterates in insertion order, so the oldest come first.
      for (const old of this.#verified.keys()) {
        if (this.#verified.size < MAX_VERIFIED) break
        this.#verified.delete(old)
      }
      this.#verified.set(token, payload)
      return payload
    } catch {
      return null
    }
  }

  /** Makes a user's current access tokens expire; the session continues, and a refresh works. */
  expire(login: string): void {
    this.#expired.set(login, (this.#expired.get(login) ?? 0) + 1)
  }

  /** Invalidates the tokens of a user, or of all users. */
  revoke(login?: string): void {
    if (login === undefined) this.#era += 1
    else this.#generations.set(login, (this.#generations.get(login) ?? 0) + 1)
  }

  #generation = (login: string) => `${this.#era}.${this.#generations.get(login) ?? 0}.${this.#expired.get(login) ?? 0}`
}
