import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { compareSpec } from '#drift/compare/compare-spec.ts'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { describe as read } from '#drift/description/description.ts'
import { CannotCheck } from '#drift/report/cannot-check.ts'
import { grouped } from '#drift/report/finding.ts'
import { drift, driftOf, folderOfFile, root, sentencesOf } from '../support.ts'
import { clean, drifts, library, notes, type Part } from './library.ts'

const folder = folderOfFile()
const changedBy = (change: (document: Part) => Part) => {
  const document = library()
  return change(document) ?? document
}
/** Caches descriptions, which are not modified: one per change, and one without changes. */
const descriptions = new Map<unknown, ReturnType<typeof read>>()
function described(change: (document: Part) => Part): ReturnType<typeof read> {
  const known = descriptions.get(change) ?? folder.file(changedBy(change)).then((place) => read(place))
  descriptions.set(change, known)
  return known
}
const unchanged = (document: Part) => document
const findingsOf = async (ours: (document: Part) => Part, theirs: (document: Part) => Part) =>
  grouped(compareSpec(await described(ours), await described(theirs)).found)
const reported = (findings: Awaited<ReturnType<typeof driftOf>>) =>
  findings.map(({ rule, severity, subject }) => `${rule} (${severity}) ${subject}`).join('\n')

describe('in a contract without our extensions it finds', { timeout: 60_000 }, () => {
  it.concurrent.for(drifts)('%s: %s', async ([_what, rule, subject, change], context) => {
    const findings = await findingsOf(unchanged, change)
    const found = findings.find((finding) => finding.rule === rule && subject.test(finding.subject))
    expect(found, reported(findings)).toBeDefined()
    expect(['breaking', 'risky']).toContain(found?.severity)
    const others = findings.filter((finding) => finding.severity === 'breaking' && finding.rule !== rule)
    expect(others.length, reported(findings)).toBeLessThanOrEqual(1)
    context.expect(sentencesOf(findings)).toMatchSnapshot()
  })
})
describe('in a contract without our extensions it notes', { timeout: 60_000 }, () => {
  it.concurrent.for(notes)('%s: %s', async ([_what, rule, subject, change], context) => {
    const findings = await findingsOf(unchanged, change)
    expect(findings.map((finding) => [finding.rule, finding.severity])).toEqual([[rule, 'note']])
    expect(findings[0]?.subject).toMatch(subject)
    context.expect(sentencesOf(findings)).toMatchSnapshot()
  })
})
describe('in a contract without our extensions it reports nothing for', { timeout: 60_000 }, () => {
  it.concurrent.for(clean)('%s', async ([_what, change], context) => {
    const findings = await findingsOf(unchanged, change)
    expect(reported(findings.filter(({ severity }) => severity !== 'note'))).toBe('')
    context.expect(sentencesOf(findings)).toMatchSnapshot()
  })
})
describe('when the contract has changed and the service has not, it says of', { timeout: 60_000 }, () => {
  const changes = [...drifts, ...notes, ...clean].map((row) => [row[0], row.at(-1)] as [string, (typeof clean)[0][1]])
  it.concurrent.for(changes)('%s', async ([_what, change], context) => {
    const findings = await findingsOf(change, unchanged)
    context.expect(sentencesOf(findings)).toMatchSnapshot()
  })
})
test('the promised number of changes exists', () => {
  expect(drifts.length).toBeGreaterThanOrEqual(60)
  expect(clean.length).toBeGreaterThanOrEqual(40)
})
it('names what was not compared, on both sides', { timeout: 60_000 }, async () => {
  const [ours, theirs] = [library(), library()]
  theirs.paths['/books/{id}'].get.responses['200'].links = { all: { operationId: 'listBooks' } }
  const callback = theirs.paths['/books'].post.callbacks.checked['{$request.body#/hook}'].post
  callback.parameters = [{ name: 'X-Sent', in: 'header', schema: { type: 'string' } }]
  ours.webhooks.bookLost.post.security = [{ token: [] }]
  ours.paths['/covers'].post.requestBody.content['multipart/form-data'].encoding = { note: { style: 'form' } }
  const many = Array.from({ length: 80 }, (_, nth) => ({ type: 'object', required: [`a${nth}`] }))
  theirs.components.schemas.Merged = { oneOf: many }
  const { sections } = compareSpec(
    await read(await folder.file(ours)),
    await read(await folder.file(theirs, 'unchecked.json')),
  )
  const section = sections.find(({ title }) => title === 'Not looked at')
  expect(section?.lines.map((line) => line.replace(/\S+(?=unchecked\.json)/, ''))).toEqual([
    'texts, tags, hosts of servers, parameters of media types and examples, but for the codes in examples',
    'unchecked.json:1: alternatives of a schema beyond the first 64',
    'addBook, callback checked, POST: parameters',
    'addCover: the encoding of fields in multipart/form-data',
    'getBook 200: links',
    'webhook bookLost, POST: security',
  ])
})
test('two versions of it are compared too', { timeout: 60_000 }, async () => {
  const before = await folder.file(library())
  for (const [, inSpec, subject, change] of drifts.slice(0, 12)) {
    const rule = inSpec === 'call-other-case' ? 'call-missing' : inSpec
    const { found } = await changesBetween(before, await folder.file(changedBy(change)))
    expect(grouped(found).some((finding) => finding.rule === rule && subject.test(finding.subject))).toBe(true)
  }
  expect((await changesBetween(before, before)).found).toEqual([])
})

describe('the bookstore, whose codes are texts and truth values', { timeout: 60_000 }, () => {
  const place = join(root, 'tests/support/bookstore.yaml')
  it('agrees with itself', async () => {
    const { code, out } = await drift(['spec', place, '--contract', place])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/2 of 2 calls[^]*No drift\.\n$/) })
    expect(await drift(['changes', place, place])).toMatchObject({ code: 0 })
  })
})

/** Yields the path to every part of a document. */
function* waysIn(value: Part, way: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    yield [...way, key]
    yield* waysIn(value[key], [...way, key])
  }
}
test(
  'with any value in the wrong place it compares, or explains in one sentence why not',
  { timeout: 120_000 },
  async () => {
    const ours = await read(await folder.file(library()))
    const others: Part[] = [null, 1, 'x', [], {}, [null], { a: null }]
    const ways = [...waysIn(library())]
    expect(ways.length).toBeGreaterThan(300)
    for (const [nth, way] of ways.entries()) {
      const document = library()
      const parent = way.slice(0, -1).reduce((at, key) => at[key], document)
      parent[way.at(-1)!] = others[nth % others.length]
      try {
        const theirs = await read(await folder.file(document, 'odd.json'))
        compareSpec(ours, theirs)
        compareSpec(theirs, ours)
      } catch (error) {
        expect(error, way.join('/')).toBeInstanceOf(CannotCheck)
      }
    }
  },
)
it.each<[string, string]>([
  ['a reference', "{ oneOf: [{ $ref: '#/components/schemas/A' }, { type: object }] }"],
  [
    'an allOf',
    "{ allOf: [{ $ref: '#/components/schemas/A' }, { properties: { a: { $ref: '#/components/schemas/A' } } }] }",
  ],
  ['an alias of YAML', '&self { type: object, properties: { again: *self } }'],
])('reads a schema within itself by %s', { timeout: 60_000 }, async (_what, schema) => {
  const start =
    'openapi: 3.1.0\ninfo: { title: x, version: "1" }\npaths:\n  /a:\n    get:\n      x-validity: { reject: { codes: [1] } }\n'
  const rest =
    "      responses: { '200': { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }\n"
  const place = await folder.file(`${start}${rest}components:\n  schemas:\n    A: ${schema}\n`, 'circle.yaml')
  expect(await drift(['spec', place, '--contract', place])).toMatchObject({ code: 0, err: '' })
  expect(await drift(['changes', place, place])).toMatchObject({ code: 0, err: '' })
})
it('shows no secrets of a URL in its messages', async () => {
  const { code, err } = await drift(['spec', 'http://anna:s3cret@127.0.0.1:9/a.json?key=t0ken'])
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('http://127.0.0.1:9/a.json?… cannot be read') })
  expect(err).not.toMatch(/s3cret|t0ken|anna/)
})
it('shows no query of a URL in a report of changes', async () => {
  const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} }
  const server = createServer((_, response) => response.end(JSON.stringify(document)))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.json`
  const { code, out } = await drift(['changes', `${address}?key=t0ken`, `${address}?key=n3w`])
  server.close()
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(`^${address}\\?… and ${address}\\?…: what changed`),
  })
  expect(out).not.toMatch(/t0ken|n3w/)
})

it(
  'compares forty schemas whose alternatives refer to each other, and finds the one change',
  { timeout: 60_000 },
  async () => {
    const chained = (last: string) => ({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'x',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 40 }, (_, nth) => {
            const others = [1, 7, 13].map((step) => ({ $ref: `#/components/schemas/S${(nth + step) % 40}` }))
            const name = { type: nth === 39 ? last : 'string' }
            return [
              `S${nth}`,
              {
                type: 'object',
                required: ['name'],
                properties: { name, next: { anyOf: others }, some: { type: 'array', items: { anyOf: others } } },
              },
            ]
          }),
        ),
      },
    })
    const findings = await driftOf(await folder.file(chained('integer')), await folder.file(chained('string')))
    expect(findings.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['response-type S39.name integer'])
  },
)
