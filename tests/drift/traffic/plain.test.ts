import { describe, expect, it } from 'vitest'
import { grouped } from '../../../scripts/drift/report/finding.ts'
import { trafficOf } from '../../../scripts/drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const kind = (value: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: value } } })
const tag = {
  type: 'object',
  properties: { name: { type: 'string', pattern: '^[a-z_\\-\\:]+$' }, count: { type: 'integer', format: 'int64' } },
}
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
        responses: { '200': { description: 'x', content: { 'application/json': { schema: tag } } } },
      },
    },
  },
}
async function seen(url: string, responseBody: unknown, requestBody?: object) {
  const traffic = await trafficOf(await folder.file(description))
  traffic.add(
    {
      method: requestBody ? 'POST' : 'GET',
      url,
      status: 200,
      responseHeaders: { 'content-type': 'application/json' },
      responseBody,
      ...(requestBody && { requestBody }),
    },
    'a',
    1,
  )
  return { found: grouped(traffic.found).map(({ rule, says }) => `${rule}: ${says.replace(/: [^:]*$/, '')}`), traffic }
}

describe('traffic of a description without a base path', () => {
  it('reports an unknown call whose path begins like a known one', async () => {
    expect((await seen('https://tags.example/v2/tags/all', {})).found).toEqual([
      'seen-call-unknown: `/v2/tags/{}` was called, but is not in the contract',
    ])
    expect((await seen('https://tags.example/page.html', {})).traffic.state.skipped).toEqual({
      'not of this contract': 1,
    })
  })
  it('reports a number of another type once, not again for its format', async () => {
    expect((await seen('https://tags.example/v2/tags', { count: 1.5 })).found).toEqual([
      'seen-field-type: `count` of listTags was a number with a fraction; the contract has integer',
    ])
  })
  it('names the values of all alternatives when a request has none of them', async () => {
    expect((await seen('https://tags.example/v2/tags', undefined, { kind: 'c' })).found).toEqual([
      'seen-request-refused: `kind` of addTag is not valid: it is not one of "a", "b" (came as a text of 1 letter)',
    ])
  })
  it('is compared with a pattern that has unnecessary escapes', async () => {
    const { found, traffic } = await seen('https://tags.example/v2/tags', { name: 'a:b', count: 'many' })
    expect({ found, broken: traffic.state.broken }).toEqual({
      found: ['seen-field-type: `count` of listTags was a string; the contract has integer'],
      broken: [],
    })
    expect((await seen('https://tags.example/v2/tags', { name: 'A' })).found).toEqual([
      expect.stringContaining('seen-field-form: `name` of listTags violates pattern'),
    ])
  })
})
