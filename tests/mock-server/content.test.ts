import { afterEach, describe, expect, test } from 'vitest'
import { ask, mockOfFile } from './support.ts'
import { Visitor } from './visitor.ts'

const mock = mockOfFile()
const page = '/cms/api/my-paket-page?status=published&populate=tags,offers'
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(mock.origin, method, path, undefined, headers)

test('the content system needs no token', async () => {
  const { status, body } = await read(page)
  expect(status).toBe(200)
  expect((body as { data: { offers: object[] } }).data.offers.length).toBeGreaterThan(2)
})
test.each([
  ['example=none', 200, { data: { offers: [] } }],
  ['code=500', 500, { message: 'Internal error' }],
  ['code=404', 404, { message: 'Not Found' }],
])('answers Prefer: %s', async (prefer, status, body) => {
  expect(await read(page, { prefer })).toMatchObject({ status, body })
})
test('an invalid query returns a 422 that names the field', async () => {
  const { status, body } = await read('/cms/api/my-paket-page?status=secret&populate=x')
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('status')
})
test('writing returns 405', async () => {
  const { status, headers } = await read(page, {}, 'POST')
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET' })
})
test('the same picture name gives the same picture', async () => {
  const [one, again, other] = await Promise.all(
    ['cinema', 'cinema', 'books'].map((name) => read(`/cms/images/${name}.svg`)),
  )
  expect(one?.headers.get('content-type')).toBe('image/svg+xml')
  expect(again?.body).toBe(one?.body)
  expect(other?.body).not.toBe(one?.body)
})
test.each([
  ['http://localhost:3000', 'http://localhost:3000'],
  ['https://elsewhere.example', null],
])('CORS for a page of %s: %s', async (origin, allowed) => {
  expect((await read(page, { origin })).headers.get('access-control-allow-origin')).toBe(allowed)
})
test('an unknown path returns 404', async () => {
  expect((await read('/cms/nothing')).status).toBe(404)
})

describe('the choice for all users', () => {
  const choose = (body: unknown) => mock.control('PUT', '/content', body)
  afterEach(() => choose({}))
  test.each([
    ['none', 200, { data: { offers: [] } }],
    ['contentUnavailable', 500, { message: 'Internal error' }],
    ['noPage', 404, { message: 'Not Found' }],
  ])('selects an example by name (%s) until the default is chosen', async (example, status, body) => {
    expect((await choose({ example })).body).toMatchObject({ example })
    expect(await read(page)).toMatchObject({ status, body })
    await choose({ example: null })
    expect((await read(page)).body).not.toEqual(body)
  })
  test('is overridden by a Prefer header', async () => {
    await choose({ example: 'contentUnavailable' })
    expect(await read(page, { prefer: 'code=200, example=none' })).toMatchObject({ status: 200 })
  })
  test('does not affect pictures', async () => {
    await choose({ example: 'contentUnavailable' })
    expect((await read('/cms/images/cinema.svg')).status).toBe(200)
  })
  test('delays the answer', async () => {
    await choose({ delayMs: 300 })
    const began = performance.now()
    expect((await read(page)).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThanOrEqual(299)
  })
  test('GET returns the current choice and the available examples', async () => {
    await choose({ example: 'none', delayMs: 20 })
    expect((await mock.control('GET', '/content')).body).toEqual({
      example: 'none',
      delayMs: 20,
      examples: expect.arrayContaining([
        { name: 'none', status: 200, summary: 'Nothing is offered.' },
        { name: 'contentUnavailable', status: 500, summary: 'The content system failed.' },
      ]),
    })
  })
  test('is reset by a reset', async () => {
    await choose({ example: 'none' })
    await mock.control('POST', '/reset')
    expect((await mock.control('GET', '/content')).body).toMatchObject({ example: null, delayMs: 0 })
  })
  test.each([
    [{ example: 'non' }, /unknown example "non"; did you mean "none"\?/],
    [{ delayMs: -1 }, /delayMs must be a whole number from 0 to 60000, got -1/],
    [{ delayMs: '1' }, /got "1"/],
    [{ exampel: 'none' }, /did you mean "example"/],
    [[], /must be an object/],
  ])('rejects %j and changes nothing', async (body, detail) => {
    expect(await choose(body)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
    expect((await mock.control('GET', '/content')).body).toMatchObject({ example: null, delayMs: 0 })
  })
})

describe('the choice for one user', () => {
  const token = async (login: string) =>
    ((await mock.control('GET', `/users/${login}/token`)).body as { accessToken: string }).accessToken
  test('applies to requests with the user’s token', async () => {
    await mock.user('registered', 'content.one')
    await mock.user('registered', 'content.two')
    const { body } = await mock.control('PUT', '/users/content.one/content', { example: 'none' })
    expect(body).toMatchObject({ example: 'none' })
    const readAs = async (login: string) => read(page, { authorization: `Bearer ${await token(login)}` })
    const usual = (await read(page)).body
    expect((await readAs('content.one')).body).toMatchObject({ data: { offers: [] } })
    expect((await readAs('content.two')).body).toEqual(usual)
    await mock.control('PUT', '/users/content.one/content', null)
    expect((await readAs('content.one')).body).toEqual(usual)
  })
  test('applies to the browser where the user is signed in', async () => {
    await mock.user('registered', 'content.three')
    await mock.control('PUT', '/users/content.three/content', { example: 'contentUnavailable' })
    const [browser, other] = [new Visitor(mock.origin), new Visitor(mock.origin)]
    await browser.signIn('content.three')
    expect({ browser: (await browser.ask(page)).status, other: (await other.ask(page)).status }).toEqual({
      browser: 500,
      other: 200,
    })
    await mock.control('POST', '/users/content.three/revoke')
    expect((await browser.ask(page)).status).toBe(200)
  })
  test('takes only known names', async () => {
    const { status, body } = await mock.control('PUT', '/users/registered/content', { example: 'nonne' })
    expect({ status, detail: (body as { detail: string }).detail }).toEqual({
      status: 400,
      detail: expect.stringContaining('"none"'),
    })
  })
})
