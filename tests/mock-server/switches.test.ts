import { afterEach, expect, test } from 'vitest'
import { closableFeatures } from '#mock/product/switches.ts'
import { closable } from '#web/config/switches.ts'
import { ask, mockOfFile } from './support.ts'

const mock = mockOfFile()
const asApp = async (headers: Record<string, string> = {}) =>
  (await ask(mock.origin, 'GET', '/outside/switches.json', undefined, headers)).body
const open = { closed: {}, maintenance: '', refusedReleases: [] }
const closed = { closed: { buying: 'Вернётся в 18:00' }, maintenance: '', refusedReleases: [] }
const token = async (login: string) =>
  ((await mock.control('GET', `/users/${login}/token`)).body as { accessToken: string }).accessToken
afterEach(() => mock.control('PUT', '/switches', {}))

test('everything is open until it is switched off for all users, and again after a reset', async () => {
  expect(await asApp()).toEqual(open)
  await mock.control('PUT', '/switches', { closed: closed.closed })
  expect(await asApp()).toEqual(closed)
  await mock.control('POST', '/reset')
  expect(await asApp()).toEqual(open)
})
test('a switch of one user affects no one else, until the user follows the shared ones', async () => {
  await mock.user('registered', 'switched.one')
  await mock.user('registered', 'switched.two')
  const put = (body: unknown) => mock.control('PUT', '/users/switched.one/switches', body)
  expect((await put({ maintenance: 'Вернёмся', refusedReleases: ['2'] })).body).toMatchObject({
    isOwn: true,
    maintenance: 'Вернёмся',
  })
  const one = { authorization: `Bearer ${await token('switched.one')}` }
  const two = { authorization: `Bearer ${await token('switched.two')}` }
  expect(await asApp(one)).toEqual({ closed: {}, maintenance: 'Вернёмся', refusedReleases: ['2'] })
  expect(await asApp(two)).toEqual(open)
  expect((await put(null)).body).toMatchObject({ isOwn: false })
  expect(await asApp(one)).toEqual(open)
})
test.each(['/switches', '/users/registered/switches'])('changes of %s at the same time all apply', async (path) => {
  const patch = (change: object) => mock.control('PATCH', path, change)
  await Promise.all([
    patch({ closed: { buying: 'Вернётся в 18:00' } }),
    patch({ closed: { points: 'Завтра' } }),
    patch({ refusedReleases: ['2'] }),
  ])
  const now = async () => (await mock.control('GET', path)).body
  const both = { buying: 'Вернётся в 18:00', points: 'Завтра' }
  expect(await now()).toMatchObject({ closed: both, maintenance: '', refusedReleases: ['2'] })
  await Promise.all([patch({ closed: { buying: '' } }), patch({ maintenance: 'Вернёмся' })])
  expect(await now()).toMatchObject({ closed: { points: 'Завтра' }, maintenance: 'Вернёмся', refusedReleases: ['2'] })
  expect(await patch({ closed: { points: 5 } })).toMatchObject({ status: 400 })
})
test('a snapshot contains them', async () => {
  await mock.user('registered', 'switched.three')
  await mock.control('PUT', '/users/switched.three/switches', closed)
  const { body } = await mock.control('GET', '/users/switched.three/snapshot')
  await mock.user('registered', 'switched.four')
  expect(await mock.control('PUT', '/users/switched.four/snapshot', body)).toMatchObject({ status: 200 })
  expect((await mock.control('GET', '/users/switched.four/switches')).body).toMatchObject(closed)
})
test.each([
  [{ closed: { bying: 'опечатка' } }, /did you mean "buying"/],
  [{ closed: { buying: true } }, 'buying must be a text, got true'],
  [{ closed: 'buying' }, 'closed must be an object'],
  [{ maintenance: 7 }, 'maintenance must be a text, got 7'],
  [{ refusedReleases: '2' }, 'refusedReleases must be a list of texts, got "2"'],
  [{ refusedReleases: [2] }, 'refusedReleases must be a list of texts, got [2]'],
  [{ maintenence: '' }, /did you mean "maintenance"/],
])('%j is rejected, and nothing changes', async (body, detail) => {
  const matching: unknown = typeof detail === 'string' ? detail : expect.stringMatching(detail)
  expect(await mock.control('PUT', '/switches', body)).toMatchObject({ status: 400, body: { detail: matching } })
  expect(await asApp()).toEqual(open)
})
test('the features are those that the app can close', () => {
  expect(closableFeatures).toEqual(closable)
})
