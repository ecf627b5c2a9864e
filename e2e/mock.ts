import type { APIRequestContext } from '@playwright/test'

/** Overrides the answers of a user's next calls; see the mock's README. */
export interface Fault {
  operation: string
  example?: string
  code?: number
  status?: number
  delayMs?: number
  /** Seconds until another try is allowed, with the status 429. */
  retryAfter?: number
  /** Only with the operation `token`: how the returned ID token is forged. */
  idToken?: string
  break?: 'reset' | 'truncate' | 'not-json' | 'wrong-shape' | 'empty-result' | 'hang'
  times?: number
}
export interface JournalEntry {
  operation: string
  body: unknown
  status: number
  code: number | null
  example: string | null
  fault: Fault | null
}

/** The operator's switches, in the form of `config.json`. */
export interface Switches {
  closed?: Record<string, string>
  maintenance?: string
  refusedReleases?: string[]
}

/** A client of the mock's control API for one user. Each test has its own user, so that tests are independent. */
export class MockUser {
  readonly login: string
  readonly #request: APIRequestContext
  constructor(request: APIRequestContext, login: string) {
    this.#request = request
    this.login = login
  }
  async #send(method: 'GET' | 'PUT' | 'POST', path: string, data?: unknown): Promise<unknown> {
    const answer = await this.#request.fetch(`/__mock/${path}`, { method, ...(data !== undefined && { data }) })
    if (!answer.ok()) throw new Error(`${method} /__mock/${path}: ${answer.status()} ${await answer.text()}`)
    const text = await answer.text()
    return text ? JSON.parse(text) : undefined
  }
  /** Creates the user, or resets it to a scenario. */
  assignScenario = (scenario = 'registered') => this.#send('PUT', `users/${this.login}`, { scenario })
  break = (...faults: Fault[]) => this.#send('PUT', `users/${this.login}/faults`, faults)
  /** Sets the operator's switches for this user; null: only the shared switches apply. */
  switchOff = (switches: Switches | null) => this.#send('PUT', `users/${this.login}/switches`, switches)
  /** Starts a single sign-on session in a browser context, so that the app signs in there without the sign-in page. */
  async signIn(browser: APIRequestContext): Promise<void> {
    const signInPage = await browser.get(`/__mock/users/${this.login}/sign-in`)
    const { origin } = new URL(signInPage.url())
    const parameters = new URLSearchParams({
      client_id: 'paket-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${origin}/auth/callback`,
      code_challenge_method: 'S256',
      code_challenge: 'x'.repeat(43),
    })
    const signedIn = await browser.get(`/oidc/auth?${parameters}`)
    if (!signedIn.url().includes('/auth/callback?code=')) throw new Error(`not signed in: ${await signedIn.text()}`)
  }
  /** Expires the access tokens; a refresh still works. */
  expire = () => this.#send('POST', `users/${this.login}/expire`)
  /** Revokes all tokens and the single sign-on session. */
  loseSession = () => this.#send('POST', `users/${this.login}/revoke`)
  /** Returns an access token without a sign-in, for the bridge of a partner app. */
  token = async () => ((await this.#send('GET', `users/${this.login}/token`)) as { accessToken: string }).accessToken
  /** Returns the user's orders with their results. */
  orders = async () =>
    (
      (await this.#send('GET', `users/${this.login}`)) as {
        orders: { id: string; decided: 'paid' | 'declined' | null }[]
      }
    ).orders
  /** Returns the snapshot of the user's state. */
  snapshot = () => this.#send('GET', `users/${this.login}/snapshot`)
  journal = async () => (await this.#send('GET', `users/${this.login}/journal`)) as JournalEntry[]
  /** Returns the journal as HAR 1.2. */
  journalHar = async () => JSON.stringify(await this.#send('GET', `users/${this.login}/journal?format=har`))
  /** Returns how many requests of an operation the mock has received. */
  count = async (operation: string) => (await this.journal()).filter((entry) => entry.operation === operation).length
}
