import * as oidc from 'openid-client'
import { describe, expect, it } from 'vitest'
import { appOrigin, ask, mockOfFile } from './support.ts'
import { claimsOf, Visitor } from './visitor.ts'

// A third-party client that verifies what OpenID Connect requires of a provider: the issuer in every answer, nonce, signatures, times, userinfo's subject.
const mock = mockOfFile()
const redirect = `${appOrigin}/auth/callback`
const scope = 'openid profile phone offline_access bff'
const discover = () =>
  oidc.discovery(new URL(`${mock.origin}/oidc`), 'paket-web', { token_endpoint_auth_method: 'none' }, oidc.None(), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  })

/** The whole sign-in through the client; the browser is simulated. */
async function signIn(login: string, parameters: Record<string, string> = {}) {
  const config = await discover()
  const [verifier, nonce, state] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce(), oidc.randomState()]
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope,
    nonce,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  const browser = new Visitor(mock.origin)
  const back = await browser.choose(await browser.ask(address.href), login)
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  return { config, browser, back, checks, grant: () => oidc.authorizationCodeGrant(config, back, checks) }
}

describe('an independent OpenID client', () => {
  it('signs in, with all its validations', async () => {
    const { grant } = await signIn('activated')
    const tokens = await grant()
    expect(tokens.claims()).toMatchObject({ iss: `${mock.origin}/oidc`, sub: 'activated', aud: 'paket-web' })
    expect(tokens.scope?.split(' ').toSorted()).toEqual(expect.arrayContaining(['openid', 'phone', 'profile']))
    expect(tokens.expiresIn()).toBeGreaterThan(200)
  })
  it('loads the user with the claims of the granted scopes', async () => {
    const { config, grant } = await signIn('activated')
    const { access_token: token } = await grant()
    const person = await oidc.fetchUserInfo(config, token, 'activated')
    expect(person).toMatchObject({ sub: 'activated', x5id: 'X5-activated', name: expect.any(String) as unknown })
    expect(person).toMatchObject({ phone_number: expect.stringMatching(/^7\d{10}$/) as unknown })
    expect(person).not.toHaveProperty('generation')
    const few = await signIn('activated', { scope: 'openid' })
    const { access_token: other } = await few.grant()
    expect(await oidc.fetchUserInfo(few.config, other, 'activated')).toEqual({
      sub: 'activated',
      x5id: 'X5-activated',
      subscription: 'activated',
    })
  })
  it('refreshes, and is rejected with a used token', async () => {
    const { config, grant } = await signIn('refreshing')
    const { refresh_token: first = '' } = await grant()
    const fresh = await oidc.refreshTokenGrant(config, first)
    expect(fresh.scope).toContain('profile')
    expect(await oidc.fetchUserInfo(config, fresh.access_token, 'refreshing')).toMatchObject({ sub: 'refreshing' })
    await expect(oidc.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
  it('revokes the refresh token', async () => {
    const { config, grant } = await signIn('revoking')
    const { refresh_token: token = '' } = await grant()
    await oidc.tokenRevocation(config, token)
    await expect(oidc.refreshTokenGrant(config, token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })
  it('rejects another state, another nonce and a forged ID token', async () => {
    const one = await signIn('careful')
    await expect(
      oidc.authorizationCodeGrant(one.config, one.back, { ...one.checks, expectedState: 'another' }),
    ).rejects.toThrow('invalid response encountered')
    const two = await signIn('careful')
    await expect(
      oidc.authorizationCodeGrant(two.config, two.back, { ...two.checks, expectedNonce: 'another' }),
    ).rejects.toThrow(/claim/)
    for (const idToken of ['wrong-key', 'foreign-issuer', 'foreign-audience', 'unsigned']) {
      const three = await signIn('careful')
      await mock.control('PUT', '/users/careful/faults', [{ operation: 'token', idToken, times: 1 }])
      await expect(three.grant()).rejects.toThrow()
    }
  })
  it('is redirected to the end of the session', async () => {
    const { config, grant, browser } = await signIn('leaving')
    const { id_token: hint = '' } = await grant()
    const address = oidc.buildEndSessionUrl(config, { id_token_hint: hint, post_logout_redirect_uri: `${appOrigin}/` })
    expect((await browser.ask(address.href)).status).toBe(200)
  })
})

describe('discovery', () => {
  it('lists what exists, and nothing that no client uses', async () => {
    const server = (await discover()).serverMetadata()
    expect(server).toMatchObject({
      issuer: `${mock.origin}/oidc`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      id_token_signing_alg_values_supported: ['RS256'],
      grant_types_supported: expect.not.arrayContaining(['implicit', 'client_credentials']) as unknown,
    })
    for (const absent of [
      'pushed_authorization_request_endpoint',
      'dpop_signing_alg_values_supported',
      'registration_endpoint',
    ])
      expect(server).not.toHaveProperty(absent)
  })
  it.each(['authorization', 'token', 'userinfo', 'end_session', 'revocation'])(
    'names an endpoint that is there: %s',
    async (name) => {
      const server = (await discover()).serverMetadata() as Record<string, unknown>
      const address = new URL(String(server[`${name}_endpoint`] ?? server['jwks_uri']))
      const { status } = await ask(
        mock.origin,
        name === 'token' || name === 'revocation' ? 'POST' : 'GET',
        address.pathname,
      )
      expect([200, 400, 401]).toContain(status)
    },
  )
})

describe('userinfo', () => {
  const readUser = (headers: Record<string, string>, method = 'GET') =>
    ask(mock.origin, method, '/oidc/me', undefined, headers)
  it('rejects a missing token, an expired token, and one without the scope', async () => {
    const user = await mock.user()
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const refused = [
      await readUser({}),
      await readUser(bearer('nonsense')),
      await readUser(bearer(await user.token(-1))),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
    for (const { headers } of refused) expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect((await readUser(bearer(await user.token()))).status).toBe(403)
    expect((await readUser({}, 'DELETE')).status).toBe(405)
  })
  it('accepts POST, and pages of apps can read it', async () => {
    const tokens = await new Visitor(mock.origin).signIn('activated')
    expect(claimsOf(tokens.access_token)['scope']).toContain('openid')
    const answer = await readUser({ authorization: `Bearer ${tokens.access_token}`, origin: appOrigin }, 'POST')
    expect({
      status: answer.status,
      accessControlAllowOrigin: answer.headers.get('access-control-allow-origin'),
    }).toEqual({ status: 200, accessControlAllowOrigin: appOrigin })
  })
})
