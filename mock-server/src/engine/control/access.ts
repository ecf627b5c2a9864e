import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf, Problem, readText } from '#engine/http/http.ts'
import { sendPage } from '#engine/http/page.ts'

/** How short the token of the controls may be. */
export const SHORTEST_TOKEN = 16
const COOKIE = 'mock-access'
const HEALTH = '/__mock/health'
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Who may use the controls of a mock that others of the network reach: who knows its token, as a bearer or typed into a page once. */
export class Access {
  readonly #token: Buffer
  /** What a browser has that gave the token. */
  readonly #session = randomUUID()
  constructor(token: string) {
    this.#token = digest(token)
  }

  admits(request: IncomingMessage): boolean {
    const { authorization = '', cookie = '' } = request.headers
    const bearer = authorization.replace(/^Bearer /i, '')
    return (
      pathOf(request) === HEALTH || this.#isToken(bearer) || cookie.split('; ').includes(`${COOKIE}=${this.#session}`)
    )
  }

  /** Asks a browser for the token, and a program with a Problem. */
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
        'The token of the mock is needed',
        'Send the token of PAKET_MOCK_TOKEN: Authorization: Bearer …',
        {
          headers: { 'www-authenticate': 'Bearer' },
        },
      )
    const wrong = given === null ? '' : '<p role="alert">This is another token.</p>'
    const content = `<h1>The mock’s token</h1><p class="soft">The mock was started with it, as PAKET_MOCK_TOKEN.</p>${wrong}
      <form method="post" action="/__mock"><label>Token <input name="token" type="password" required autocomplete="current-password"></label>
      <button>Open the panel</button></form>`
    sendPage(response, given === null ? 401 : 403, { title: 'The mock’s token', content, lang: 'en', shape: 'narrow' })
  }

  #isToken = (text: string) => timingSafeEqual(digest(text), this.#token)
}
