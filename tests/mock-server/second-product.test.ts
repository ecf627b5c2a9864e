import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mock, startServer } from '#mock/engine/server.ts'
import { library } from './library/library.ts'
import { ask, TestUser } from './support.ts'

// The engine with a product that shares no call, code, scenario or path with «Пакет».
let mock: Mock
beforeAll(async () => {
  mock = await startServer(library, { port: 0, appOrigins: ['http://localhost:5173'] })
  for (const login of ['nora', 'ada']) await reader(login).control('PUT', '', { scenario: 'reader' })
})
afterAll(() => mock.close())

const reader = (login: string) => new TestUser(mock.origin, login)
async function call(path: string, body: object, login?: string) {
  const authorization = login === undefined ? {} : { authorization: `Bearer ${await reader(login).token()}` }
  const { status, body: answer } = await ask(mock.origin, 'POST', `/api${path}`, body, authorization)
  return { status, answer }
}

describe('the engine with another product', () => {
  it('answers its calls and preserves what an effect changed', async () => {
    expect(await call('/lend', { title: 'Dubliners' }, 'nora')).toEqual({
      status: 200,
      answer: { code: 1, slip: 'nora-1' },
    })
    expect(await call('/shelf', {}, 'nora')).toMatchObject({ answer: { books: [{ title: 'Dubliners' }] } })
    expect(await call('/lend', { title: 'Dubliners' }, 'nora')).toMatchObject({ answer: { code: 70 } })
    expect(await reader('nora').control('GET', '')).toMatchObject({ scenario: 'reader', books: ['Dubliners'] })
  })
  it('answers by its scenarios, separately per user', async () => {
    expect(await call('/lend', { title: 'Ulysses' }, 'full')).toMatchObject({ answer: { code: 70 } })
    expect(await call('/shelf', {}, 'full')).toMatchObject({ answer: { books: [] } })
  })
  it('rejects calls without a token where the contract requires one, and uses its visitor for the others', async () => {
    expect(await call('/lend', { title: 'Emma' })).toEqual({ status: 401, answer: { message: 'unknown' } })
    expect(await call('/shelf', {})).toMatchObject({ status: 200 })
    const { body } = await ask(mock.origin, 'GET', '/__mock/users')
    expect(body).toContainEqual({ login: 'guest', scenario: 'guest' })
  })
  it('rejects an invalid request and names the field', async () => {
    const { status, answer } = await call('/lend', { titel: 'Emma' }, 'ada')
    expect(status).toBe(422)
    expect(answer).toMatchObject({ operation: 'lendBook', detail: expect.stringContaining('did you mean "title"?') })
  })
  it('returns failures set by a fault', async () => {
    await reader('ada').break({ operation: 'lendBook', code: 70, times: 1 })
    expect(await call('/lend', { title: 'Emma' }, 'ada')).toMatchObject({ answer: { code: 70 } })
    expect(await call('/lend', { title: 'Emma' }, 'ada')).toMatchObject({ answer: { code: 1 } })
  })
  it('signs in its own clients with its own claims', async () => {
    const token = await reader('ada').token()
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject({ aud: 'library', scope: 'books', card: 'card of ada' })
    const authorize = (client: string) =>
      fetch(
        `${mock.origin}/oidc/auth?client_id=${client}&response_type=code&scope=openid&redirect_uri=http://localhost:5173/back&code_challenge=${'c'.repeat(43)}&code_challenge_method=S256`,
        { redirect: 'manual' },
      )
    expect((await authorize('library-web')).status).toBe(303)
    expect((await authorize('paket-web')).status).toBe(400)
  })
  it('serves its own part and control, and is healthy', async () => {
    expect((await ask(mock.origin, 'GET', '/desk')).body).toEqual({ open: true })
    expect((await ask(mock.origin, 'GET', '/__mock/desk')).body).toEqual({ readers: 'welcome' })
    expect((await ask(mock.origin, 'GET', '/__mock/health')).body).toEqual({ status: 'ok', calls: 2, scenarios: 3 })
    expect((await ask(mock.origin, 'GET', '/pay/none')).status).toBe(404)
    expect((await ask(mock.origin, 'GET', '/__mock/cards')).status).toBe(404)
  })
  it('titles its pages with the product’s name', async () => {
    expect((await ask(mock.origin, 'GET', '/__mock')).body).toContain('<title>Library mock</title>')
  })
})
