import { createPublicKey, verify } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { appOrigin, ask, mockOfFile, paths } from './support.ts'
import { claimsOf, Visitor } from './visitor.ts'

const mock = mockOfFile()
const visitor = () => new Visitor(mock.origin)
const clientData = (token: string) =>
  ask(mock.origin, 'POST', `/bff/api${paths.getClientData}`, {}, { authorization: `Bearer ${token}` })
const query = (answer: Response) => new URL(answer.headers.get('location') ?? 'none:').searchParams
const codeFields = (code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  code,
  code_verifier: verifier,
  redirect_uri: `${appOrigin}/auth/callback`,
  client_id: 'paket-web',
})

describe('a sign-in', () => {
  it('leads from the app through the sign-in page to a token that the API accepts', async () => {
    const [browser, verifier] = [visitor(), 'verifier-'.repeat(6)]
    const page = await browser.authorize({ state: 'where-I-was' }, verifier)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'(?!.*unsafe)/)
    const text = await page.text()
    for (const login of ['registered', 'hr', 'grace']) expect(text).toContain(`value="${login}"`)
    expect(text).not.toContain('value="anonymous"')

    const back = await browser.choose(page, 'activated')
    expect(`${back.origin}${back.pathname}`).toBe(`${appOrigin}/auth/callback`)
    expect(back.searchParams.get('state')).toBe('where-I-was')
    const { status, body } = await browser.token(codeFields(back.searchParams.get('code') ?? '', verifier))
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, refresh_token: expect.any(String) as unknown })
    expect((await clientData(String(body['access_token']))).body).toMatchObject({ result: { status: 'activated' } })
  })
  it('issues tokens with the user’s claims, signed by a published key', async () => {
    const { access_token: access, id_token: id } = await visitor().signIn('hr')
    expect(claimsOf(access)).toMatchObject({
      sub: 'hr',
      aud: 'paket-bff',
      iss: `${mock.origin}/oidc`,
      x5id: 'X5-hr',
      subscription: 'hr',
    })
    expect(claimsOf(id)).toMatchObject({ sub: 'hr', aud: 'paket-web' })
    const { keys } = (await ask(mock.origin, 'GET', '/oidc/jwks')).body as { keys: [JsonWebKey & { kid: string }] }
    const [head = '', payload = '', signature = ''] = access.split('.')
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'RS256', kid: keys[0].kid })
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' })
    const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))
    expect(isSigned).toBe(true)
    expect(keys[0]).not.toHaveProperty('d')
  })
  it('with an unknown login creates a new subscriber', async () => {
    const { access_token: token } = await visitor().signIn('somebody.new')
    expect((await clientData(token)).body).toMatchObject({ result: { status: 'registered' } })
  })
  it.each(['', 'a b', 'x'.repeat(65), 'анна', '<script>', '.', '..'])('rejects the login “%s”', async (login) => {
    const browser = visitor()
    const page = await browser.authorize()
    const answer = await browser.ask(page.url, { method: 'POST', body: new URLSearchParams({ login }) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ title: 'Wrong login' })
  })
  it('accepts the same logins in the field of the page', async () => {
    const [, pattern = ''] = / pattern="([^"]+)"/.exec(await (await visitor().authorize()).text()) ?? []
    const accepts = (login: string) => new RegExp(`^(?:${pattern})$`, 'v').test(login)
    expect(['hr', 'a.b_c@d+e-f', '...', ' hr '].filter(accepts)).toHaveLength(4)
    expect(['', ' ', 'a b', 'анна', '<script>', '.', '..', ' .. '].filter(accepts)).toEqual([])
  })
  it('shows an error when it was not started by an app', async () => {
    const answer = await visitor().ask('/oidc/interaction/nobody')
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 400,
      text: expect.stringContaining('Вход начат слишком давно'),
    })
  })
  it.each(['paket-web', 'paket-megafon', 'paket-t2', 'paket-yandex', 'paket-wink', 'paket-tbank', 'paket-beeline'])(
    'is possible by the client of each entry channel: %s',
    async (client) => {
      const browser = visitor()
      const tokens = await browser.signIn('activated', { client_id: client })
      expect(claimsOf(tokens.access_token)['client_id']).toBe(client)
      expect((await browser.refresh(tokens.refresh_token, client)).status).toBe(200)
    },
  )
})

describe('the provider rejects', () => {
  it('a wrong or shortened verifier', async () => {
    const browser = visitor()
    const back = await browser.choose(await browser.authorize({}, 'r'.repeat(43)), 'activated')
    const code = back.searchParams.get('code') ?? ''
    for (const verifier of ['w'.repeat(43), 'r'.repeat(44)])
      expect(await browser.token(codeFields(code, verifier))).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'code_verifier does not match code_challenge' },
      })
  })
  it('a code with the redirect_uri of another sign-in', async () => {
    const [browser, verifier] = [visitor(), 'o'.repeat(43)]
    const back = await browser.choose(await browser.authorize({}, verifier), 'activated')
    const fields = codeFields(back.searchParams.get('code') ?? '', verifier)
    expect(await browser.token({ ...fields, redirect_uri: `${appOrigin}/auth/silent.html` })).toMatchObject({
      status: 400,
      body: { error_description: 'authorization code redirect_uri mismatch' },
    })
  })
  it('a code without its verifier', async () => {
    const browser = visitor()
    const back = await browser.choose(await browser.authorize(), 'activated')
    const { code_verifier: _, ...without } = codeFields(back.searchParams.get('code') ?? '', '')
    expect(await browser.token(without)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
  it('a used code, and revokes its tokens', async () => {
    const [browser, verifier] = [visitor(), 'u'.repeat(43)]
    const back = await browser.choose(await browser.authorize({}, verifier), 'activated')
    const fields = codeFields(back.searchParams.get('code') ?? '', verifier)
    const first = await browser.token(fields)
    expect(first.status).toBe(200)
    expect(await browser.token(fields)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'authorization code already consumed' },
    })
    expect((await browser.refresh(String(first.body['refresh_token']))).status).toBe(400)
  })
  it('an authorization without PKCE', async () => {
    const answer = await visitor().authorize({ code_challenge: '', code_challenge_method: '' })
    expect(query(answer).get('error')).toBe('invalid_request')
    expect(query(answer).get('code')).toBeNull()
  })
  it.each([`${appOrigin}/elsewhere`, 'https://evil.example/auth/callback', 'http://localhost:5173.evil.example/'])(
    'an unknown redirect_uri, without going there: %s',
    async (address) => {
      const answer = await visitor().authorize({ redirect_uri: address })
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 400,
        location: null,
      })
      const text = await answer.text()
      expect(text).toContain('invalid_redirect_uri')
      expect(text).toContain(`known are the apps ${appOrigin} (--app-origin) at /auth/callback, /auth/silent.html`)
    },
  )
  it('an unknown client', async () => {
    const answer = await visitor().authorize({ client_id: 'paket-nobody' })
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 400,
      text: expect.stringContaining('invalid_client'),
    })
  })
  it('a refresh token of another client', async () => {
    const browser = visitor()
    const { refresh_token: token } = await browser.signIn('activated')
    expect(await browser.refresh(token, 'paket-wink')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('a refresh', () => {
  it('returns new tokens that the API accepts', async () => {
    const browser = visitor()
    const before = await browser.signIn('activated')
    const { status, body } = await browser.refresh(before.refresh_token)
    expect(status).toBe(200)
    expect(body['refresh_token']).not.toBe(before.refresh_token)
    expect((await clientData(String(body['access_token']))).status).toBe(200)
    expect((await browser.refresh(String(body['refresh_token']))).status).toBe(200)
  })
  it('with a used token is rejected and revokes the tokens issued after it', async () => {
    const browser = visitor()
    const before = await browser.signIn('activated')
    const after = (await browser.refresh(before.refresh_token)).body
    const refused = { status: 400, body: { error: 'invalid_grant' } }
    expect(await browser.refresh(before.refresh_token)).toMatchObject(refused)
    expect(await browser.refresh(String(after['refresh_token']))).toMatchObject(refused)
  })
})

describe('the single sign-on session', () => {
  const silent = { prompt: 'none', redirect_uri: `${appOrigin}/auth/silent.html` }
  it('answers a silent check with a code, without a page', async () => {
    const browser = visitor()
    await browser.signIn('activated')
    const verifier = 's'.repeat(43)
    const answer = await browser.authorize(silent, verifier)
    expect(answer.headers.get('location')).toMatch(new RegExp(`^${appOrigin}/auth/silent\\.html\\?`))
    const fields = { ...codeFields(query(answer).get('code') ?? '', verifier), redirect_uri: silent.redirect_uri }
    const { status, body } = await browser.token(fields)
    expect({ status, sub: claimsOf(String(body['access_token']))['sub'] }).toEqual({ status: 200, sub: 'activated' })
  })
  it('reports to the silent check that it is missing', async () => {
    expect(query(await visitor().authorize(silent)).get('error')).toBe('login_required')
  })
  it('belongs to one browser', async () => {
    await visitor().signIn('activated')
    expect(query(await visitor().authorize(silent)).get('error')).toBe('login_required')
  })
  it('works for another client, and asks again with prompt=login', async () => {
    const browser = visitor()
    await browser.signIn('activated')
    expect(query(await browser.authorize({ client_id: 'paket-wink' })).get('code')).toEqual(expect.any(String))
    expect((await browser.authorize({ prompt: 'login' })).url).toMatch(/\/oidc\/interaction\//)
  })
  it('ends with signing out, which redirects to the app', async () => {
    const browser = visitor()
    const { id_token: hint, refresh_token: refresh } = await browser.signIn('activated')
    const parameters = new URLSearchParams({ post_logout_redirect_uri: `${appOrigin}/`, client_id: 'paket-web' })
    parameters.set('id_token_hint', hint)
    const page = await browser.ask(`/oidc/session/end?${parameters.toString()}`)
    const [, action = ''] = /action="([^"]+)"/.exec(await page.clone().text()) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
    const answer = await browser.ask(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
    expect(answer.headers.get('location')).toBe(`${appOrigin}/`)
    expect(query(await browser.authorize(silent)).get('error')).toBe('login_required')
    expect((await browser.refresh(refresh)).status).toBe(400)
  })
  it('ends when its refresh token is revoked', async () => {
    const browser = visitor()
    const { refresh_token: token } = await browser.signIn('activated')
    const body = new URLSearchParams({ token, token_type_hint: 'refresh_token', client_id: 'paket-web' })
    expect((await browser.ask('/oidc/token/revocation', { method: 'POST', body })).status).toBe(200)
    expect(await browser.refresh(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
  it('does not redirect to an unknown address when it ends', async () => {
    const browser = visitor()
    await browser.signIn('activated')
    const parameters = new URLSearchParams({
      post_logout_redirect_uri: 'https://evil.example/',
      client_id: 'paket-web',
    })
    const answer = await browser.ask(`/oidc/session/end?${parameters.toString()}`)
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 400, location: null })
    expect(query(await browser.authorize(silent)).get('code')).toEqual(expect.any(String))
  })
})

describe('control of sessions', () => {
  it('revokes the tokens and the session of one user only', async () => {
    const [one, other] = [visitor(), visitor()]
    const [tokens, others] = [await one.signIn('revoked.one'), await other.signIn('another.one')]
    expect((await mock.control('POST', '/users/revoked.one/revoke')).body).toEqual({ revoked: 'revoked.one' })
    expect((await clientData(tokens.access_token)).status).toBe(401)
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400)
    expect(query(await one.authorize({ prompt: 'none' })).get('error')).toBe('login_required')
    expect((await clientData(others.access_token)).status).toBe(200)
    expect((await other.refresh(others.refresh_token)).status).toBe(200)
    expect(query(await other.authorize({ prompt: 'none' })).get('code')).toEqual(expect.any(String))
    // The user can sign in again.
    expect((await clientData((await one.signIn('revoked.one')).access_token)).status).toBe(200)
  })
  it('expires a token but not the session, so that a refresh works', async () => {
    const browser = visitor()
    const tokens = await browser.signIn('ended.one')
    expect((await mock.control('POST', '/users/ended.one/expire')).body).toEqual({ expired: 'ended.one' })
    expect((await clientData(tokens.access_token)).status).toBe(401)
    const fresh = (await browser.refresh(tokens.refresh_token)).body
    expect((await clientData(String(fresh['access_token']))).status).toBe(200)
  })
  it('issues a token with the requested lifetime', async () => {
    const user = await mock.user()
    const { exp, iat } = claimsOf(await user.token(7))
    expect(exp - iat).toBe(7)
    expect((await clientData(await user.token(60))).status).toBe(200)
    expect((await clientData(await user.token(-1))).status).toBe(401)
    expect((await clientData(await user.token(0))).status).toBe(401)
  })
  it('issues tokens with times of the mock’s clock', async () => {
    await mock.control('PUT', '/clock', { now: '2031-03-01T09:00:00Z' })
    const tokens = await visitor().signIn('activated')
    const iat = Date.parse('2031-03-01T09:00:00Z') / 1000
    expect(claimsOf(tokens.access_token)).toMatchObject({ iat })
    expect(claimsOf(tokens.id_token)).toMatchObject({ iat, exp: iat + 3600 })
    expect((await clientData(tokens.access_token)).status).toBe(200)
    await mock.control('PUT', '/clock', { advance: 'PT301S' })
    expect((await clientData(tokens.access_token)).status).toBe(401)
    await mock.control('PUT', '/clock', { now: null })
  })
})

describe('the panel’s sign-in link', () => {
  it('signs a user in without the page, regardless of an earlier sign-in, and only once', async () => {
    const browser = visitor()
    await browser.signIn('activated')
    const response = await browser.ask('/__mock/users/hr/sign-in')
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${appOrigin}/profile`,
    })
    expect(response.headers.getSetCookie().join()).not.toMatch(/mock-login=hr(?!.*HttpOnly)/)
    expect(query(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required')
    const verifier = 'p'.repeat(43)
    const code = query(await browser.authorize({}, verifier)).get('code') ?? ''
    const { body } = await browser.token(codeFields(code, verifier))
    expect(claimsOf(String(body['access_token']))['sub']).toBe('hr')
    expect((await browser.authorize({ prompt: 'login' })).url).toMatch(/\/oidc\/interaction\//)
  })
})

it('issues another token at each control call, also in the same second', async () => {
  const user = await mock.user('registered', 'same.second')
  await user.control('PUT', '/clock', { stopped: true })
  const issued = [await user.token(), await user.token()]
  expect(new Set(issued).size).toBe(2)
})

describe('short token lifetimes', () => {
  beforeAll(() => mock.user('registered', 'short.one'))
  it('apply to a sign-in, a refresh and the control call, until reset', async () => {
    const browser = visitor()
    expect((await mock.control('PUT', '/users/short.one/token', { expiresIn: 20 })).body).toEqual({ expiresIn: 20 })
    const tokens = await browser.signIn('short.one')
    expect(tokens.expires_in).toBe(20)
    const { exp, iat } = claimsOf(tokens.access_token)
    expect(exp - iat).toBe(20)
    const fresh = (await browser.refresh(tokens.refresh_token)).body
    expect(fresh['expires_in']).toBe(20)
    const issued = (await mock.control('GET', '/users/short.one/token')).body as { accessToken: string }
    expect(claimsOf(issued.accessToken).exp - claimsOf(issued.accessToken).iat).toBe(20)
    await mock.control('PUT', '/users/short.one/token', { expiresIn: null })
    expect((await browser.refresh(String(fresh['refresh_token']))).body['expires_in']).toBe(300)
    expect((await visitor().signIn('other.one')).expires_in).toBe(300)
  })
  it.each([0, -1, 1.5, '20', 86_401])('reject %j seconds', async (expiresIn) => {
    expect(await mock.control('PUT', '/users/short.one/token', { expiresIn })).toMatchObject({ status: 400 })
  })
})

describe('a fault of the token endpoint', () => {
  const put = (login: string, ...faults: object[]) => mock.control('PUT', `/users/${login}/faults`, faults)
  beforeAll(async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five', 'forged']) await mock.user('registered', `fault.${name}`)
  })
  it('fails a refresh several times without using up the refresh token', async () => {
    const browser = visitor()
    const tokens = await browser.signIn('fault.one')
    await put('fault.one', { operation: 'token', status: 503, times: 2 })
    for (let nth = 0; nth < 2; nth++)
      expect(await browser.refresh(tokens.refresh_token)).toMatchObject({
        status: 503,
        body: { error: 'server_error' },
      })
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await mock.control('GET', '/users/fault.one/journal')).body).toMatchObject([
      { operation: 'token', status: 503, body: null, accepted: false },
      { operation: 'token', status: 503 },
    ])
  })
  it('rejects a refresh', async () => {
    const browser = visitor()
    const tokens = await browser.signIn('fault.two')
    await put('fault.two', { operation: 'token', status: 400 })
    expect(await browser.refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await put('fault.two')
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
  })
  it('breaks the connection, or delays', async () => {
    const browser = visitor()
    const tokens = await browser.signIn('fault.three')
    await put('fault.three', { operation: 'token', break: 'reset', times: 1 }, { operation: 'token', delayMs: 20 })
    await expect(browser.refresh(tokens.refresh_token)).rejects.toThrow('fetch failed')
    // The refresh token still works.
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200)
  })
  it('fails only one user’s sign-in', async () => {
    await put('fault.four', { operation: 'token', status: 500, times: 1 })
    expect((await visitor().signIn('other.four')).expires_in).toBe(300)
    await expect(visitor().signIn('fault.four')).rejects.toThrow('no tokens: 500')
    expect((await visitor().signIn('fault.four')).expires_in).toBe(300)
  })
  it.each([
    ['missing', undefined],
    ['unsigned', { alg: 'none' }],
    ['wrong-key', { alg: 'RS256' }],
    ['foreign-issuer', { iss: 'https://issuer.example' }],
    ['foreign-audience', { aud: 'another-client' }],
    ['wrong-nonce', { nonce: 'of-another-sign-in' }],
    ['expired', {}],
  ] as const)('forges the ID token of a sign-in: %s', async (idToken, has) => {
    const browser = visitor()
    await put('fault.forged', { operation: 'token', idToken, times: 1 })
    const { id_token: forged } = await browser.signIn('fault.forged', { nonce: 'own' })
    if (!has) return expect(forged).toBeUndefined()
    const head = JSON.parse(Buffer.from(forged.split('.')[0] ?? '', 'base64url').toString()) as object
    expect({ ...claimsOf(forged), ...head }).toMatchObject({ sub: 'fault.forged', ...has })
    expect(claimsOf(forged).exp * 1000 < Date.now()).toBe(idToken === 'expired')
    const { id_token: genuine } = await browser.signIn('fault.forged', { nonce: 'own', prompt: 'login' })
    expect(claimsOf(genuine)).toMatchObject({ iss: `${mock.origin}/oidc`, aud: 'paket-web', nonce: 'own' })
  })
  it.each([
    [{ operation: 'token', idToken: 'forged' }, /unknown idToken "forged"/],
    [{ operation: 'token', code: 7 }, /unknown field "code"/],
    [{ operation: 'token', break: 'truncate' }, /unknown break "truncate"/],
    [{ operation: 'tokn' }, /did you mean "token"/],
  ])('is rejected when it is invalid: %j', async (fault, detail) => {
    const { status, body } = await put('fault.five', fault)
    expect({ status, detail: (body as { detail: string }).detail }).toEqual({
      status: 400,
      detail: expect.stringMatching(detail),
    })
  })
})
