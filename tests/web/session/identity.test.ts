// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdentity } from '#web/session/identity.ts'
import { persistedTexts } from '#support/places.ts'
import { stubFrame } from './stub-frame.ts'

const origin = 'http://localhost:3000'
const provider = `${origin}/oidc`
const keys = await generateKeyPair('RS256')
const otherKeys = await generateKeyPair('RS256')
const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
const SECOND = 1000

type IdTokenOf = (claims: JWTPayload) => Promise<string> | string | undefined
const signedBy = (claims: JWTPayload, { privateKey } = keys) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)

/** The answers of the token endpoint in turn, and its requests. */
let answers: { status?: number; body: object; idToken?: IdTokenOf }[]
/** The ID tokens that it returned. */
let idTokens: string[]
/** The tokens that were revoked; whether the provider confirms it. */
let revoked: string[]
let revocation: () => Promise<Response>
/** The nonce of the last authorization. */
let nonce: string | null
let requests: URLSearchParams[]
/** The addresses that the page was sent to. */
let gone: URL[]

const tokens = (nth: number, idToken: IdTokenOf = signedBy) => ({
  body: { access_token: `secret-${nth}`, refresh_token: `secret-r${nth}`, token_type: 'Bearer' },
  idToken,
})
const identity = () => createIdentity({ authority: '/oidc', clientId: 'paket-web', scope: 'openid' }, origin)

async function fetchOfProvider(url: string, init?: { body?: URLSearchParams }): Promise<Response> {
  if (url.endsWith('/.well-known/openid-configuration'))
    return Response.json({
      issuer: provider,
      authorization_endpoint: `${provider}/auth`,
      token_endpoint: `${provider}/token`,
      end_session_endpoint: `${provider}/end`,
      revocation_endpoint: `${provider}/revoke`,
      jwks_uri: `${provider}/jwks`,
    })
  if (url === `${provider}/jwks`) return Response.json(jwks)
  if (url === `${provider}/revoke`) {
    revoked.push(String(new URLSearchParams(init?.body)))
    return revocation()
  }
  const fields = new URLSearchParams(init?.body)
  requests.push(fields)
  const answer = answers.shift()
  const iat = Math.floor(Date.now() / SECOND)
  const isRefresh = fields.get('grant_type') === 'refresh_token'
  const claims = { iss: provider, aud: 'paket-web', sub: 'u1', iat, exp: iat + 3600, ...(!isRefresh && { nonce }) }
  const idToken = await answer?.idToken?.(claims)
  if (idToken) idTokens.push(idToken)
  return Response.json({ ...answer?.body, ...(idToken && { id_token: idToken }) }, { status: answer?.status ?? 200 })
}
/** Waits until the page is sent to another address. */
const nextGone = (count: number) => vi.waitFor(() => expect(gone).toHaveLength(count))

/** Replaces the hidden frame of a silent check: the provider answers at once with a code or an error. Returns the frame's addresses. */
function hiddenFrame(answer: Record<string, string>): URL[] {
  const addresses: URL[] = []
  stubFrame((url, navigate) => {
    addresses.push(url)
    nonce = url.searchParams.get('nonce')
    const back = new URLSearchParams({ ...answer, state: url.searchParams.get('state') ?? '' })
    queueMicrotask(() => navigate(`${origin}/auth/silent.html?${back}`))
  })
  return addresses
}

/** Goes to the provider and returns with an authorization code. */
async function signIn(own = identity(), again = false) {
  const before = gone.length
  // Never settles, because the page is left.
  void own.signIn('/profile?a=1', again)
  await nextGone(before + 1)
  const state = gone.at(-1)?.searchParams.get('state') ?? ''
  nonce = gone.at(-1)?.searchParams.get('nonce') ?? null
  window.history.replaceState(null, '', `/auth/callback?code=once&state=${state}`)
  return { own, done: await own.completeSignIn() }
}

beforeEach(() => {
  answers = [tokens(1)]
  requests = []
  gone = []
  idTokens = []
  revoked = []
  revocation = async () => new Response('')
  window.sessionStorage.clear()
  vi.stubGlobal('fetch', fetchOfProvider)
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void gone.push(new URL(url)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('signs in with PKCE S256, and the verifier matches [C-AUTH-02]', async () => {
  const { done } = await signIn()
  const query = gone[0]?.searchParams
  const verifier = requests[0]?.get('code_verifier') ?? ''
  expect(gone[0]?.href.split('?')[0]).toBe(`${provider}/auth`)
  expect(Object.fromEntries(query ?? [])).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
  expect(query?.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'))
  expect(done).toEqual({ token: 'secret-1', returnTo: '/profile?a=1' })
})
test('puts no token into a storage or an address', async () => {
  const { own } = await signIn()
  const signedIn = persistedTexts()
  void own.signOut()
  await nextGone(2)
  const places = [...signedIn, ...persistedTexts(), ...gone.map(String)]
  expect(idTokens).toHaveLength(1)
  expect(places.filter((place) => /secret|eyJ/.test(place))).toEqual([])
})
test('signs out at the provider, and comes back to the main page [C-AUTH-03]', async () => {
  const { own } = await signIn()
  void own.signOut()
  await nextGone(2)
  expect(gone[1]?.href.split('?')[0]).toBe(`${provider}/end`)
  expect(gone[1]?.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`)
})
test('refreshes with the refresh token of the sign-in, then with its successor', async () => {
  const { own } = await signIn()
  answers = [tokens(2), tokens(3)]
  expect([await own.silentToken(), await own.silentToken()]).toEqual(['secret-2', 'secret-3'])
  expect(requests.slice(1).map((body) => [body.get('grant_type'), body.get('refresh_token')])).toEqual([
    ['refresh_token', 'secret-r1'],
    ['refresh_token', 'secret-r2'],
  ])
})
test('a refresh token that is refused leaves the single sign-on session to be asked', async () => {
  const { own } = await signIn()
  const inFrame = hiddenFrame({ code: 'silent' })
  answers = [{ status: 400, body: { error: 'invalid_grant' } }, tokens(9)]
  expect(await own.silentToken()).toBe('secret-9')
  expect(inFrame.map(({ searchParams }) => searchParams.get('prompt'))).toEqual(['none'])
  expect(requests.slice(1).map((body) => body.get('grant_type'))).toEqual(['refresh_token', 'authorization_code'])
})
test('returns no token without a session at the provider, and shows no prompt', async () => {
  const inFrame = hiddenFrame({ error: 'login_required' })
  expect(await identity().silentToken()).toBeNull()
  expect(inFrame.map(({ searchParams }) => searchParams.get('redirect_uri'))).toEqual([`${origin}/auth/silent.html`])
  expect({ asked: requests, gone }).toEqual({ asked: [], gone: [] })
})
test('a refresh that the network lost may be tried again, with the same token', async () => {
  const { own } = await signIn()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(own.silentToken()).rejects.toThrow('Failed to fetch')
  vi.stubGlobal('fetch', fetchOfProvider)
  answers = [tokens(2)]
  expect(await own.silentToken()).toBe('secret-2')
  expect(requests.at(-1)?.get('refresh_token')).toBe('secret-r1')
})

test.each(['server_error', 'temporarily_unavailable'])(
  'a transient provider error (%s) leaves the refresh token and looks for a session again [C-AUTH-09]',
  async (error) => {
    const { own } = await signIn()
    const inFrame = hiddenFrame({ error })
    answers = [{ status: 503, body: { error } }, tokens(2)]
    await expect(own.silentToken()).rejects.toThrow(error)
    expect(await own.silentToken()).toBe('secret-2')
    expect(requests.at(-1)?.get('refresh_token')).toBe('secret-r1')
    await expect(identity().silentToken()).rejects.toThrow(error)
    expect(inFrame).toHaveLength(1)
  },
)
test.each(['invalid_client', 'unauthorized_client'])(
  'a provider that refuses the refresh with %s is asked for the single sign-on session [C-AUTH-09]',
  async (error) => {
    const { own } = await signIn()
    hiddenFrame({ error: 'interaction_required' })
    answers = [{ status: 400, body: { error } }]
    expect(await own.silentToken()).toBeNull()
  },
)

const hangs = (_: string, { signal }: RequestInit) =>
  new Promise<never>((_done, fail) => signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))))
/** The response headers have arrived, so the request is answered; the body never arrives. */
const stalls = async () => new Response(new ReadableStream(), { headers: { 'Content-Type': 'application/json' } })

test.each<[string, typeof hangs | typeof stalls]>([
  ['does not answer', hangs],
  ['stops in the middle of an answer', stalls],
])(
  'a provider that %s is not waited for without an end, by a refresh or by the end of a sign-in [C-AUTH-09]',
  async (_, answer) => {
    const { own } = await signIn()
    void own.signIn('/profile', false)
    await nextGone(2)
    const state = gone.at(-1)?.searchParams.get('state') ?? ''
    window.history.replaceState(null, '', `/auth/callback?code=once&state=${state}`)
    vi.stubGlobal('fetch', vi.fn(answer))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ends = Promise.allSettled([own.silentToken(), own.completeSignIn()])
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
    await vi.advanceTimersByTimeAsync(25_000)
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  },
)

test('signing in as another user prompts even with a session at the provider', async () => {
  await signIn(identity(), true)
  expect(gone.at(-1)?.searchParams.get('prompt')).toBe('login')
})

describe('an invalid ID token', () => {
  const forgeries: [string, IdTokenOf][] = [
    ['is not there', () => undefined],
    ['is no JWT', () => 'nonsense'],
    ['is missing', () => ''],
    ['is not signed', (claims) => new UnsecuredJWT(claims).encode()],
    ['is signed by another key', (claims) => signedBy(claims, otherKeys)],
    [
      'was changed after it was signed',
      async (claims) => {
        const [head, , signature] = (await signedBy(claims)).split('.')
        return [head, btoa(JSON.stringify({ ...claims, sub: 'u2' })).replace(/=+$/, ''), signature].join('.')
      },
    ],
    ['is another provider’s', (claims) => signedBy({ ...claims, iss: 'https://issuer.example' })],
    ['is for another client', (claims) => signedBy({ ...claims, aud: 'somebody-else' })],
    [
      'is for several clients, and used by another',
      (claims) => signedBy({ ...claims, aud: ['paket-web', 'b'], azp: 'b' }),
    ],
    ['is for no one', ({ aud: _, ...claims }) => signedBy(claims)],
    ['has ended', (claims) => signedBy({ ...claims, exp: (claims.iat ?? 0) - 1 })],
    ['has no end', ({ exp: _, ...claims }) => signedBy(claims)],
    ['is of another sign-in', (claims) => signedBy({ ...claims, nonce: 'other' })],
    ['is of no sign-in', ({ nonce: _, ...claims }) => signedBy(claims)],
  ]
  test.each(forgeries)('ends the sign-in with an ID token that %s, and stores nothing of it', async (_, idToken) => {
    answers = [tokens(1, idToken)]
    const own = identity()
    await expect(signIn(own)).rejects.toThrow()
    // There is no refresh token left, so the single sign-on session is used.
    const inFrame = hiddenFrame({ error: 'login_required' })
    expect({ silentToken: await own.silentToken(), inFrame: inFrame.length }).toEqual({ silentToken: null, inFrame: 1 })
  })
  const ofSignature = new Set(['is not signed', 'is signed by another key', 'was changed after it was signed'])
  test.each(forgeries.filter(([what]) => !ofSignature.has(what)))(
    'that %s gives no session in a silent check',
    async (_, idToken) => {
      hiddenFrame({ code: 'silent' })
      answers = [tokens(1, idToken)]
      expect(
        await identity()
          .silentToken()
          .catch(() => null),
      ).toBeNull()
    },
  )
  test.each(forgeries.filter(([what]) => / provider’s|for another client|no one|end/.test(what)))(
    'that %s ends the session at a refresh',
    async (_, idToken) => {
      const { own } = await signIn()
      answers = [tokens(2, idToken)]
      expect(await own.silentToken()).toBeNull()
      const inFrame = hiddenFrame({ error: 'login_required' })
      expect({ silentToken: await own.silentToken(), inFrame: inFrame.length }).toEqual({
        silentToken: null,
        inFrame: 1,
      })
    },
  )
  test('expires by the provider’s clock, which the access token shows, not by the device’s', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const now = Date.now()
    const seconds = Math.floor(now / SECOND)
    const body = { access_token: await signedBy({ iat: seconds }), token_type: 'Bearer' }
    for (const ahead of [-10, 10, 600].map((minutes) => minutes * 60 * SECOND)) {
      vi.setSystemTime(now + ahead)
      answers = [{ body, idToken: (claims) => signedBy({ ...claims, iat: seconds, exp: seconds + 300 }) }]
      expect((await signIn()).done.token).toBe(body.access_token)
      answers = [{ body, idToken: (claims) => signedBy({ ...claims, iat: seconds - 600, exp: seconds }) }]
      await expect(signIn()).rejects.toThrow('ID token has ended')
    }
  })
})
test('each sign-in and each silent check has a nonce of its own', async () => {
  await signIn()
  const inFrame = hiddenFrame({ error: 'login_required' })
  await identity().silentToken()
  void identity().signIn('/', false)
  await nextGone(2)
  const nonces = [...gone, ...inFrame].map(({ searchParams }) => searchParams.get('nonce') ?? '')
  expect(new Set(nonces).size).toBe(3)
  for (const each of nonces) expect(each).toMatch(/^[\w-]{20,}$/)
})
test('a refresh without an ID token uses the one of the sign-in, even if it has expired', async () => {
  const { own } = await signIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 7_200_000)
  answers = [tokens(2, () => undefined)]
  expect(await own.silentToken()).toBe('secret-2')
})

describe('signing out', () => {
  const ofRefreshToken = 'token=secret-r1&token_type_hint=refresh_token&client_id=paket-web'
  test('revokes the refresh token before it leaves', async () => {
    const { own } = await signIn()
    void own.signOut()
    await nextGone(2)
    expect(revoked).toEqual([ofRefreshToken])
  })
  test.each<[string, () => Promise<Response>]>([
    ['fails', async () => Response.json({ error: 'server_error' }, { status: 503 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not answer', () => new Promise(() => undefined)],
  ])('leaves though the revocation %s', async (_, answer) => {
    const { own } = await signIn()
    revocation = answer
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    void own.signOut()
    await vi.waitFor(() => expect(revoked).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await nextGone(2)
    expect(gone[1]?.pathname).toBe('/oidc/end')
  })
  test('in another tab removes the tokens from this tab’s memory and revokes them', async () => {
    const { own } = await signIn()
    await own.forget()
    expect(revoked).toEqual([ofRefreshToken])
    const inFrame = hiddenFrame({ error: 'login_required' })
    expect({ silentToken: await own.silentToken(), inFrame: inFrame.length }).toEqual({ silentToken: null, inFrame: 1 })
  })
})
