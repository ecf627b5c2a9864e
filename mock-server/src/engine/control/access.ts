import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf, Problem, readText } from '#engine/http/http.ts'
import { sendPage } from '#engine/http/page.ts'

/** The minimum length of the controls' token. */
export const MIN_TOKEN_LENGTH = 16
const COOKIE = 'mock-access'
const HEALTH = '/__mock/health'
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Access control for a mock that is reachable from the network: a bearer token, or a cookie after typing the token
 * once.
 */
export class Access {
  readonly #token: Buffer
  /** The cookie value of browsers that have entered the token. */
  readonly #session = randomUUID()
  constructor(token: string) {
    this.#token = digest(token)
  }

  allows(request: IncomingMessage): boolean {
    const { authorization = '', cookie = '' } = request.headers
    const [, bearer = ''] = /^Bearer (.+)$/i.exec(authorization) ?? []
    return (
      pathOf(request) === HEALTH || this.#isToken(bearer) || cookie.split('; ').includes(`${COOKIE}=${this.#session}`)
    )
  }

  /** Sends a browser the form for the token, and other clients a 401 Problem. */
  async ask(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    const given = request.method === 'POST' && isForm ? new URLSearchParams(await readText(request)).get('token') : null
    if (given !== null && this.#isToken(given)) {
      const cookie = `${COOKIE}=${this.#session}; Path=/__mock; HttpOnly; SameSite=Strict`
      return void response.writeHead(303, { location: '/__mock', 'set-cookie': cookie }).end()
    }
    if (given === null && request.headers.accept?.includes('text/html') !== true)
      throw new Problem(
        401,
        'The mock requires a token',
        'Send the token of PAKET_MOCK_TOKEN: Authorization: Bearer …',
        {
          headers: { 'www-authenticate': 'Bearer' },
        },
      )
    const wrong = given === null ? '' : '<p role="alert">Wrong token.</p>'
    const content = `<h1>The mock’s token</h1><p class="soft">The value of PAKET_MOCK_TOKEN that the mock was started with.</p>${wrong}
      <form method="post"><label>Token <input name="token" type="password" required autocomplete="current-password"></label>
      <button>Open the panel</button></form>`
    sendPage(response, given === null ? 401 : 403, { title: 'The mock’s token', content, lang: 'en', shape: 'narrow' })
  }

  #isToken = (text: string) => timingSafeEqual(digest(text), this.#token)
}
