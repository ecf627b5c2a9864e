import type { APIRequestContext } from '@playwright/test'

/** What the next calls of a user get instead of the scenario's answer. */
export interface Fault {
  operation: string
  example?: string
  code?: number
  status?: number
  delayMs?: number
  /** Of the operation 'token': the ID token that comes is forged so. */
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

/** As `config.json` has them. */
export interface Switches {
  closed?: Record<string, string>
  maintenance?: string
  leastRelease?: string
}

/** The mock's control calls for one user; every test has a user of its own, so that tests do not meet. */
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
  /** Starts over, in a scenario. */
  become = (scenario = 'registered') => this.#send('PUT', `users/${this.login}`, { scenario })
  break = (...faults: Fault[]) => this.#send('PUT', `users/${this.login}/faults`, faults)
  /** What the operator switches off, for this user; null: nothing but what is off for everybody. */
  switchOff = (switches: Switches | null) => this.#send('PUT', `users/${this.login}/switches`, switches)
  /** Begins the single sign-on session that a sign-in leaves in a browser: the app that it opens next is signed in. */
  async signIn(browser: APIRequestContext): Promise<void> {
    const led = await browser.get(`/__mock/users/${this.login}/sign-in`)
    const { origin } = new URL(led.url())
    const asked = new URLSearchParams({
      client_id: 'paket-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${origin}/auth/callback`,
      code_challenge_method: 'S256',
      code_challenge: 'x'.repeat(43),
    })
    const signedIn = await browser.get(`/oidc/auth?${asked}`)
    if (!signedIn.url().includes('/auth/callback?code=')) throw new Error(`not signed in: ${await signedIn.text()}`)
  }
  /** The access tokens end now. */
  expire = () => this.#send('POST', `users/${this.login}/expire`)
  /** All tokens and the single sign-on session become invalid. */
  loseSession = () => this.#send('POST', `users/${this.login}/revoke`)
  /** An access token, as a partner's app gives one. */
  token = async () => ((await this.#send('GET', `users/${this.login}/token`)) as { accessToken: string }).accessToken
  /** What was ordered, and how it ended. */
  orders = async () =>
    (
      (await this.#send('GET', `users/${this.login}`)) as {
        orders: { id: string; decided: 'paid' | 'declined' | null }[]
      }
    ).orders
  /** The whole situation, as a file has it. */
  snapshot = () => this.#send('GET', `users/${this.login}/snapshot`)
  journal = async () => (await this.#send('GET', `users/${this.login}/journal`)) as JournalEntry[]
  /** The journal as the browser's developer tools open it. */
  journalHar = async () => JSON.stringify(await this.#send('GET', `users/${this.login}/journal?format=har`))
  /** How often a call has come. */
  count = async (operation: string) => (await this.journal()).filter((entry) => entry.operation === operation).length
}
