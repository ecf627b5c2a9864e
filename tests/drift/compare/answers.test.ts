import { expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const [json, a, b, csv, plain] = [
  'application/json',
  'application/a+json',
  'application/b+json',
  'text/csv',
  'text/plain',
] as const
const object = (type: string) => ({ type: 'object', required: ['id'], properties: { id: { type } } })
const answer = (media: readonly string[], schema: object = object('string')) => ({
  description: 'x',
  content: Object.fromEntries(media.map((name) => [name, { schema }])),
})
const described = (responses: object, words: object = {}) =>
  folder.file({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: { '/books': { put: { operationId: 'put', responses, ...words } } },
  })
const shown = (findings: Awaited<ReturnType<typeof driftOf>>) =>
  findings.map(({ rule, severity, subject, says }) => `${severity} ${rule} ${subject}: ${says.replace(/: .*/, '')}`)
const found = async (ours: object, theirs: object, words?: object) =>
  shown(await driftOf(await described(theirs, words), await described(ours, words)))

const good = { '200': answer([json]) }
it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
  ['a status on the way', good, { ...good, '103': answer([json]) }, []],
  ['another status on the way', { ...good, '103': { headers: { A: {} } } }, { ...good, '103': {} }, []],
  ['an answer for the rest', good, { ...good, default: answer([json]) }, []],
  [
    'another success beside an answer for the rest',
    good,
    { '201': answer([json]), default: answer([json]) },
    [
      'breaking response-success-missing put: put describes no response with HTTP 200',
      'breaking response-success-other put 201: put may return HTTP 201',
    ],
  ],
  ['a range that some of the statuses are in', good, { ...good, '2XX': answer([json]) }, []],
  [
    'another body of a 201',
    { '201': answer([json]) },
    { '201': answer([json], object('integer')) },
    ['breaking response-type put 201.id integer: `put 201.id` may be an integer; the contract has a string'],
  ],
  [
    'another body of a 404',
    { ...good, '404': answer([json]) },
    { ...good, '404': answer([json], object('integer')) },
    ['breaking response-type put 404.id integer: `put 404.id` may be an integer; the contract has a string'],
  ],
  [
    'other names of JSON',
    { '200': answer([a, csv]) },
    { '200': answer([b, csv]) },
    [`breaking response-media-type put: put returns ${b}, ${csv}; the contract has ${a}, ${csv}`],
  ],
  [
    'two media types less',
    { '200': answer([json, csv, plain]) },
    { '200': answer([json]) },
    [`breaking response-media-type-gone put: put does not return ${csv}, ${plain}`],
  ],
  ['an object as text too, as ASP.NET lists it', good, { '200': answer([plain, json, 'text/json']) }, []],
  [
    'a string as text too',
    { '200': answer([json], { type: 'string' }) },
    { '200': answer([plain, json], { type: 'string' }) },
    [`risky response-media-type-more put: put may return ${plain}`],
  ],
  [
    'an object or a string as text too',
    { '200': answer([json], { type: ['object', 'string'] }) },
    { '200': answer([plain, json], { type: ['object', 'string'] }) },
    [`risky response-media-type-more put: put may return ${plain}`],
  ],
  [
    'another text too',
    good,
    { '200': { content: { [plain]: { schema: { type: 'object' } }, ...answer([json]).content } } },
    [`risky response-media-type-more put: put may return ${plain}`],
  ],
  ['one of several of JSON less, and anything', { '200': answer([a, b, '*/*']) }, { '200': answer([a, b]) }, []],
  ['another of several of JSON, and anything', { '200': answer([a, b, '*/*']) }, { '200': answer([a, b, csv]) }, []],
  [
    'a plain name of JSON in a 404',
    { ...good, '404': answer([a]) },
    { ...good, '404': answer([json]) },
    [`note response-error-media-type 404: HTTP 404 has ${json}; the contract has ${a}`],
  ],
  [
    'another name of JSON in a 404',
    { ...good, '404': answer([a]) },
    { ...good, '404': answer([b]) },
    [`risky response-error-media-type 404: HTTP 404 has ${b}; the contract has ${a}`],
  ],
  [
    'a body less where HTTP allows none, as grpc-gateway describes',
    { '204': answer([json]), '304': answer([json]) },
    { '204': {}, '304': {} },
    [],
  ],
])('finds %s', async (_what, ours, theirs, changes) => {
  expect(await found(ours, theirs)).toEqual(changes)
})
it('reports no status that a failure lists, exactly or by its class', async () => {
  const words = {
    'x-failures': [
      { name: 'busy', http: [409, 423] },
      { name: 'down', http: '5XX' },
    ],
  }
  const theirs = { ...good, '409': answer([json]), '503': answer([json]), '403': answer([json]) }
  expect(await found(good, theirs, words)).toEqual(['risky response-status-unknown 403: HTTP 403 may be returned'])
})
it('compares codes with the contract’s, but not between two versions', async () => {
  const words = { 'x-validity': { reject: { from: 2000 } } }
  const [before, after] = [good, { '200': structuredClone(good['200']) }]
  Object.assign(after['200'].content[json]!, { examples: { a: { value: { code: 2001 } } } })
  expect((await found(before, after, words)).join()).toMatch(/code-unknown put 2001/)
  const { found: changes } = await changesBetween(await described(before, words), await described(after, words))
  expect(changes).toEqual([])
})
it('ignores the body of a response to HEAD', async () => {
  const head = (responses: object) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { head: { responses } } },
    })
  const [contract, service] = await Promise.all([head(good), head({ '200': {} })])
  expect(await driftOf(service, contract)).toEqual([])
})
