// A description that was not used to write the rules: it has what the others lack.

// Tests use names that they know exist.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Part = any
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, more: object = {}) => ({
  description: 'x',
  content: { 'application/json': { schema } },
  ...more,
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }
const point = (verb: string) => ({
  post: {
    operationId: `${verb}Point`,
    parameters: [id],
    responses: { 200: json({ type: 'object', required: [verb], properties: { [verb]: { type: 'boolean' } } }) },
  },
})
const VENDOR = 'application/vnd.parcel.v1+json'
const texts = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, n: { type: 'integer' } } }

export const parcels = (): Part =>
  structuredClone({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    servers: [
      {
        url: 'https://{region}.api.example/{version}',
        variables: {
          region: { default: 'eu', enum: ['eu', 'us'] },
          version: { default: 'v2', enum: ['v1', 'v2'] },
        },
      },
    ],
    security: [{ key: [], oauth: ['read'] }, { basic: [] }],
    paths: {
      '/parcels': {
        get: {
          operationId: 'listParcels',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', default: 20, minimum: 1, maximum: 100 } },
            { name: 'sort', in: 'query', schema: { type: 'string', enum: ['new', 'old'], default: 'new' } },
            {
              name: 'ids',
              in: 'query',
              style: 'form',
              explode: false,
              schema: { type: 'array', items: { type: 'integer' } },
            },
            { name: 'tags', in: 'query', schema: { type: 'array', items: { enum: ['a', 'b'] } } },
            {
              name: 'bars',
              in: 'query',
              style: 'pipeDelimited',
              explode: false,
              schema: { type: 'array', items: { enum: ['a', 'b'] } },
            },
            {
              name: 'box',
              in: 'query',
              schema: { type: 'object', properties: { wide: { type: 'integer' }, high: { type: 'integer' } } },
            },
            {
              name: 'near',
              in: 'query',
              style: 'deepObject',
              schema: { type: 'object', required: ['lat'], properties: { lat: { type: 'number' } } },
            },
            {
              name: 'q',
              in: 'query',
              content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
            },
            { name: 'all', in: 'query', allowEmptyValue: true, schema: { type: 'boolean' } },
            { name: 'X-Ids', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
          ],
          responses: {
            200: json(
              { type: 'array', items: ref('Parcel') },
              {
                headers: {
                  'X-Rate': { schema: { type: 'integer' } },
                  'X-Page': {
                    content: {
                      'application/json': { schema: { type: 'object', properties: { next: { type: 'integer' } } } },
                    },
                  },
                },
              },
            ),
            202: json({ type: 'object', required: ['job'], properties: { job: { type: 'string', format: 'uuid' } } }),
            '4XX': { description: 'x', content: { 'application/problem+json': { schema: ref('Problem') } } },
            default: json(ref('Problem')),
          },
        },
        post: {
          operationId: 'sendParcel',
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: ref('Parcel') },
              'application/x-www-form-urlencoded': { schema: texts },
            },
          },
          responses: {
            201: { description: 'x', content: { [VENDOR]: { schema: ref('Parcel') } } },
            202: { description: 'nothing' },
          },
          callbacks: {
            moved: {
              '{$request.body#/hook}': {
                post: { requestBody: json(ref('Move')), responses: { 200: { description: 'x' } } },
              },
              '{$request.header.x-hook}': {
                post: { requestBody: json(ref('Move')), responses: { 200: { description: 'x' } } },
              },
            },
          },
        },
      },
      '/parcels/{id}': {
        get: {
          operationId: 'getParcel',
          parameters: [id],
          responses: { 200: json(ref('Parcel')), 204: { description: 'none' } },
        },
        delete: { operationId: 'dropParcel', parameters: [id], responses: { 204: { description: 'x' } } },
      },
      '/points/{id}:open': point('open'),
      '/points/{id}:shut': point('shut'),
      '/points': {
        get: { operationId: 'listPoints', responses: { 200: json(ref('Points')) } },
        head: { operationId: 'countPoints', responses: { 200: { description: 'x' } } },
      },
      '/drafts': {
        put: {
          operationId: 'putDraft',
          requestBody: { required: true, content: { [VENDOR]: { schema: ref('Draft') } } },
          responses: { 204: { description: 'x' } },
        },
      },
      '/way': { get: { operationId: 'getWay', responses: { 200: json(ref('Way')) } } },
      '/pet': { get: { operationId: 'getPet', responses: { 200: json(ref('Pet')) } } },
      '/label': {
        get: {
          operationId: 'getLabel',
          responses: {
            200: {
              description: 'x',
              content: {
                'application/json': { schema: { type: 'integer' } },
                'text/plain': { schema: { type: 'string', enum: ['a', 'b'] } },
              },
            },
          },
        },
      },
      '/one': {
        get: {
          operationId: 'getOne',
          responses: { '2XX': json({ oneOf: ['a', 'b'].map((name) => ({ type: 'object', required: [name] })) }) },
        },
      },
      '/archive': {
        servers: [{ url: '/archive-api' }],
        get: { operationId: 'getArchive', responses: { 200: json({ type: 'integer' }) } },
      },
    },
    webhooks: { lost: { post: { requestBody: json(ref('Move')), responses: { 200: { description: 'x' } } } } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        basic: { type: 'http', scheme: 'basic' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { read: 'x', write: 'y' } } },
        },
      },
      schemas: {
        Parcel: {
          type: 'object',
          required: ['id', 'name'],
          properties: {
            id: { type: 'integer', format: 'int64', readOnly: true },
            name: { type: 'string' },
            secret: { type: 'string', writeOnly: true },
            sender: ref('Person'),
            at: { type: 'string', format: 'date-time' },
            day: { type: 'string', format: 'date' },
            small: { type: 'integer', format: 'int32' },
            labels: {
              type: 'object',
              additionalProperties: { type: 'integer' },
              propertyNames: { pattern: '^[a-z]+$' },
            },
            sizes: { type: 'array', prefixItems: [{ type: 'integer' }, ref('Unit')], items: false },
            extra: {
              type: 'object',
              properties: { a: { type: 'integer' } },
              patternProperties: { '^x-': ref('Unit') },
            },
            other: { type: 'string', not: ref('Unit') },
            note: { type: ['string', 'null'], pattern: '^[a-z]+$' },
            when: {
              type: 'object',
              properties: { kind: { type: 'string' } },
              if: { properties: { kind: { const: 'x' } }, required: ['kind', 'size'] },
              // oxlint-disable-next-line unicorn/no-thenable
              then: { required: ['x'] },
            },
            closed: {
              allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }],
              unevaluatedProperties: false,
            },
            price: { type: 'number', multipleOf: 0.01 },
          },
        },
        Unit: { type: 'string', enum: ['cm', 'in'] },
        Person: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, phone: { type: 'string' } },
        },
        Way: {
          oneOf: [ref('Air'), ref('Road')],
          discriminator: { propertyName: 'by', mapping: { air: '#/components/schemas/Air', road: 'Road' } },
        },
        Air: {
          type: 'object',
          required: ['by'],
          properties: {
            by: { type: 'string' },
            flight: { type: 'string' },
            gate: { type: 'string' },
            seat: { type: 'string' },
          },
          dependentRequired: { seat: ['flight', 'gate'] },
        },
        Road: { type: 'object', required: ['by'], properties: { by: { type: 'string' }, car: { type: 'integer' } } },
        Pet: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' } },
          discriminator: { propertyName: 'kind' },
        },
        Cat: {
          allOf: [ref('Pet'), { type: 'object', required: ['claws'], properties: { claws: { type: 'integer' } } }],
        },
        Move: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        Draft: {
          allOf: [
            ref('Person'),
            {
              type: 'object',
              properties: {
                size: { type: 'integer', minimum: 1 },
                tags: { type: 'object', additionalProperties: { type: 'string' } },
                free: { type: 'object', additionalProperties: true },
                mode: { anyOf: [{ const: 'a' }, { const: 'b' }] },
                step: { type: 'number', multipleOf: 5 },
                weight: { type: 'number' },
                count: { type: ['integer', 'null'] },
                pieces: { type: 'integer', multipleOf: 6 },
              },
            },
          ],
        },
        Problem: {
          type: 'object',
          required: ['title'],
          properties: { title: { type: 'string' } },
          additionalProperties: false,
        },
        Points: {
          type: 'object',
          additionalProperties: { type: 'integer' },
          example: { one: { $id: 'one' }, other: { $id: 'one', more: true } },
        },
      },
    },
  })
