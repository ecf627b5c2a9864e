import { expect, test } from 'vitest'
import { ask, mockOfFile } from './support.ts'

const mock = mockOfFile()
const page = '/cms/api/my-paket-page?status=published&populate=tags,offers'
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(mock.origin, method, path, undefined, headers)

test('the content system answers its page to anybody', async () => {
  const { status, body } = await read(page)
  expect(status).toBe(200)
  expect((body as { data: { offers: object[] } }).data.offers.length).toBeGreaterThan(2)
})
test.each([
  ['example=none', 200, { data: { offers: [] } }],
  ['code=500', 500, { message: 'Internal error' }],
  ['code=404', 404, { message: 'Not Found' }],
])('Prefer: %s is answered', async (prefer, status, body) => {
  expect(await read(page, { prefer })).toMatchObject({ status, body })
})
test('a query that breaks the description is a 422 that names the field', async () => {
  const { status, body } = await read('/cms/api/my-paket-page?status=secret&populate=x')
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('status')
})
test('nothing is written there', async () => {
  const { status, headers } = await read(page, {}, 'POST')
  expect([status, headers.get('allow')]).toEqual([405, 'GET'])
})
test('its pictures are there, the same for the same name', async () => {
  const [one, again, other] = await Promise.all(
    ['cinema', 'cinema', 'books'].map((name) => read(`/cms/images/${name}.svg`)),
  )
  expect(one?.headers.get('content-type')).toBe('image/svg+xml')
  expect(again?.body).toBe(one?.body)
  expect(other?.body).not.toBe(one?.body)
})
test('what is not there is a 404', async () => {
  expect((await read('/cms/nothing')).status).toBe(404)
})
