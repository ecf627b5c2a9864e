import { describe, expect, it } from 'vitest'
import { compareFields } from '#drift/compare/compare-fields.ts'
import type { Item } from '#drift/compare/context.ts'
import { child, read } from '#drift/description/reading.ts'
import { drift, driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const text = { type: 'string' }
const whole = { type: 'integer' }
const answered = (schema: object) => ({ 200: { description: 'x', content: { 'application/json': { schema } } } })
const call = (operationId: string, more: object = {}) => ({ operationId, responses: answered(text), ...more })
const api = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths,
  ...more,
})
async function reported(contract: object, service: object): Promise<string[]> {
  const findings = await driftOf(await folder.file(service), await folder.file(contract))
  return findings.map(({ severity, rule, subject }) => `${severity} ${rule} ${subject}`)
}
const severeFindings = async (contract: object, service: object) =>
  (await reported(contract, service)).filter((one) => !one.startsWith('note'))

describe('of several possible paths, it compares the one that clients request', () => {
  it('below an unknown base path, in any order', async () => {
    const contract = api({ '/users': { get: call('users') }, '/admin/users': { get: call('admins') } })
    const service = api({ '/api/admin/users': { get: call('admins') }, '/api/users': { get: call('users') } })
    expect(await reported(contract, service)).toEqual([])
  })
  it.each([
    ['the shortest', '/api/users', '/api/admin/users'],
    ['the one with the same slash at its end, though it is longer', '/api/admin/users', '/api/users/'],
  ])('below an unknown base path %s, in any order', async (_what, meant, other) => {
    const contract = api({ '/users': { get: call('users') } })
    const [same, another] = [{ get: call('users') }, { get: call('other', { responses: answered(whole) }) }]
    for (const paths of [
      { [meant]: same, [other]: another },
      { [other]: another, [meant]: same },
    ])
      expect(await severeFindings(contract, api(paths))).toEqual([])
  })
  it('below the contract’s base path, beside an older one', async () => {
    const contract = api({ '/users': { get: call('users') } }, { servers: [{ url: 'https://x.example/v1' }] })
    const old = call('old', { responses: answered(whole) })
    const service = api({ '/users': { get: old }, '/v1/users': { get: call('users') } })
    expect(await reported(contract, service)).toEqual(['note call-unknown get /users'])
  })
  it('with the same trailing slash, when both exist', async () => {
    const service = api({ '/users/': { get: call('other') }, '/users': { get: call('users') } })
    expect(await severeFindings(api({ '/users': { get: call('users') } }), service)).toEqual([])
  })
})

it('a parameter that may be any text accepts a number, as rswag describes ids', async () => {
  const withId = (schema: object) =>
    api({ '/a/{id}': { get: call('a', { parameters: [{ name: 'id', in: 'path', required: true, schema }] }) } })
  expect(await reported(withId({ type: 'integer', format: 'int64' }), withId(text))).toEqual([])
  expect(await severeFindings(withId(text), withId(whole))).toEqual(['breaking request-type path parameter id string'])
  expect(await severeFindings(withId(whole), withId({ ...text, format: 'uuid' }))).toEqual([
    'breaking request-type path parameter id integer',
  ])
})
it.each([
  ['guid', 'NSwag', 'uuid'],
  ['url', 'springdoc', 'uri'],
])('reads %s, as %s writes it, as %s', async (written, _tool, standard) => {
  const withText = (format: string) => api({ '/a': { get: call('a', { responses: answered({ ...text, format }) }) } })
  expect(await reported(withText(standard), withText(written))).toEqual([])
})

describe('a nullable parameter is equal to an optional one', () => {
  const withQuery = (schema: object) =>
    api({ '/a': { get: call('a', { parameters: [{ name: 'q', in: 'query', schema }] }) } })
  const orNull = { anyOf: [text, { type: 'null' }], title: 'Q' }
  it.each([
    ['as FastAPI writes it, and as others do', orNull, text],
    ['the other way round', text, orNull],
    ['in 3.1 by a list of types', { type: ['integer', 'null'] }, whole],
  ])('%s', async (_what, ours, theirs) => {
    expect(await reported(withQuery(ours), withQuery(theirs))).toEqual([])
  })
  it('but a nullable field of a body is not', async () => {
    const withBody = (schema: object) =>
      api({ '/a': { post: call('a', { requestBody: { content: { 'application/json': { schema } } } }) } })
    expect(await severeFindings(withBody(orNull), withBody(text))).toEqual(['breaking request-null-refused a request'])
  })
})

describe('the same values', () => {
  const both = (schema: object) =>
    api({
      '/a': {
        post: call('a', {
          requestBody: { content: { 'application/json': { schema } } },
          responses: answered(schema),
        }),
      },
    })
  it.each([
    ['whole numbers from 1', { type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }],
    ['whole numbers up to 9', { type: 'integer', maximum: 9 }, { type: 'integer', exclusiveMaximum: 10 }],
    [
      'no other fields',
      { properties: { a: text }, additionalProperties: false },
      { properties: { a: text }, unevaluatedProperties: false },
    ],
    [
      'no other fields than those of an `allOf`',
      { properties: { a: text, b: whole }, additionalProperties: false },
      { allOf: [{ properties: { a: text } }], properties: { b: whole }, unevaluatedProperties: false },
    ],
    [
      'names of a map that are strings',
      { additionalProperties: whole },
      { type: 'object', additionalProperties: whole, propertyNames: text },
    ],
    ['other fields of a type', { additionalProperties: whole }, { type: 'object', unevaluatedProperties: whole }],
    ['booleans, listed', { type: 'boolean' }, { type: 'boolean', enum: [true, false] }],
  ])('%s', async (_what, one, other) => {
    expect(await reported(both(one), both(other))).toEqual([])
    expect(await reported(both(other), both(one))).toEqual([])
  })
  it('but not when a condition may name further fields', async () => {
    const named = {
      type: 'object',
      properties: { a: text },
      dependentSchemas: { a: { properties: { b: whole } } },
    }
    const [open, closed] = [both(named), both({ ...named, unevaluatedProperties: false })]
    expect(await severeFindings(open, closed)).toEqual([
      'risky request-condition a request unevaluatedProperties',
      'risky response-condition a answer unevaluatedProperties',
    ])
  })
  it('but not other numbers', async () => {
    const number = (words: object) => both({ type: 'number', ...words })
    expect(await severeFindings(number({ minimum: 0 }), number({ exclusiveMinimum: 0 }))).toEqual([
      'breaking request-range-narrower a request range low 0',
    ])
    expect(await severeFindings(number({ exclusiveMinimum: 0 }), number({ minimum: 1 }))).toEqual([
      'breaking request-range-narrower a request range low 1',
    ])
  })
})

describe('a query object and its fields as single parameters', () => {
  const schemas = {
    Pageable: {
      type: 'object',
      properties: { page: { type: 'integer', minimum: 0 }, size: whole, sort: { type: 'array', items: text } },
    },
  }
  const { page, size, sort } = schemas.Pageable.properties
  const asFields = (first: object = page) =>
    api({
      '/a': {
        get: call('a', {
          parameters: Object.entries({ page: first, size, sort }).map(([name, schema]) => ({
            name,
            in: 'query',
            schema,
          })),
        }),
      },
    })
  const pageable = { name: 'pageable', in: 'query', required: true, schema: { $ref: '#/components/schemas/Pageable' } }
  const asObject = api({ '/a': { get: call('a', { parameters: [pageable] }) } }, { components: { schemas } })
  it('are equal, as Springdoc describes it', async () => {
    expect(await reported(asFields(), asObject)).toEqual([])
    expect(await reported(asObject, asFields())).toEqual([])
  })
  it('differ when a field differs', async () => {
    expect(await severeFindings(asFields(text), asObject)).toEqual([
      'breaking request-type query parameter page string',
    ])
  })
})

describe('beside the $ref of a path item', () => {
  const item = { get: call('read') }
  const components = { components: { pathItems: { Item: item } } }
  const ref = { $ref: '#/components/pathItems/Item' }
  it('further calls are read', async () => {
    const write = { post: call('write') }
    expect(
      await reported(api({ '/a': { ...item, ...write } }), api({ '/a': { ...ref, ...write } }, components)),
    ).toEqual([])
  })
  it('a required parameter is found', async () => {
    const parameters = [{ name: 'shop', in: 'query', required: true, schema: text }]
    expect(await reported(api({ '/a': item }), api({ '/a': { ...ref, parameters } }, components))).toEqual([
      'breaking parameter-required query parameter shop',
    ])
  })
})

describe('one object that the other side divides into alternatives', () => {
  const both = (schema: object, more: object = {}) =>
    api(
      { '/a': { post: call('a', { requestBody: { content: json(schema) }, responses: answered(schema) }) } },
      { components: { schemas: more } },
    )
  const json = (schema: object) => ({ 'application/json': { schema } })
  const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required })
  const kind = (...values: unknown[]) => ({ enum: values })
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const [a, b] = [object({ kind: { const: 'a' }, x: text }), object({ kind: { const: 'b' }, x: text })]
  const merged = object({ kind: kind('b', 'a'), x: text })

  it.each<[what: string, one: object, other: object]>([
    ['with oneOf', both({ oneOf: [a, b] }), both(merged)],
    ['with anyOf, and an allOf', both({ anyOf: [b, a] }), both({ allOf: [merged] })],
    ['or null', both({ oneOf: [a, b, { type: 'null' }] }), both({ ...merged, type: ['object', 'null'] })],
    ['in a list', both({ items: { oneOf: [a, b] } }), both({ items: merged })],
    [
      'by a boolean',
      both({ oneOf: [object({ ok: { const: true }, x: text }), object({ ok: { const: false }, x: text })] }),
      both(object({ ok: { type: 'boolean' }, x: text })),
    ],
    [
      'some of which stay divided',
      both({ oneOf: [a, b, object({ kind: { const: 'c' }, y: text })] }),
      both({ oneOf: [merged, object({ kind: { const: 'c' }, y: text })] }),
    ],
    [
      'by two fields',
      both({
        oneOf: ['p', 'q'].flatMap((sub) => [
          object({ kind: { const: 'a' }, sub: { const: sub } }),
          object({ kind: { const: 'b' }, sub: { const: sub } }),
        ]),
      }),
      both(object({ kind: kind('a', 'b'), sub: kind('p', 'q') })),
    ],
    [
      'by the mapping of a discriminator, whose values replace the names of the schemas',
      both(
        {
          oneOf: [ref('A'), ref('B')],
          discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/A', b: 'B' } },
        },
        { A: object({ kind: text, x: text }), B: object({ kind: text, x: text }) },
      ),
      both(merged),
    ],
  ])('%s, is the same', async (_what, one, other) => {
    expect({ there: await reported(one, other), back: await reported(other, one) }).toEqual({ there: [], back: [] })
  })
  it('differs when one alternative differs', async () => {
    const divided = both({ oneOf: [a, object({ kind: { const: 'b' }, x: whole })] })
    expect(await reported(divided, both(merged))).toEqual([
      'breaking request-type a request.x integer',
      'breaking response-type a answer.x string',
    ])
    expect(await reported(both(merged), divided)).toEqual([
      'breaking request-type a request.x string',
      'breaking response-type a answer.x integer',
    ])
  })
  it('is divided by a field that may be any string, as protobuf has no constants', async () => {
    const [card, points] = [
      object({ kind: { const: 'a' }, mask: text }),
      object({ kind: { const: 'b' }, points: whole }),
    ]
    const divided = both({ oneOf: [card, points] })
    const flat = both(object({ kind: text, mask: text, points: text }, ['kind']))
    expect(await reported(divided, flat)).toEqual([
      'breaking request-type a request.points integer',
      'breaking response-type a answer.points string',
      'note request-enum-open a request.kind',
      'note request-field-optional a request.mask',
      'note request-field-optional a request.points',
      'note response-enum-open a answer.kind',
      'note response-flat-optional a answer.mask',
      'note response-flat-optional a answer.points',
    ])
  })
  it('is divided by such a field and keeps what another part says of it', async () => {
    const divided = both({
      oneOf: [object({ kind: { const: 'a' }, mask: text }), object({ kind: { const: 'b' }, points: text })],
    })
    const readOnly = { properties: { kind: { readOnly: true } } }
    for (const field of [text, { anyOf: [{ type: 'string', enum: ['a', 'z'] }, text] }])
      expect(
        await severeFindings(
          divided,
          both({ allOf: [object({ kind: field, mask: text, points: text }, ['kind']), readOnly] }),
        ),
      ).toContain('breaking request-field-read-only a request.kind')
  })
  it('is divided by such a field when it lists some of its values, as an open enum does', async () => {
    const divided = both({
      oneOf: [object({ kind: { const: 'a' }, mask: text }), object({ kind: { const: 'b' }, points: whole })],
    })
    const flat = (field: object) => both(object({ kind: field, mask: text, points: text }, ['kind']))
    const open = (...values: string[]) => flat({ anyOf: [{ type: 'string', enum: values }, text] })
    expect(await reported(divided, open('a'))).toEqual(await reported(divided, flat(text)))
    const severe = await severeFindings(divided, flat(text))
    expect(await severeFindings(divided, open('a', 'b'))).toEqual(severe)
    expect(await severeFindings(divided, open('a', 'z'))).toEqual([
      ...severe,
      'risky response-value-unknown a answer.kind "z"',
    ])
  })
  it('is divided by such a field when it may be null too', async () => {
    const flat = (type: string | string[]) =>
      both({ ...object({ kind: text, mask: text, points: text }, ['kind']), type })
    const alternatives = [object({ kind: { const: 'a' }, mask: text }), object({ kind: { const: 'b' }, points: whole })]
    expect(await reported(both({ oneOf: [...alternatives, { type: 'null' }] }), flat(['object', 'null']))).toEqual(
      await reported(both({ oneOf: alternatives }), flat('object')),
    )
  })
  it('is not divided by a field that may be any number', async () => {
    const [one, other] = [object({ kind: { const: 1 }, x: text }), object({ kind: { const: 2 }, x: whole })]
    expect(await reported(both({ oneOf: [one, other] }), both(object({ kind: whole, x: text })))).toEqual([
      'breaking request-type a request.x integer',
      'note request-enum-open a request.kind',
      'note response-enum-open a answer.kind',
    ])
  })
  it('is not divided by a value that no alternative has', async () => {
    const own = (sub: string, x: object) => object({ kind: { const: 'a' }, sub: { const: sub }, x })
    const flat = both(object({ kind: kind('a', 'z'), sub: kind('p', 'q'), x: text }))
    expect(await reported(both({ oneOf: [own('p', text), own('q', whole)] }), flat)).toEqual([
      'breaking request-type a request.x integer',
      'breaking response-type a answer.x string',
      'risky response-value-unknown a answer.kind "z"',
      'note request-value-new a request.kind "z"',
    ])
  })
  it('is not divided by such a field when it is an alternative itself, and the other side has a discriminator', async () => {
    const schemas = { A: object({ kind: text, x: text }), B: object({ kind: text, y: text }) }
    const open = { oneOf: [ref('A'), ref('B')] }
    const discriminator = { propertyName: 'kind', mapping: { a: '#/components/schemas/A', b: 'B' } }
    const tagged = both({ ...open, discriminator }, schemas)
    expect(await reported(tagged, both(open, schemas))).toEqual(
      ['request', 'response'].flatMap((way) => ['A', 'B'].map((name) => `note ${way}-enum-open ${name}.kind`)),
    )
    expect(await severeFindings(both(open, schemas), tagged)).toEqual(
      ['A', 'B'].map((name) => `breaking request-enum-set ${name}.kind`),
    )
  })
  it('is one finding when only one of two is accepted any more', async () => {
    const [first, second] = [object({ kind: { const: 'a' }, x: text }), object({ kind: { const: 'b' }, y: text })]
    const named = { A: first, B: second }
    const found = await severeFindings(both({ oneOf: [ref('A'), ref('B')] }, named), both(ref('A'), named))
    expect(found).toEqual(['breaking request-value-refused a request.kind "b"'])
  })
  it('differs in an alternative, without a word on the values of the others', async () => {
    const c = object({ kind: { const: 'c' }, x: text })
    expect(await reported(both({ oneOf: [a, b] }), both({ oneOf: [b, c] }))).toEqual([
      'breaking request-value-refused a request.kind "a"',
      'risky response-value-unknown a answer.kind "c"',
    ])
  })
  it('says in which of them a field is required, unless it is in all', async () => {
    const names = ['a', 'b', 'c']
    const alternatives = (...fields: string[][]) =>
      both({
        oneOf: names.map((name, nth) => object({ kind: { const: name }, x: text, y: text }, ['kind', ...fields[nth]!])),
      })
    const flat = both(object({ kind: kind(...names), x: text, y: text }, ['kind']))
    const requiredFields = async (other: object) =>
      (await driftOf(await folder.file(other), await folder.file(flat)))
        .filter(({ rule }) => rule === 'request-field-required')
        .map(({ says }) => says.split(': ', 1)[0])
    expect(await requiredFields(alternatives(['x'], [], []))).toEqual([
      '`a request.x` is required; the contract allows leaving it out (only if `kind` is "a")',
    ])
    expect(await requiredFields(alternatives(['x'], ['x'], []))).toEqual([
      '`a request.x` is required; the contract allows leaving it out (only if `kind` is "a" or `kind` is "b")',
    ])
    expect(await requiredFields(alternatives(['x'], ['x'], ['x']))).toEqual([
      '`a request.x` is required; the contract allows leaving it out',
    ])
  })
  describe('says of which alternatives a difference is', () => {
    const requests = async (service: object, contract: object) =>
      (await driftOf(await folder.file(service), await folder.file(contract)))
        .filter(({ rule }) => rule.startsWith('request'))
        .map(({ says }) => says.split(': ', 1)[0])
    const part = (values: string[], required: string[], more: object = {}) =>
      object({ kind: kind(...values), x: text, y: text, ...more }, ['kind', ...required])
    const names = ['a', 'b', 'c', 'd', 'e']
    const flat = part(names, [])
    const isRequired = (field: string) => `\`a request.${field}\` is required; the contract allows leaving it out`

    it.each([
      [3, '`kind` is "a" or `kind` is "b" or `kind` is "c"'],
      [4, '`kind` is "a" or `kind` is "b" or `kind` is "c" …'],
    ])('by the values of the first three of %i', async (count, some) => {
      const parts = names.map((name, nth) => part([name], nth < count ? ['x'] : []))
      expect(await requests(both({ oneOf: parts }), both(flat))).toEqual([`${isRequired('x')} (only if ${some})`])
    })
    it('for each field, by several values of one alternative', async () => {
      const parts = [part(['a', 'b'], ['x']), part(['c', 'd', 'e'], ['y'])]
      expect(await requests(both({ oneOf: parts }), both(flat))).toEqual([
        `${isRequired('x')} (only if \`kind\` is "a" or "b")`,
        `${isRequired('y')} (only if \`kind\` is "c" or "d" or "e")`,
      ])
    })
    it('for each kind of difference of one field', async () => {
      const parts = [part(['a', 'b'], ['x']), part(['c', 'd', 'e'], [], { x: { ...text, readOnly: true } })]
      expect(await requests(both({ oneOf: parts }), both(flat))).toEqual([
        '`a request.x` is read-only (only if `kind` is "c" or "d" or "e")',
        `${isRequired('x')} (only if \`kind\` is "a" or "b")`,
      ])
    })
    it('by two fields', async () => {
      const parts = ['p', 'q'].flatMap((sub) =>
        ['a', 'b'].map((one) => part([one], one === 'a' && sub === 'p' ? ['x'] : [], { sub: { const: sub } })),
      )
      const twoFields = part(['a', 'b'], [], { sub: kind('p', 'q') })
      expect(await requests(both({ oneOf: parts }), both(twoFields))).toEqual([
        `${isRequired('x')} (only if \`kind\` is "a" and \`sub\` is "p")`,
      ])
    })
    it('where the contract has the alternatives', async () => {
      const parts = [part(['a', 'b'], []), part(['c', 'd', 'e'], ['x'])]
      expect(await requests(both(part(names, ['x'])), both({ oneOf: parts }))).toEqual([
        `${isRequired('x')} (only if \`kind\` is "a" or "b")`,
      ])
    })
    it.each([
      ['a text', text, { oneOf: [flat, text] }],
      ['null', { type: 'null' }, { ...flat, type: ['object', 'null'] }],
    ])('unless it is in all, beside %s', async (_what, other, contract) => {
      const parts = [part(['a', 'b'], ['x']), part(['c', 'd', 'e'], ['x'])]
      expect(await requests(both({ oneOf: [...parts, other] }), both(contract))).toEqual([isRequired('x')])
    })
  })
  it('also differs in its other fields when neither side has alternatives and the value differs', async () => {
    const other = object({ kind: { const: 'b' }, x: whole })
    expect(await severeFindings(both(a), both(other))).toEqual([
      'breaking request-type a request.x string',
      'breaking request-value-refused a request.kind "a"',
      'breaking response-type a answer.x integer',
      'risky response-value-unknown a answer.kind "b"',
    ])
  })
  it('differs in each value that no alternative has', async () => {
    const [divided, more] = [both({ oneOf: [a, b] }), both(object({ kind: kind('a', 'b', 'c', 'd'), x: text }))]
    expect(await severeFindings(divided, more)).toEqual(
      ['c', 'd'].map((one) => `risky response-value-unknown a answer.kind "${one}"`),
    )
    expect(await severeFindings(more, divided)).toEqual(
      ['c', 'd'].map((one) => `breaking request-value-refused a request.kind "${one}"`),
    )
  })
  it('differs in a value that no alternative has, also when the field is optional', async () => {
    const more = both(object({ kind: kind('a', 'b', 'c'), x: text }, ['x']))
    expect(await severeFindings(both({ oneOf: [a, b] }), more)).toEqual([
      'breaking response-field-optional a answer.kind',
      'risky response-value-unknown a answer.kind "c"',
    ])
    expect(await severeFindings(more, both({ oneOf: [a, b] }))).toEqual([
      'breaking request-field-required a request.kind',
      'breaking request-value-refused a request.kind "c"',
    ])
  })
  it('cannot describe a field as always present in one alternative', async () => {
    const own = (name: string, ...fields: string[]) =>
      object({ kind: { const: name }, ...Object.fromEntries(fields.map((field) => [field, text])) })
    const divided = both({ oneOf: [own('a', 'x', 'z'), own('b', 'y', 'z')] })
    const together = both(object({ kind: kind('a', 'b'), x: text, y: text, z: text }, ['kind']))
    expect(await reported(divided, together)).toEqual([
      'breaking response-field-optional a answer.z',
      ...['x', 'y', 'z'].map((field) => `note request-field-optional a request.${field}`),
      ...['x', 'y'].map((field) => `note response-flat-optional a answer.${field}`),
    ])
    expect(await severeFindings(together, divided)).toEqual(
      ['x', 'y', 'z'].map((field) => `breaking request-field-required a request.${field}`),
    )
    const [older, newer] = await Promise.all([divided, together].map((one) => folder.file(one)))
    const { out } = await drift(['changes', older!, newer!])
    expect(out.match(/may be missing/g)).toHaveLength(3)
    expect(out).toContain('3 breaking')
  })
  it('has the fields of each alternative; a field that is missing everywhere is found', async () => {
    const own = (name: string, field: string) => object({ kind: { const: name }, [field]: text }, ['kind'])
    const divided = both({ oneOf: [own('a', 'x'), own('b', 'y')] })
    const together = (...fields: string[]) =>
      both(object({ kind: kind('a', 'b'), ...Object.fromEntries(fields.map((name) => [name, text])) }, ['kind']))
    expect({
      there: await reported(divided, together('x', 'y')),
      back: await reported(together('x', 'y'), divided),
    }).toEqual({ there: [], back: [] })
    expect(await severeFindings(divided, together('x'))).toEqual([
      'risky request-field-ignored a request.y',
      'risky response-field-gone a answer.y',
    ])
    const required = both(object({ kind: kind('a', 'b'), x: text, y: text }, ['kind', 'x']))
    expect(await severeFindings(required, divided)).toContain('breaking response-field-missing a answer.x')
    expect(await severeFindings(together('x', 'y', 'z'), divided)).toEqual([
      'risky request-field-ignored a request.z',
      'risky response-field-gone a answer.z',
    ])
  })
})

it.each(['maxItems', 'maxLength', 'maxProperties'])('does not read the largest int as a %s', async (word) => {
  const of = (more: object) =>
    api({ '/a': { post: call('a', { requestBody: { content: { 'application/json': { schema: more } } } }) } })
  expect(
    await reported(
      of({ type: ['array', 'string', 'object'] }),
      of({ type: ['array', 'string', 'object'], [word]: 2 ** 31 - 1 }),
    ),
  ).toEqual([])
})

it.each([
  ['of int, as springdoc and NSwag write them', -(2 ** 31), 2 ** 31 - 1],
  ['of a safe integer, as zod writes them', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['of a long', -(2 ** 63), 2 ** 63],
  ['of a double, as Swashbuckle writes them', -Number.MAX_VALUE, Number.MAX_VALUE],
  ['of a decimal of .NET', -7.922816251426434e28, 7.922816251426434e28],
])('reads the ends %s as no limits of a number', async (_what, minimum, maximum) => {
  const of = (more: object) => {
    const schema = { type: 'integer', ...more }
    return api({
      '/a': {
        post: call('a', { requestBody: { content: { 'application/json': { schema } } }, responses: answered(schema) }),
      },
    })
  }
  expect(await reported(of({}), of({ minimum, maximum }))).toEqual([])
  expect(await severeFindings(of({}), of({ minimum, maximum: 9 }))).toEqual([
    'risky request-range-set a request range high 9',
  ])
})

it.each([
  ['integer', '^-?(?:0|[1-9]\\d*)$'],
  ['number', '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$'],
])('reads no %s as a string, which ASP.NET 10 accepts and does not return', async (type, pattern) => {
  const of = (schema: object) =>
    api({
      '/a': {
        post: call('a', { requestBody: { content: { 'application/json': { schema } } }, responses: answered(schema) }),
      },
    })
  const both = { type: ['null', type, 'string'], pattern }
  expect(await reported(of({ type: ['null', type] }), of(both))).toEqual([])
  expect(await reported(of(both), of({ type: ['null', type] }))).toEqual([])
  expect(await severeFindings(of({ type: ['null', type] }), of({ ...both, pattern: '^[0-9]+$' }))).toEqual([
    'breaking response-type a answer string',
  ])
})

it.each(['nullable', 'x-nullable'])('reads %s beside a schema’s $ref', async (word) => {
  const of = (schema: object) =>
    api({ '/a': { get: call('a', { responses: answered(schema) }) } }, { components: { schemas: { A: text } } })
  expect(
    await reported(of({ $ref: '#/components/schemas/A', [word]: true }), of({ type: ['string', 'null'] })),
  ).toEqual([])
})

it('names schemas that are not compared because there are too many', async () => {
  const reading = await read(await folder.file({ a: text, b: whole }))
  const [a, b] = [child(reading.root, 'a')!, child(reading.root, 'b')!]
  const compared = new Map(Array.from({ length: 100_000 }, (_, nth): [string, Item[]] => [String(nth), []]))
  const context = {
    mode: 'spec',
    call: 'a',
    direction: 'response',
    ours: reading,
    theirs: reading,
    compared,
    deferred: [],
  } as const
  expect(compareFields({ ...context, deferred: [] }, { ours: [a], theirs: [b] }, 'x')).toEqual([])
  expect([...reading.tooMany]).toEqual([expect.stringMatching(/\.json:.*: schemas beyond the first 100000 pairs$/)])
  compared.delete('0')
  expect(compareFields({ ...context, deferred: [] }, { ours: [a], theirs: [b] }, 'x')).toMatchObject([
    { rule: 'response-type' },
  ])
  reading.tooMany.clear()
  compareFields({ ...context, deferred: [] }, { ours: [a], theirs: [b] }, 'x')
  expect([...reading.tooMany]).toEqual([])
})

it('follows a $ref in place of an operation', async () => {
  const write = (schema: object) => call('write', { requestBody: { content: { 'application/json': { schema } } } })
  const inPlace = (schema: object) =>
    api(
      { '/a': { post: { $ref: '#/components/x-calls/write' } } },
      { components: { 'x-calls': { write: write(schema) } } },
    )
  expect(await reported(api({ '/a': { post: write(text) } }), inPlace(text))).toEqual([])
  expect(await severeFindings(inPlace(text), inPlace({ type: 'integer' }))).toEqual([
    'breaking request-type write request string',
  ])
})

it('finds that a list of any values now takes only strings', async () => {
  const withBody = (schema: object) =>
    api({ '/a': { post: call('a', { requestBody: { content: { 'application/json': { schema } } } }) } })
  expect(await severeFindings(withBody({ type: 'array' }), withBody({ type: 'array', items: text }))).toEqual([
    'breaking request-type a request[]',
  ])
})

it('ignores header parameters that OpenAPI 3 ignores', async () => {
  const withHeader = (name: string) => {
    const parameters = [{ name, in: 'header', required: true, schema: text }]
    return api({ '/a': { get: call('a', { parameters }) } })
  }
  const without = api({ '/a': { get: call('a') } })
  for (const name of ['Authorization', 'accept', 'Content-Type'])
    expect({
      gone: await severeFindings(withHeader(name), without),
      added: await severeFindings(without, withHeader(name)),
    }).toEqual({ gone: [], added: [] })
  expect(await severeFindings(without, withHeader('X-Shop'))).toEqual([
    'breaking parameter-required header parameter x-shop',
  ])
})
