import { expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { grouped } from '#drift/report/finding.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
/** A description with these calls, such as `GET /books`, and these servers; `own`: the servers of the first call. */
function described(calls: string[], servers: string[] = [], own: string[] = []) {
  const listed = (urls: string[]) => (urls.length > 0 ? { servers: urls.map((url) => ({ url })) } : {})
  const paths: Record<string, object> = {}
  for (const [nth, call] of calls.entries()) {
    const [method = '', path = ''] = call.split(' ')
    const words = { ...listed(nth === 0 ? own : []), responses: { '204': { description: 'x' } } }
    paths[path] = { ...paths[path], [method.toLowerCase()]: words }
  }
  return folder.file({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, ...listed(servers), paths })
}
type Described = Parameters<typeof described>
const shown = (findings: Awaited<ReturnType<typeof driftOf>>) =>
  findings.map(({ rule, subject, calls }) => `${rule} ${subject} (${calls.join(', ')})`)
const says = (findings: Awaited<ReturnType<typeof driftOf>>) => findings.map((one) => one.says.replace(/: .*/, ''))

const [v1, v2] = ['https://x.example/v1', 'https://x.example/v2']
it.each<[what: string, ours: Described, theirs: Described, found: string[]]>([
  [
    'paths in another case, as ASP.NET writes them',
    [['GET /orders/{id}', 'GET /orders'], [v1]],
    [['GET /v1/Orders/{orderId}', 'GET /v1/Orders']],
    ['call-other-case GET /orders (GET /orders)', 'call-other-case GET /orders/{id} (GET /orders/{id})'],
  ],
  ['nothing where another case is another call', [['GET /a', 'GET /A']], [['GET /A', 'GET /a']], []],
  [
    'a version less',
    [['GET /v1/books', 'GET /films']],
    [['GET /books', 'GET /films']],
    ['call-other-version GET /v1/books /books (GET /v1/books)'],
  ],
  [
    'a version of two digits',
    [['GET /v10/books', 'GET /films']],
    [['GET /v2/books', 'GET /films']],
    ['call-other-version GET /v10/books /v2/books (GET /v10/books)'],
  ],
  [
    'a version further down',
    [['GET /v1/books', 'GET /films']],
    [['GET /api/v2/books', 'GET /films']],
    ['call-other-version GET /v1/books /api/v2/books (GET /v1/books)'],
  ],
  [
    'one version for two',
    [['GET /v1/books', 'GET /v2/books', 'GET /films']],
    [['GET /v3/books', 'GET /films']],
    ['call-other-version GET /v1/books /v3/books (GET /v1/books)', 'call-missing GET /v2/books (GET /v2/books)'],
  ],
  [
    'a version whose path another call has',
    [['GET /v1/books', 'POST /v2/books', 'GET /films']],
    [['PUT /v2/books', 'GET /films']],
    [
      'call-other-method POST /v2/books (POST /v2/books)',
      'call-missing GET /v1/books (GET /v1/books)',
      'call-unknown put /v2/books (PUT /v2/books)',
    ],
  ],
  [
    'a slash that is written with a percent sign',
    [['GET /a%2Fb', 'GET /films']],
    [['GET /ab', 'GET /films']],
    ['call-missing GET /a%2Fb (GET /a%2Fb)', 'call-unknown get /ab (GET /ab)'],
  ],
  [
    'a path without its last part',
    [['GET /books/{id}', 'GET /films']],
    [['GET /books', 'GET /films']],
    ['call-missing GET /books/{id} (GET /books/{id})', 'call-unknown get /books (GET /books)'],
  ],
  ['the root', [['GET /']], [['GET /x']], ['call-missing GET / (GET /)', 'call-unknown get /x (GET /x)']],
  ['a slash that is all of a path', [['GET /v1']], [['GET /'], [v1]], []],
  ['a slash at the end', [['GET /books']], [['GET /books/']], ['call-end-slash GET /books (GET /books)']],
  [
    'a slash at the end of every path, as Django writes them',
    [['GET /books', 'GET /films']],
    [['GET /books/', 'GET /films/']],
    ['call-end-slash every path (GET /books, GET /films)'],
  ],
  [
    'a slash at the end of one path of two',
    [['GET /books', 'GET /films']],
    [['GET /books/', 'GET /films']],
    ['call-end-slash GET /books (GET /books)'],
  ],
  [
    'a base path that no one has said',
    [['GET /books', 'GET /films'], [v1]],
    [['GET /api/books', 'GET /api/films']],
    [],
  ],
  [
    'the end of a path that another call has, under a base path that no one has said',
    [['GET /users', 'GET /admin/users']],
    [['GET /api/admin/users']],
    ['call-missing GET /users (GET /users)'],
  ],
  [
    'a base path that is a part of the paths',
    [['GET /v1/books'], ['https://x.example/api']],
    [['GET /books'], [v1]],
    ['base-other /v1 (all)'],
  ],
  [
    'a path with another method, and the method below another path',
    [['GET /books']],
    [['POST /books', 'GET /api/books']],
    ['call-unknown post /books (POST /books)'],
  ],
  [
    'a path below another one, where a call is where it is expected',
    [['GET /books', 'GET /films']],
    [['GET /books', 'GET /api/films']],
    ['call-missing GET /films (GET /films)', 'call-unknown get /api/films (GET /api/films)'],
  ],
  [
    'the path that clients request, after a shorter one',
    [['GET /books'], [v1]],
    [['GET /books/', 'GET /v1/books/']],
    ['call-end-slash GET /books (GET /books)', 'call-unknown get /books (GET /books/)'],
  ],
  [
    'the path that clients request, before a shorter one',
    [['GET /books'], [v1]],
    [['GET /v1/books/', 'GET /books/']],
    ['call-end-slash GET /books (GET /books)', 'call-unknown get /books (GET /books/)'],
  ],
  [
    'the path that ends alike, before the one with another slash',
    [['GET /books']],
    [['GET /books/', 'GET /books']],
    ['call-unknown get /books (GET /books/)'],
  ],
  [
    'the path that ends alike, after the shorter one',
    [['GET /books/']],
    [['GET /books', 'GET /books/']],
    ['call-unknown get /books (GET /books)'],
  ],
  [
    'the first of the shortest paths under an undescribed base path',
    [['GET /books']],
    [['GET /api/admin/books', 'GET /api/books', 'GET /rpc/books', 'GET /api/users/books']],
    [
      'call-unknown get /api/admin/books (GET /api/admin/books)',
      'call-unknown get /api/users/books (GET /api/users/books)',
      'call-unknown get /rpc/books (GET /rpc/books)',
    ],
  ],
  [
    'most paths with a slash at the end',
    [['GET /books', 'GET /films', 'GET /users']],
    [['GET /books/', 'GET /films/', 'GET /users']],
    ['call-end-slash GET /books (GET /books)', 'call-end-slash GET /films (GET /films)'],
  ],
  [
    'another case under another base path',
    [['GET /books']],
    [['GET /Books'], ['https://x.example/api']],
    ['base-other /api (all)', 'call-other-case GET /books (GET /books)'],
  ],
  ['one of two base paths', [['GET /books'], [v1]], [['GET /books'], [v2, v1]], []],
  [
    'two other base paths',
    [['GET /books'], ['https://x.example']],
    [['GET /books'], [v1, v2]],
    ['base-other /v1 /v2 (all)'],
  ],
  [
    'two other base paths of a call',
    [['GET /books'], ['https://x.example']],
    [['GET /books'], [], [v1, v2]],
    ['base-other GET /books /v1 /v2 (GET /books)'],
  ],
  [
    'a call of its own under none, on a machine that says nothing of the others',
    [['GET /books', 'GET /films'], [v1]],
    [['GET /books', 'GET /films'], ['http://localhost'], ['https://x.example']],
    ['base-other GET /books / (GET /books)'],
  ],
  [
    'no call of the contract under another base path',
    [['GET /books'], [v1]],
    [['GET /films'], [v2]],
    ['call-missing GET /books (GET /books)', 'call-unknown get /films (GET /films)'],
  ],
  [
    'a base path that is said for one call only',
    [['GET /books', 'GET /films'], [v1]],
    [['GET /v1/books', 'GET /films'], ['https://x.example']],
    [],
  ],
  [
    'one address of this machine, and one of a host',
    [['GET /books'], [v1]],
    [['GET /books'], ['http://localhost', 'https://x.example']],
    ['base-other / (all)'],
  ],
])('finds %s', async (_what, ours, theirs, found) => {
  expect(shown(await driftOf(await described(...theirs), await described(...ours)))).toEqual(found)
})

it('names the place of moved calls, and new calls', async () => {
  const [before, after] = [await described(['GET /books'], [v1]), await described(['GET /books', 'GET /films'], [])]
  const { found } = await changesBetween(before, after)
  expect(says(grouped(found))).toEqual([
    'The calls are served under `/`; clients request them under `/v1`',
    '`GET /films` is new',
  ])
  expect(says(await driftOf(after, before))).toEqual(['`GET /films` is served, but is not in the contract'])
  expect(says(await driftOf(await described(['GET /books'], [v2, 'https://x.example/v3']), before))).toEqual([
    'The calls are served under `/v2`, `/v3`; clients request them under `/v1`',
  ])
})
it('reports a trailing slash of every path', async () => {
  const theirs = await described(['GET /books/', 'GET /films/'])
  const [all] = await driftOf(theirs, await described(['GET /books', 'GET /films']))
  expect(all?.says).toContain('Every path differs: `/books/` ends with a slash; clients request `/books`')
})
it('distinguishes the case of paths between two versions', async () => {
  const { found } = await changesBetween(await described(['GET /orders']), await described(['GET /Orders']))
  expect(grouped(found).map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    'breaking call-missing',
    'note call-unknown',
  ])
})
it('shows the place of a base path in OpenAPI 2.0', async () => {
  const paths = { '/books': { get: { responses: { '204': { description: 'x' } } } } }
  const old = await folder.file({ swagger: '2.0', info: { title: 'Books', version: '1' }, basePath: '/v2', paths })
  const [first] = await driftOf(old, await described(['GET /books'], [v1]))
  expect(first).toMatchObject({ rule: 'base-other', theirs: { pointer: '#/basePath' }, ours: { pointer: '#/servers' } })
  const [newer] = await driftOf(await described(['GET /books'], [v2]), await described(['GET /books'], [v1]))
  expect(newer).toMatchObject({ rule: 'base-other', theirs: { pointer: '#/servers' } })
})
