import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keywords } from '../keywords.ts'
import type { Part } from '../parcels.ts'
import { drift, driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const S = (d: Part, path: string): Part => d.paths[path].get.responses[200].content['application/json'].schema
/** A change, and whether clients are affected. */
const changes: [is: 'found' | 'silent', what: string, change: (d: Part) => unknown][] = [
  [
    'found',
    'dynamicAnchor schema narrowed',
    (d) => {
      d.components.schemas.IntTree.properties.v = { type: 'string' }
    },
  ],
  [
    'found',
    'unevaluatedProperties true',
    (d) => {
      S(d, '/uneval').unevaluatedProperties = true
    },
  ],
  [
    'found',
    'prefixItems swapped',
    (d) => {
      S(d, '/tuple').properties.t.prefixItems.reverse()
    },
  ],
  [
    'found',
    'items open beyond tuple',
    (d) => {
      delete S(d, '/tuple').properties.t.items
    },
  ],
  [
    'found',
    'dependentSchemas gone',
    (d) => {
      delete S(d, '/depsch').dependentSchemas
    },
  ],
  [
    'found',
    'dependentRequired other',
    (d) => {
      S(d, '/depreq').dependentRequired = { b: ['a'] }
    },
  ],
  [
    'found',
    'else other',
    (d) => {
      S(d, '/cond').else = { required: [] }
    },
  ],
  [
    'found',
    'contentMediaType other',
    (d) => {
      S(d, '/media').properties.pic.contentMediaType = 'image/gif'
    },
  ],
  [
    'found',
    'contentSchema other',
    (d) => {
      S(d, '/media').properties.doc.contentSchema = { type: 'array' }
    },
  ],
  [
    'silent',
    'const as enum',
    (d) => {
      S(d, '/const').properties.w = { enum: ['a'] }
    },
  ],
  [
    'found',
    'const other',
    (d) => {
      S(d, '/const').properties.v = { const: 2 }
    },
  ],
  [
    'found',
    'path-level param type',
    (d) => {
      d.paths['/items/{id}'].parameters[0].schema = { type: 'string', format: 'uuid' }
    },
  ],
  [
    'found',
    'op param override gone: required lang',
    (d) => {
      delete d.paths['/items/{id}'].get.parameters
    },
  ],
  [
    'silent',
    'path-level param moved to ops',
    (d) => {
      const p = d.paths['/items/{id}']
      const [id, lang] = p.parameters
      delete p.parameters
      p.get.parameters = [id, ...p.get.parameters]
      for (const m of ['delete', 'head', 'options']) p[m].parameters = [id, lang]
    },
  ],
  [
    'found',
    'server of path other base',
    (d) => {
      d.paths['/own'].servers[0].url = 'https://b.example/new'
    },
  ],
  [
    'found',
    'style spaceDelimited->pipe',
    (d) => {
      d.paths['/style'].get.parameters[0].style = 'pipeDelimited'
    },
  ],
  [
    'found',
    'explode of object',
    (d) => {
      d.paths['/style'].get.parameters[1].explode = false
    },
  ],
  [
    'found',
    'cookie other name',
    (d) => {
      d.paths['/style'].get.parameters[3].name = 'session'
    },
  ],
  [
    'found',
    'matrix to simple',
    (d) => {
      d.paths['/mat/{m}'].get.parameters[0].style = 'simple'
    },
  ],
  [
    'silent',
    'multipart encoding other',
    (d) => {
      d.paths['/up'].post.requestBody.content['multipart/form-data'].encoding.file.contentType = 'image/gif'
    },
  ],
  [
    'found',
    'readOnly lost (now required in requests)',
    (d) => {
      delete d.paths['/ro'].post.requestBody.content['application/json'].schema.properties.id.readOnly
    },
  ],
  [
    'found',
    'HEAD gone',
    (d) => {
      delete d.paths['/items/{id}'].head
    },
  ],
  [
    'found',
    'HEAD header gone',
    (d) => {
      delete d.paths['/items/{id}'].head.responses[200].headers
    },
  ],
  [
    'found',
    '204 gets a body',
    (d) => {
      d.paths['/items/{id}'].delete.responses = {
        200: { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } },
      }
    },
  ],
  [
    'found',
    'default other',
    (d) => {
      d.paths['/def'].get.responses.default.content['application/json'].schema.required = []
    },
  ],
  [
    'found',
    '4XX gone',
    (d) => {
      delete d.paths['/def'].get.responses['4XX']
    },
  ],
  [
    'silent',
    'content type with charset',
    (d) => {
      const c = d.paths['/def'].get.responses[200].content
      c['application/json; charset=utf-8'] = c['application/json']
      delete c['application/json']
    },
  ],
  [
    'found',
    'second JSON media other schema',
    (d) => {
      d.paths['/multi'].get.responses[200].content['application/vnd.b+json'].schema.required = []
    },
  ],
  [
    'found',
    'csv pattern',
    (d) => {
      d.paths['/multi'].get.responses[200].content['text/csv'].schema.pattern = '^name,'
    },
  ],
  [
    'found',
    'allOf closed now open',
    (d) => {
      delete S(d, '/all').allOf[0].additionalProperties
    },
  ],
  [
    'found',
    'propertyNames gone',
    (d) => {
      delete S(d, '/props').propertyNames
    },
  ],
  [
    'found',
    'patternProperties type',
    (d) => {
      S(d, '/pat').patternProperties['^n_'] = { type: 'string' }
    },
  ],
  [
    'found',
    'minContains',
    (d) => {
      S(d, '/contains').properties.l.minContains = 1
    },
  ],
  [
    'found',
    'false schema now there',
    (d) => {
      S(d, '/false').properties.never = { type: 'string' }
    },
  ],
  [
    'found',
    'beside $ref gone',
    (d) => {
      delete S(d, '/beside').properties.a.maxLength
    },
  ],
  [
    'silent',
    '$ref beside as allOf',
    (d) => {
      S(d, '/beside').properties.a = { allOf: [{ $ref: '#/components/schemas/Str' }, { maxLength: 3 }] }
    },
  ],
  [
    'found',
    'ndjson itemless schema',
    (d) => {
      d.paths['/ndjson'].get.responses[200].content['application/x-ndjson'].schema.required = ['b']
    },
  ],
  [
    'found',
    'pattern in path beside braces',
    (d) => {
      d.paths['/range/{id}.json'].get.parameters[0].schema.pattern = '^[0-9]+$'
    },
  ],
  [
    'silent',
    '3.0 nullable with enum null',
    (d) => {
      S(d, '/types').properties.a = {
        anyOf: [{ type: 'string', enum: ['x'] }, { type: 'integer', enum: [1] }, { type: 'null' }],
      }
    },
  ],
  [
    'found',
    'deepObject inner type',
    (d) => {
      d.paths['/deep'].get.parameters[0].schema.properties.a.properties.b.type = 'string'
    },
  ],
  [
    'found',
    'another JSON media type is gone',
    (d) => delete d.paths['/multi'].get.responses[200].content['application/vnd.b+json'],
  ],
  ['found', 'the first of two ifs', (d) => (S(d, '/ifs').allOf[0].then.required = ['phone'])],
  ['found', 'the second of two ifs', (d) => (S(d, '/ifs').allOf[1].then.required = ['pan'])],
  ['found', 'one of two nots is gone', (d) => S(d, '/ifs').allOf[2].allOf.pop()],
  ['silent', 'ifs in another order', (d) => S(d, '/ifs').allOf.push(S(d, '/ifs').allOf.shift())],
  ['silent', 'constants as a list', (d) => (S(d, '/ifs').properties.by = { enum: ['card', 'sbp'] })],
  ['found', 'one more constant', (d) => S(d, '/ifs').properties.by.oneOf.push({ const: 'cash' })],
  ['silent', 'a step that is a multiple of the step', (d) => (S(d, '/ifs').properties.sum.multipleOf = 0.1)],
  ['found', 'a finer step', (d) => (S(d, '/ifs').properties.sum.multipleOf = 0.005)],
  ['silent', 'a path with percent signs', (d) => moved(d, '/a b/{id}', '/%61%20b/{id}')],
  ['found', 'a path with an encoded slash', (d) => moved(d, '/a b/{id}', '/a b%2F{id}')],
]
function moved(d: Part, from: string, to: string): void {
  d.paths[to] = d.paths[from]
  delete d.paths[from]
}

describe('descriptions with rare keywords', () => {
  it.each(changes)('%s: %s', async (is, _, change) => {
    const theirs = keywords()
    change(theirs)
    const found = (
      await driftOf(await folder.file(theirs, 'theirs.json'), await folder.file(keywords(), 'ours.json'))
    ).map(({ says }) => says)
    expect({ is: found.length > 0 ? 'found' : 'silent', found }).toEqual({ is, found: expect.anything() })
  })
  it('compares keywords beside a $ref for each use', async () => {
    const of = (long: number) => {
      const d = keywords()
      Object.assign(S(d, '/beside').properties, {
        b: { $ref: '#/components/schemas/Str' },
        c: { $ref: '#/components/schemas/Str', maxLength: long },
      })
      return d
    }
    const found = await driftOf(await folder.file(of(9), 'nine.json'), await folder.file(of(5), 'five.json'))
    expect(found.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['response-length-wider', 'beside answer.c length high 9'],
    ])
  })
  it('follows a $ref in place of all fields of an object, into another file', async () => {
    const of = async (name: string, type: string) => {
      await mkdir(join(folder.path, 'below'), { recursive: true })
      await folder.file({ it: { type } }, `below/of-${name}`)
      const fields = await folder.file({ fields: { b: { $ref: `of-${name}#/it` } } }, `below/fields-${name}`)
      const d = keywords()
      Object.assign(S(d, '/beside'), { properties: { $ref: `${fields}#/fields` } })
      return folder.file(d, name)
    }
    const found = await driftOf(await of('texts.json', 'string'), await of('numbers.json', 'number'))
    expect(found.map(({ rule, subject }) => [rule, subject])).toEqual([['response-type', 'it string']])
  })
  it('names what is not looked at', async () => {
    const place = await folder.file(keywords(), 'same.json')
    expect((await drift(['spec', place, '--contract', place])).out).toMatch(
      /Not looked at\n[^]* #\/components\/schemas\/Tree\/properties\/kids\/items: what its \$dynamicRef leads to\n *#\/paths\/~1all\/get\/responses\/200\/content\/application~1json\/schema: that a closed part of it refuses [^\n]*\n *up: the encoding of fields in multipart\/form-data/,
    )
  })
})
