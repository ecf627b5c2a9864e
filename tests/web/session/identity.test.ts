// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdentity } from '../../../web/src/session/identity.ts'
import { placesOutside } from '../../support/places.ts'
import { standInFrame } from './stand-in-frame.ts'

const origin = 'http://localhost:3000'
const provider = `${origin}/oidc`
const claims = { iss: provider, aud: 'paket-web', sub: 'u1', iat: 1, exp: 9_999_999_999 }
const jwt = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.secret`

/** What the token endpoint answers, one after another, and what it was asked. */
let answers: { status?: number; body: object }[]
let asked: URLSearchParams[]
/** Where the page was sent. */
let gone: URL[]

const tokens = (nth: number) => ({
  body: { access_token: `secret-${nth}`, refresh_token: `secret-r${nth}`, id_token: jwt, token_type: 'Bearer' },
})
const identity = () => createIdentity({ authority: '/oidc', clientId: 'paket-web', scope: 'openid' }, origin)

async function fetchOfProvider(url: string, init?: { body?: URLSearchParams }): Promise<Response> {
  if (url.endsWith('/.well-known/openid-configuration'))
    return Response.json({
      issuer: provider,
      authorization_endpoint: `${provider}/auth`,
      token_endpoint: `${provider}/token`,
      end_session_endpoint: `${provider}/end`,
    })
  asked.push(new URLSearchParams(init?.body))
  const answer = answers.shift()
  return Response.json(answer?.body, { status: answer?.status ?? 200 })
}
/** Waits until the page is sent somewhere. */
const nextGone = (count: number) => vi.waitFor(() => expect(gone).toHaveLength(count))

/** Stands in for the hidden frame of a silent check: the provider answers with a code or an error at once. Gives its addresses. */
function hiddenFrame(answer: Record<string, string>): URL[] {
  const addresses: URL[] = []
  standInFrame((url, tell) => {
    addresses.push(url)
    const back = new URLSearchParams({ ...answer, state: url.searchParams.get('state') ?? '' })
    queueMicrotask(() => tell(`${origin}/auth/silent.html?${back}`))
  })
  return addresses
}

/** Goes to the provider and comes back with a one-time code. */
async function signIn(own = identity(), anew = false) {
  const before = gone.length
  // Never settles: the page is left.
  void own.signIn('/profile?a=1', anew)
  await nextGone(before + 1)
  const state = gone.at(-1)?.searchParams.get('state') ?? ''
  window.history.replaceState(null, '', `/auth/callback?code=once&state=${state}`)
  return { own, done: await own.completeSignIn() }
}

beforeEach(() => {
  answers = [tokens(1)]
  asked = []
  gone = []
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
  const verifier = asked[0]?.get('code_verifier') ?? ''
  expect([gone[0]?.href.split('?')[0], query?.get('response_type'), query?.get('code_challenge_method')]).toEqual([
    `${provider}/auth`,
    'code',
    'S256',
  ])
  expect(query?.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'))
  expect(done).toEqual({ token: 'secret-1', returnTo: '/profile?a=1' })
})
test('keeps no token in a storage, and gives none to an address', async () => {
  const { own } = await signIn()
  const signedIn = placesOutside()
  void own.signOut()
  await nextGone(2)
  const places = [...signedIn, ...placesOutside(), ...gone.map(String)]
  expect(places.filter((place) => /secret|e30\./.test(place))).toEqual([])
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
  expect(asked.slice(1).map((body) => [body.get('grant_type'), body.get('refresh_token')])).toEqual([
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
  expect(asked.slice(1).map((body) => body.get('grant_type'))).toEqual(['refresh_token', 'authorization_code'])
})
test('who is not signed in at the provider has no token, and is asked nothing', async () => {
  const inFrame = hiddenFrame({ error: 'login_required' })
  expect(await identity().silentToken()).toBeNull()
  expect(inFrame.map(({ searchParams }) => searchParams.get('redirect_uri'))).toEqual([`${origin}/auth/silent.html`])
  expect([asked, gone]).toEqual([[], []])
})
test('a refresh that the network lost may be tried again, with the same token', async () => {
  const { own } = await signIn()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(own.silentToken()).rejects.toThrow('Failed to fetch')
  vi.stubGlobal('fetch', fetchOfProvider)
  answers = [tokens(2)]
  expect(await own.silentToken()).toBe('secret-2')
  expect(asked.at(-1)?.get('refresh_token')).toBe('secret-r1')
})

test.each(['server_error', 'temporarily_unavailable'])(
  'a provider in trouble (%s) has not said no: the refresh token is kept, the look for a session goes on [C-AUTH-09]',
  async (error) => {
    const { own } = await signIn()
    const inFrame = hiddenFrame({ error })
    answers = [{ status: 503, body: { error } }, tokens(2)]
    await expect(own.silentToken()).rejects.toThrow(error)
    expect(await own.silentToken()).toBe('secret-2')
    expect(asked.at(-1)?.get('refresh_token')).toBe('secret-r1')
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
/** The head has come, so the request is answered; its body never does. */
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

test('signing in anew asks the provider for another user, whoever is signed in there', async () => {
  await signIn(identity(), true)
  expect(gone.at(-1)?.searchParams.get('prompt')).toBe('login')
})
