import { describe, expect, it } from 'vitest'
import type { RuleId } from '#drift/rules/rules.ts'
import { drift, driftOf, folderOfFile } from '../support.ts'
import { parcels, type Part } from '../parcels.ts'

const folder = folderOfFile()
const schema = (document: Part, name: string): Part => document.components.schemas[name]
const fields = (document: Part): Part => schema(document, 'Parcel').properties
const list = (document: Part): Part => document.paths['/parcels'].get
const parameter = (document: Part, wanted: string): Part =>
  list(document).parameters.find(({ name }: { name: string }) => name === wanted)
const draft = (document: Part): Part => schema(document, 'Draft').allOf
const moved = (document: Part, from: string, to: string) => {
  document.paths[to] = document.paths[from]
  delete document.paths[from]
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (of: object) => ({ description: 'x', content: { 'application/json': { schema: of } } })
const pageHeader = (document: Part): Part => list(document).responses[200].headers['X-Page']
const hookOf = (document: Part): Part => document.paths['/parcels'].post.callbacks.moved['{$request.body#/hook}'].post
/** Replaces a response for a range of statuses by responses for single statuses. */
function splitRange(of: Part, from: string, to: string[]): Part {
  const responses = of.responses ?? list(of).responses
  for (const status of to) responses[status] = structuredClone(responses[from])
  delete responses[from]
  return responses
}

/** A change of the service's description, and the finding that must report it. */
const planted: [what: string, rule: RuleId, subject: RegExp, change: (document: Part) => unknown][] = [
  [
    'nullable beside allOf',
    'response-null',
    /Parcel\.sender/,
    (d) => (fields(d).sender = { nullable: true, allOf: [ref('Person')] }),
  ],
  [
    'null as an alternative',
    'response-null',
    /Parcel\.sender/,
    (d) => (fields(d).sender = { oneOf: [ref('Person'), { type: 'null' }] }),
  ],
  [
    'a value of the discriminator has another name',
    'response-value-unknown',
    /Way\.by "plane"/,
    (d) => (schema(d, 'Way').discriminator.mapping = { plane: '#/components/schemas/Air', road: 'Road' }),
  ],
  [
    'values of the discriminator are swapped',
    'response-field-gone',
    /Air\.flight/,
    (d) => (schema(d, 'Way').discriminator.mapping = { air: 'Road', road: 'Air' }),
  ],
  [
    'the discriminator is another field',
    'response-discriminator',
    /Way/,
    (d) => (schema(d, 'Way').discriminator.propertyName = 'kind'),
  ],
  [
    'one alternative more',
    'response-value-unknown',
    /Way\.by "Sea"/,
    (d) => {
      d.components.schemas.Sea = { type: 'object', required: ['by'], properties: { by: { type: 'string' } } }
      schema(d, 'Way').oneOf.push(ref('Sea'))
    },
  ],
  [
    'the default of a number in the query',
    'request-default',
    /query parameter limit/,
    (d) => (parameter(d, 'limit').schema.default = 50),
  ],
  [
    'the default of a listed value in the query',
    'request-default',
    /query parameter sort/,
    (d) => (parameter(d, 'sort').schema.default = 'old'),
  ],
  [
    'a parameter goes from the query to a header',
    'parameter-gone',
    /query parameter sort/,
    (d) => (parameter(d, 'sort').in = 'header'),
  ],
  [
    'another version in the media type of a request',
    'request-media-type-refused',
    /putDraft/,
    (d) => {
      const { requestBody } = d.paths['/drafts'].put
      requestBody.content = { 'application/vnd.parcel.v2+json': Object.values(requestBody.content)[0] }
    },
  ],
  [
    'another version in the media type of an answer',
    'response-media-type',
    /sendParcel 201/,
    (d) => {
      const answer = d.paths['/parcels'].post.responses[201]
      answer.content = { 'application/vnd.parcel.v2+json': Object.values(answer.content)[0] }
    },
  ],
  [
    'a request by the general name of JSON only',
    'request-media-type-refused',
    /putDraft/,
    (d) => {
      const { requestBody } = d.paths['/drafts'].put
      requestBody.content = { 'application/json': Object.values(requestBody.content)[0] }
    },
  ],
  [
    'what a pattern of names leads to',
    'response-value-unknown',
    /Unit "ft"/,
    (d) => (schema(d, 'Unit').enum = ['cm', 'ft']),
  ],
  [
    'what is forbidden, behind a reference',
    'response-condition',
    /Parcel\.other not/,
    (d) => (schema(d, 'Unit').enum = ['cm']),
  ],
  [
    'one place of a tuple',
    'response-type',
    /Parcel\.sizes\[0\]/,
    (d) => (fields(d).sizes.prefixItems[0] = { type: 'string' }),
  ],
  ['a tuple may be longer', 'response-condition', /Parcel\.sizes items/, (d) => delete fields(d).sizes.items],
  [
    'a map of other values',
    'response-type',
    /Parcel\.labels\.\* string/,
    (d) => (fields(d).labels.additionalProperties = { type: 'string' }),
  ],
  [
    'named fields in the place of a map',
    'response-type',
    /Points\.moscow string/,
    (d) =>
      (d.components.schemas.Points = {
        type: 'object',
        properties: { moscow: { type: 'string' } },
        additionalProperties: false,
      }),
  ],
  [
    'a map in the place of named fields',
    'request-type',
    /Draft\.name string/,
    (d) => (draft(d)[0] = { type: 'object', required: ['name'], additionalProperties: { type: 'integer' } }),
  ],
  [
    'a free map takes integers only',
    'request-type',
    /Draft\.free/,
    (d) => (draft(d)[1].properties.free.additionalProperties = { type: 'integer' }),
  ],
  [
    'a map takes shorter texts',
    'request-length-set',
    /Draft\.tags\.\*/,
    (d) => (draft(d)[1].properties.tags.additionalProperties.maxLength = 3),
  ],
  [
    'allOf requires one field more',
    'request-field-required',
    /Draft\.size/,
    (d) => draft(d).push({ required: ['size'] }),
  ],
  [
    'allOf narrows a number',
    'request-range-narrower',
    /Draft\.size/,
    (d) => draft(d).push({ properties: { size: { minimum: 5 } } }),
  ],
  ['one constant less', 'request-value-refused', /Draft\.mode "b"/, (d) => draft(d)[1].properties.mode.anyOf.pop()],
  [
    'an int64 as a text',
    'response-type',
    /Parcel\.id string/,
    (d) => (fields(d).id = { type: 'string', format: 'int64' }),
  ],
  ['a time becomes a day', 'response-format-changed', /Parcel\.at date/, (d) => (fields(d).at.format = 'date')],
  ['a time becomes a number', 'response-type', /Parcel\.at integer/, (d) => (fields(d).at = { type: 'integer' })],
  ['a slash at the end of a path', 'call-end-slash', /listPoints/, (d) => moved(d, '/points', '/points/')],
  [
    'another name behind a colon',
    'call-missing',
    /openPoint/,
    (d) => moved(d, '/points/{id}:open', '/points/{id}:unlock'),
  ],
  [
    'a server without the version that clients ask for',
    'base-other',
    /\/v1/,
    (d) => (d.servers[0].variables.version = { default: 'v1', enum: ['v1'] }),
  ],
  [
    'a path has servers of its own',
    'base-other',
    /listPoints \/other/,
    (d) => (d.paths['/points'].servers = [{ url: '/other' }]),
  ],
  [
    'a call has servers of its own',
    'base-other',
    /listPoints \/other/,
    (d) => (d.paths['/points'].get.servers = [{ url: '/other' }]),
  ],
  [
    'a call with servers of its own is with the others',
    'base-other',
    /getArchive/,
    (d) => delete d.paths['/archive'].servers,
  ],
  [
    'two ways of signing in become one',
    'security-other',
    /.+/,
    (d) => (d.security = [{ key: [], oauth: ['read'], basic: [] }]),
  ],
  ['one of two ways of signing in is gone', 'security-other', /HTTP basic/, (d) => d.security.pop()],
  [
    'a key is in another header',
    'security-other',
    /x-api-key/,
    (d) => (d.components.securitySchemes.key.name = 'X-Api-Key'),
  ],
  ['one scope more', 'security-scope', /write/, (d) => d.security[0].oauth.push('write')],
  [
    'tokens from another address',
    'security-address',
    /tokenUrl/,
    (d) => (d.components.securitySchemes.oauth.flows.clientCredentials.tokenUrl = 'https://new.example/token'),
  ],
  ['a webhook lacks a field', 'response-field-optional', /Move\.id/, (d) => (schema(d, 'Move').required = [])],
  [
    'a callback has another type',
    'response-type',
    /Move\.id string/,
    (d) => (schema(d, 'Move').properties.id.type = 'string'),
  ],
  ['another pattern', 'response-pattern-changed', /Parcel\.note/, (d) => (fields(d).note.pattern = '^[a-z0-9]+$')],
  [
    'the 202 lacks a field',
    'response-field-missing',
    /listParcels 202\.job/,
    (d) => (list(d).responses[202].content['application/json'].schema = { type: 'object' }),
  ],
  [
    'one status of a range has a shape of its own',
    'response-field-missing',
    /title/,
    (d) =>
      (list(d).responses[404] = {
        description: 'x',
        content: { 'application/problem+json': { schema: { type: 'object', properties: {} } } },
      }),
  ],
  ['a list in the query is exploded', 'parameter-style', /ids/, (d) => (parameter(d, 'ids').explode = true)],
  [
    'a parameter that is JSON has other items',
    'request-type',
    /query parameter q\[\]/,
    (d) => (parameter(d, 'q').content['application/json'].schema.items.type = 'boolean'),
  ],
  ['a listed text in capitals', 'response-value-unknown', /Unit "CM"/, (d) => (schema(d, 'Unit').enum = ['CM', 'IN'])],
  [
    'a reference by an anchor to a schema that is wider',
    'response-null',
    /name/,
    (d) => {
      d.components.schemas.Other = {
        $anchor: 'other',
        type: 'object',
        required: ['name'],
        properties: { name: { type: ['string', 'null'] }, phone: { type: 'string' } },
      }
      fields(d).sender = { $ref: '#other' }
    },
  ],
  [
    'a callback goes to another address',
    'callback-address',
    /callback moved/,
    (d) => {
      const { moved: hook } = d.paths['/parcels'].post.callbacks
      hook['{$request.body#/address}'] = hook['{$request.body#/hook}']
      delete hook['{$request.body#/hook}']
    },
  ],
  [
    'one of two addresses of a callback lacks a field',
    'response-field-optional',
    /id/,
    (d) => {
      const { moved: hook } = d.paths['/parcels'].post.callbacks
      const requestBody = json({ type: 'object', properties: { id: { type: 'integer' } } })
      hook['{$request.body#/hook}'] = { post: { ...hook['{$request.body#/hook}'].post, requestBody } }
    },
  ],
  ['a map without entries', 'response-closed', /Points/, (d) => (schema(d, 'Points').additionalProperties = false)],
  ['the base path of all calls is gone', 'base-other', /\//, (d) => (d.servers = [{ url: 'https://eu.api.example' }])],
  [
    'what a header has as JSON',
    'response-type',
    /listParcels 200 header X-Page\.next string/,
    (d) => (pageHeader(d).content['application/json'].schema.properties.next.type = 'string'),
  ],
  [
    'a header that was JSON is a text',
    'response-header-style',
    /listParcels 200 header X-Page/,
    (d) => (list(d).responses[200].headers['X-Page'] = { schema: { type: 'object' } }),
  ],
  [
    'an answer that requires a field for another no more',
    'response-condition',
    /Air dependentRequired/,
    (d) => delete schema(d, 'Air').dependentRequired,
  ],
  [
    'a request that requires a field for another',
    'request-condition',
    /Draft dependentRequired/,
    (d) => draft(d).push({ dependentRequired: { mode: ['size'] } }),
  ],
  [
    'a number that must be whole',
    'request-type',
    /Draft\.weight/,
    (d) => (draft(d)[1].properties.weight = { type: 'integer' }),
  ],
  [
    'a number in steps of two and of three',
    'request-step',
    /Draft\.pieces/,
    (d) => (draft(d)[1].properties.pieces = { allOf: [{ type: 'integer', multipleOf: 3 }, { multipleOf: 5 }] }),
  ],
]
const noted: typeof planted = [
  [
    'a 202 with a body',
    'response-body-new',
    /sendParcel 202/,
    (d) => (d.paths['/parcels'].post.responses[202] = json({ type: 'object' })),
  ],
  [
    'a body of a request that had none',
    'request-body-new',
    /listPoints/,
    (d) => (d.paths['/points'].get.requestBody = json({ type: 'object' })),
  ],
  [
    'an answer that was closed is open',
    'response-open',
    /Problem/,
    (d) => delete schema(d, 'Problem').additionalProperties,
  ],
]
const clean: [what: string, change: (document: Part) => unknown][] = [
  ['nothing', () => {}],
  ['a map with its default written', (d) => (fields(d).extra.additionalProperties = {})],
  ['styles that are the default', (d) => Object.assign(parameter(d, 'tags'), { style: 'form', explode: true })],
  [
    'the charset of JSON',
    (d) => {
      const { content } = d.paths['/points'].get.responses[200]
      content['application/json; charset=utf-8'] = content['application/json']
      delete content['application/json']
    },
  ],
  [
    'every kind of JSON',
    (d) => {
      const { requestBody } = d.paths['/drafts'].put
      requestBody.content = { '*/*': Object.values(requestBody.content)[0] }
    },
  ],
  [
    'values of the discriminator in the alternatives',
    (d) => {
      delete schema(d, 'Way').discriminator
      schema(d, 'Air').properties.by.enum = ['air']
      schema(d, 'Road').properties.by.enum = ['road']
    },
  ],
  [
    'a condition by another name',
    (d) => {
      d.components.schemas.Forbidden = { ...schema(d, 'Unit'), title: 'Forbidden' }
      fields(d).other.not = ref('Forbidden')
    },
  ],
  [
    'servers written out',
    (d) => (d.servers = [{ url: 'https://eu.api.example/v2' }, { url: 'https://us.api.example/v1' }]),
  ],
  ['another host', (d) => (d.servers[0].url = 'https://{region}.other.example/{version}')],
  [
    'a reference by an anchor',
    (d) => {
      schema(d, 'Person').$anchor = 'person'
      fields(d).sender = { $ref: '#person' }
    },
  ],
  [
    'headers in other letters',
    (d) => {
      const { headers } = list(d).responses[200]
      list(d).responses[200].headers = { 'x-rate': headers['X-Rate'], 'x-page': headers['X-Page'] }
      parameter(d, 'X-Ids').name = 'x-ids'
    },
  ],
  [
    'a name in the braces',
    (d) => {
      moved(d, '/points/{id}:open', '/points/{pointId}:open')
      d.paths['/points/{pointId}:open'].post.parameters = [
        { name: 'pointId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
      ]
    },
  ],
  ['a range as its statuses', (d) => splitRange(d, '4XX', ['400', '404', '410'])],
  ['a default as statuses', (d) => splitRange(d, 'default', ['500', '503'])],
  ['a range of one success', (d) => splitRange(d, '200', ['2XX'])],
  ['a range of successes as two of them', (d) => splitRange(d.paths['/one'].get, '2XX', ['200', '201'])],
  ['the statuses of a callback as a range', (d) => splitRange(hookOf(d), '200', ['2XX'])],
  ['a multiple of five that is said to be whole', (d) => (draft(d)[1].properties.step.type = 'integer')],
  [
    'a whole number as a multiple of one',
    (d) => (draft(d)[1].properties.size = { type: 'number', multipleOf: 1, minimum: 1 }),
  ],
  [
    'steps in two parts',
    (d) => (draft(d)[1].properties.pieces = { allOf: [{ type: 'integer', multipleOf: 3 }, { multipleOf: 2 }] }),
  ],
  [
    'whole numbers or null in steps of one',
    (d) => (draft(d)[1].properties.count = { type: ['number', 'null'], multipleOf: 1 }),
  ],
  [
    'the names that another field requires in another order',
    (d) => (schema(d, 'Air').dependentRequired.seat = ['gate', 'flight']),
  ],
  [
    'one field more that is required for another in an answer',
    (d) => (schema(d, 'Air').dependentRequired.gate = ['flight']),
  ],
  [
    'a field required for another by dependentSchemas',
    (d) => {
      const { seat } = schema(d, 'Air').dependentRequired
      delete schema(d, 'Air').dependentRequired
      schema(d, 'Air').dependentSchemas = { seat: { required: seat } }
    },
  ],
  ['the fields of a condition in another order', (d) => (fields(d).when.if.required = ['size', 'kind'])],
]

describe('in a description that was not used to write the rules', { timeout: 60_000 }, () => {
  it.each(planted)('finds: %s', async (_, rule, subject, change) => {
    const document = parcels()
    change(document)
    const findings = await driftOf(await folder.file(document), await folder.file(parcels()))
    const severe = findings.filter(({ severity }) => severity !== 'note')
    expect(severe.map((finding) => `${finding.rule} ${finding.subject}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^${rule} .*${subject.source}`)),
    )
  })
  it.each(noted)('notes: %s', async (_, rule, subject, change) => {
    const document = parcels()
    change(document)
    const findings = await driftOf(await folder.file(document), await folder.file(parcels()))
    expect(findings.map((finding) => [finding.rule, finding.severity])).toEqual([[rule, 'note']])
    expect(findings[0]?.subject).toMatch(subject)
  })
  it.each(clean)('reports nothing for %s', async (_, change) => {
    const document = parcels()
    change(document)
    const findings = await driftOf(await folder.file(document), await folder.file(parcels()))
    expect(findings.filter(({ severity }) => severity !== 'note').map(({ says }) => says)).toEqual([])
  })
  it('names the parts of schemas and parameters that it does not read', async () => {
    const document = parcels()
    parameter(document, 'sort').allowReserved = true
    document.paths['/points'].get.responses[200].content['application/jsonl'] = { itemSchema: {} }
    fields(document).tree = { $dynamicRef: '#tree' }
    fields(document).day.xml = { attribute: true }
    document.jsonSchemaDialect = 'https://json-schema.org/draft/2019-09/schema'
    schema(document, 'Person').$schema = 'http://json-schema.org/draft-07/schema#'
    const { out } = await drift(['spec', await folder.file(document), '--contract', await folder.file(parcels())])
    for (const line of [
      'hosts of servers',
      'Pet: schemas that extend it, by its discriminator',
      'tree: what its $dynamicRef leads to',
      'day: its xml words',
      'what the dialect https://json-schema.org/draft/2019-09/schema means otherwise than JSON Schema 2020-12',
      'Person: what the dialect http://json-schema.org/draft-07/schema# means otherwise than JSON Schema 2020-12',
      'listParcels: allowReserved of sort',
      'listPoints: what application/jsonl is a sequence of',
    ])
      expect(out).toContain(line)
  })
  it('reads additionalOperations of 3.2', async () => {
    const document = parcels()
    const copy = { operationId: 'copyPoint', responses: { 204: { description: 'x' } } }
    document.paths['/points'].additionalOperations = { COPY: copy }
    const [finding, ...more] = await driftOf(await folder.file(parcels()), await folder.file(document))
    expect({ rule: finding?.rule, subject: finding?.subject, more }).toEqual({
      rule: 'call-other-method',
      subject: 'copyPoint',
      more: [],
    })
  })
})
