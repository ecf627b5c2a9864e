import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { type Traffic, trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const kind = (value: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: value } } })
const tag = {
  type: 'object',
  properties: {
    // Patterns of Java, Ruby and PCRE.
    ignoring: { type: 'string', pattern: '(?i)^[a-z]+$' },
    letters: { type: 'string', pattern: "^[\\p{L}\\s\\']+$" },
    whole: { type: 'string', pattern: '\\A[a-z]+\\z' },
    posix: { type: 'string', pattern: '^[[:alpha:]]+$' },
    nothing: { allOf: [{ type: 'array' }, { type: 'string' }] },
    possessive: { type: 'string', pattern: '^a++$' },
    name: { type: 'string', pattern: '^[a-z_\\-\\:]+$' },
    count: { type: 'integer', format: 'int64' },
    level: { type: 'integer', enum: [1, 2] },
    byName: {
      type: 'object',
      properties: { size: { type: 'integer' } },
      patternProperties: { '\\Ax-': { type: 'integer' }, '^[A-Z]+$': { type: 'string' } },
      additionalProperties: false,
    },
  },
}
const problem = { type: 'object', required: ['trace'], properties: { trace: { type: 'string' } } }
/** A description like many others: without a base path, with unnecessary escapes in a pattern. */
const description = {
  openapi: '3.0.3',
  info: { title: 'Tags', version: '1' },
  servers: [{ url: 'https://tags.example' }],
  paths: {
    '/v2/tags': {
      post: {
        operationId: 'addTag',
        requestBody: { content: { 'application/json': { schema: { oneOf: [kind('a'), kind('b')] } } } },
        responses: { '200': { description: 'x' } },
      },
      get: {
        operationId: 'listTags',
        responses: {
          '200': { description: 'x', content: { 'application/json': { schema: tag } } },
          default: { description: 'x', content: { 'application/json': { schema: problem } } },
        },
      },
    },
  },
}
async function seen(url: string, responseBody: unknown, requestBody?: object, status = 200) {
  const traffic = await trafficOf(await folder.file(description))
  traffic.add(
    {
      method: requestBody ? 'POST' : 'GET',
      url,
      status,
      responseHeaders: { 'content-type': 'application/json' },
      responseBody,
      ...(requestBody && { requestBody }),
    },
    'a',
    1,
  )
  return { found: grouped(traffic.found).map(({ rule, says }) => `${rule}: ${says.replace(/: [^:]*$/, '')}`), traffic }
}

const uncompiled = ({ sections }: Traffic) =>
  sections.at(-1)?.lines.flatMap((line) => line.split('what cannot be compiled: ').slice(1))

describe('traffic of a description without a base path', () => {
  it('reports an unknown call whose path begins like a known one', async () => {
    expect((await seen('https://tags.example/v2/tags/all', {})).found).toEqual([
      'seen-call-unknown: `/v2/tags/{}` was called, but is not in the contract',
    ])
    expect((await seen('https://tags.example/page.html', {})).traffic.state.skipped).toEqual({
      'not of this contract': 1,
    })
  })
  it('names a field that only the default answer has', async () => {
    expect((await seen('https://tags.example/v2/tags', {}, undefined, 400)).found).toEqual([
      'seen-field-missing: `trace` of listTags was missing',
    ])
  })
  it('reports a number of another type once, not again for its format', async () => {
    expect((await seen('https://tags.example/v2/tags', { count: 1.5 })).found).toEqual([
      'seen-field-type: `count` of listTags was a number with a fraction; the contract has integer',
    ])
  })
  it('reports a text for one of some numbers once, as another type', async () => {
    expect((await seen('https://tags.example/v2/tags', { level: '1' })).found).toEqual([
      'seen-field-type: `level` of listTags was a string; the contract has integer',
    ])
    expect((await seen('https://tags.example/v2/tags', { level: 3 })).found).toEqual([
      'seen-field-value: `level` of listTags was not one of 1, 2 (came as an integer of 1 digit)',
    ])
  })
  it('says that the contract allows no value', async () => {
    expect((await seen('https://tags.example/v2/tags', { nothing: 'a' })).found).toEqual([
      'seen-field-type: `nothing` of listTags was a string; the schemas of the contract contradict each other and allow no value',
    ])
  })
  it('names the values of all alternatives when a request has none of them', async () => {
    expect((await seen('https://tags.example/v2/tags', undefined, { kind: 'c' })).found).toEqual([
      'seen-request-refused: `kind` of addTag is not valid: it is not one of "a", "b" (came as a text of 1 letter)',
    ])
  })
  it('is compared with a pattern that has unnecessary escapes', async () => {
    const { found, traffic } = await seen('https://tags.example/v2/tags', { name: 'a:b', count: 'many' })
    expect(found).toEqual(['seen-field-type: `count` of listTags was a string; the contract has integer'])
    expect(traffic.state.broken.join()).not.toContain('/name/')
    expect((await seen('https://tags.example/v2/tags', { name: 'A' })).found).toEqual([
      expect.stringContaining('seen-field-form: `name` of listTags violates pattern'),
    ])
  })
  it.each([
    [{ ignoring: 'ABC', letters: "Пётр О'Нил" }, []],
    [
      { ignoring: '1', letters: '1' },
      [
        'seen-field-form: `ignoring` of listTags violates pattern "(?i)^[a-z]+$" (came as a text of 1 digit)',
        'seen-field-form: `letters` of listTags violates pattern "^[\\\\p{L}\\\\s\\\\\']+$" (came as a text of 1 digit)',
      ],
    ],
  ])('is compared with patterns of other languages: %j', async (body, findings) => {
    expect((await seen('https://tags.example/v2/tags', body)).found).toEqual(findings)
  })
  it('names patterns that JavaScript cannot read, and checks the rest of the schema', async () => {
    const { found, traffic } = await seen('https://tags.example/v2/tags', {
      whole: '1',
      posix: 'a',
      possessive: 'a',
      count: 'x',
    })
    expect(found).toEqual(['seen-field-type: `count` of listTags was a string; the contract has integer'])
    expect(uncompiled(traffic)).toEqual(
      ['byName/patternProperties/\\Ax-', 'posix/pattern', 'possessive/pattern', 'whole/pattern'].map(
        (place) => `#/paths/~1v2~1tags/get/responses/200/content/application~1json/schema/properties/${place}`,
      ),
    )
  })
  it('checks the fields beside a pattern of names that JavaScript cannot read', async () => {
    const byName = { 'x-1': 'may be of the pattern', size: 'L', COLOR: 7 }
    const { found } = await seen('https://tags.example/v2/tags', { byName })
    expect(found).toEqual([
      'seen-field-type: `byName.{}` of listTags was an integer; the contract has string',
      'seen-field-type: `byName.size` of listTags was a string; the contract has integer',
    ])
  })
})
