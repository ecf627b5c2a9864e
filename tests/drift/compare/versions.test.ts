import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { grouped } from '#drift/report/finding.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const json = (properties: object) => ({
  description: 'x',
  content: { 'application/json': { schema: { type: 'object', properties } } },
})
const described = (words: object = {}, call: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: { '/books': { get: { operationId: 'listBooks', responses: { '200': json({}) }, ...call } } },
  ...words,
})
const between = async (before: object, after: object) =>
  grouped((await changesBetween(await folder.file(before), await folder.file(after))).found).map(
    ({ rule, calls, says, theirs }) => `${rule} of ${calls.join()}: ${says.replace(/: .*/, '')} ${theirs?.pointer}`,
  )
const outcomes = (...names: string[]) => ({ 'x-outcomes': Object.fromEntries(names.map((name) => [name, {}])) })
const failures = (...all: object[]) => ({ 'x-failures': all })

describe('the parts beside the calls, in one document', () => {
  it.each<[what: string, before: object, after: object, changes: string[]]>([
    [
      'an outcome',
      described(outcomes('ignore')),
      described(outcomes('ignore', 'retry')),
      ['outcome-added of : retry undefined'],
    ],
    [
      'the outcome that is a failure’s own',
      described(outcomes('ignore'), failures({ name: 'gone', outcome: 'wait' })),
      described(outcomes('ignore'), failures({ name: 'gone', outcome: 'wait' }, { name: 'tooMany' })),
      ['failure-added of listBooks: listBooks #/paths/~1books/get/x-failures', 'outcome-added of : too-many undefined'],
    ],
    [
      'the outcome that is a failure’s own, where the contract has none',
      described({}, failures()),
      described({}, failures({ name: 'tooMany' })),
      ['failure-added of listBooks: listBooks #/paths/~1books/get/x-failures'],
    ],
    [
      'an outcome that a failure names, where the contract has none',
      described({}, failures({ name: 'gone' })),
      described({}, failures({ name: 'gone', outcome: 'gone' })),
      ['outcome-added of : gone undefined'],
    ],
    [
      'a failure of every call',
      described(failures()),
      described(failures({ name: 'down', http: 503 })),
      ['failure-added of every call: every call #/x-failures'],
    ],
    [
      'a bundle and a counter-offer',
      described({ 'x-catalogue': { bundles: [{ name: 'a', id: 1 }], counterOffers: [{ name: 'b', id: 1 }] } }),
      described({ 'x-catalogue': { bundles: [{ name: 'a', id: 2 }], counterOffers: [{ name: 'b', id: 2 }] } }),
      ['catalogue-id of : bundle a undefined', 'catalogue-id of : counter-offer b undefined'],
    ],
  ])('%s', async (_what, before, after, changes) => expect(await between(before, after)).toEqual(changes))
})

it('reads outcomes and bundles from the files beside a split contract, if they exist', async () => {
  const place = async (name: string, files: Record<string, object>) => {
    await mkdir(join(folder.path, name), { recursive: true })
    for (const [file, content] of Object.entries(files)) await folder.file(content, join(name, file))
    return join(folder.path, name)
  }
  const before = await place('before', { 'openapi.yaml': described() })
  const after = await place('after', {
    'openapi.yaml': described(),
    'outcomes.yaml': { retry: {} },
    'catalogue.yaml': { bundles: [{ name: 'a' }] },
  })
  const { found } = await changesBetween(before, after)
  expect(found.map(({ says }) => says)).toEqual([
    'retry: the outcome is new: a table of all outcomes does not compile until it has a row.',
    'bundle a: is new.',
  ])
  expect((await changesBetween(before, join(after, 'openapi.yaml'))).found).toEqual([])
})

it('speaks of the earlier version where the contract is meant', async () => {
  const body = (words: object) => ({
    parameters: [{ name: 'sort', in: 'query', schema: { type: 'string', ...words } }],
    requestBody: { content: json({ a: { type: 'string', enum: ['x'] } }).content },
  })
  const before = described(
    { servers: [{ url: '/v1' }] },
    { ...body({}), responses: { '200': json({ b: {}, c: { type: 'string' } }) } },
  )
  const after = described(
    { servers: [{ url: '/v2' }] },
    {
      ...body({ format: 'date' }),
      requestBody: { content: json({ d: { type: 'string' } }).content },
      responses: { '200': json({ b: { type: 'string' }, c: { type: 'integer' }, e: {} }) },
    },
  )
  const { found } = await changesBetween(await folder.file(before), await folder.file(after))
  expect(found.map(({ says }) => says.replace(/: .*/, ''))).toEqual([
    'The calls are served under `/v2`; clients request them under `/v1`',
    '`query parameter sort` has the format date; the earlier version has none',
    '`listBooks request.a` is not described, but `d` is new',
    '`listBooks request.d` may be sent, but is not in the earlier version',
    '`listBooks answer.e` is returned, but is not in the earlier version',
    '`listBooks answer.c` may be an integer; the earlier version has a string',
  ])
})

it('lists what was not compared, in both versions', async () => {
  const linked = described({}, { responses: { '200': { ...json({}), links: { next: {} } } } })
  const { unchecked } = await changesBetween(await folder.file(described()), await folder.file(linked))
  expect(unchecked.lines).toContain('listBooks 200: links')
})
it('reads from other hosts only when that is allowed', async () => {
  const elsewhere = await folder.file(described({}, { responses: { '200': { $ref: 'http://127.0.0.1:9/a.json' } } }))
  await expect(changesBetween(elsewhere, elsewhere)).rejects.toThrow('allow that with --allow-remote')
  await expect(changesBetween(elsewhere, elsewhere, { allowRemote: true })).rejects.toThrow('cannot be read')
})
