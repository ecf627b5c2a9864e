import type { Part } from './parcels.ts'

// Keywords of JSON Schema 2020-12 and of parameters, each in its own call.

const json = (schema: object, more: object = {}) => ({
  description: 'x',
  content: { 'application/json': { schema } },
  ...more,
})
const ok = (schema: object) => ({ responses: { 200: json(schema) } })
export const keywords = (): Part =>
  structuredClone({
    openapi: '3.1.0',
    info: { title: 'Probe', version: '1' },
    servers: [{ url: 'https://a.example/api' }],
    paths: {
      '/tree': { get: { operationId: 'tree', ...ok({ $ref: '#/components/schemas/IntTree' }) } },
      '/uneval': {
        get: {
          operationId: 'uneval',
          ...ok({
            allOf: [{ type: 'object', properties: { a: { type: 'integer' } } }],
            properties: { b: { type: 'string' } },
            unevaluatedProperties: false,
          }),
        },
      },
      '/tuple': {
        get: {
          operationId: 'tuple',
          ...ok({
            type: 'object',
            properties: { t: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false } },
          }),
        },
      },
      '/uitems': {
        get: {
          operationId: 'uitems',
          ...ok({
            type: 'object',
            properties: { t: { type: 'array', prefixItems: [{ type: 'integer' }], unevaluatedItems: false } },
          }),
        },
      },
      '/depsch': {
        get: {
          operationId: 'depsch',
          ...ok({
            type: 'object',
            properties: { card: { type: 'string' }, zip: { type: 'string' } },
            dependentSchemas: { card: { required: ['zip'], properties: { zip: { pattern: '^\\d{5}$' } } } },
          }),
        },
      },
      '/depreq': {
        get: {
          operationId: 'depreq',
          ...ok({
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'string' } },
            dependentRequired: { a: ['b'] },
          }),
        },
      },
      '/cond': {
        get: {
          operationId: 'cond',
          ...ok({
            type: 'object',
            properties: { k: { type: 'string' }, n: { type: 'integer' } },
            if: { properties: { k: { const: 'x' } }, required: ['k'] },
            // oxlint-disable-next-line unicorn/no-thenable
            then: { required: ['n'] },
            else: { properties: { n: { maximum: 5 } } },
          }),
        },
      },
      '/ifs': {
        get: {
          operationId: 'ifs',
          ...ok({
            type: 'object',
            properties: {
              by: { oneOf: [{ const: 'card', title: 'Card' }, { const: 'sbp' }] },
              sum: { type: 'number', multipleOf: 0.01 },
            },
            allOf: [
              // oxlint-disable-next-line unicorn/no-thenable
              { if: { properties: { by: { const: 'card' } }, required: ['by'] }, then: { required: ['pan'] } },
              // oxlint-disable-next-line unicorn/no-thenable
              { if: { properties: { by: { const: 'sbp' } }, required: ['by'] }, then: { required: ['phone'] } },
              { allOf: [{ not: { required: ['a'] } }, { not: { required: ['b'] } }] },
            ],
          }),
        },
      },
      '/a b/{id}': {
        get: {
          operationId: 'spaced',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          ...ok({ type: 'object' }),
        },
      },
      '/media': {
        get: {
          operationId: 'media',
          ...ok({
            type: 'object',
            properties: {
              pic: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
              doc: {
                type: 'string',
                contentMediaType: 'application/json',
                contentSchema: { type: 'object', required: ['x'] },
              },
            },
          }),
        },
      },
      '/const': {
        get: {
          operationId: 'konst',
          ...ok({ type: 'object', properties: { v: { const: 1 }, w: { const: 'a' }, o: { const: { x: 1 } } } }),
        },
      },
      '/items/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'lang', in: 'query', required: true, schema: { enum: ['ru', 'en'] } },
        ],
        get: {
          operationId: 'item',
          parameters: [{ name: 'lang', in: 'query', required: false, schema: { enum: ['ru', 'en', 'de'] } }],
          ...ok({ type: 'object' }),
        },
        delete: { operationId: 'removeItem', responses: { 204: { description: 'gone' } } },
        head: {
          operationId: 'headItem',
          responses: {
            200: { description: 'x', headers: { 'X-Total': { required: true, schema: { type: 'integer' } } } },
          },
        },
        options: {
          operationId: 'optItem',
          responses: { 204: { description: 'x', headers: { Allow: { required: true, schema: { type: 'string' } } } } },
        },
      },
      '/own': {
        servers: [{ url: 'https://b.example/other' }],
        get: { operationId: 'own', ...ok({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }) },
      },
      '/style': {
        get: {
          operationId: 'style',
          parameters: [
            {
              name: 'sp',
              in: 'query',
              style: 'spaceDelimited',
              explode: false,
              schema: { type: 'array', items: { type: 'integer' } },
            },
            {
              name: 'obj',
              in: 'query',
              style: 'form',
              explode: true,
              schema: {
                type: 'object',
                properties: { r: { type: 'integer' }, g: { type: 'integer' } },
                additionalProperties: false,
              },
            },
            {
              name: 'flat',
              in: 'query',
              style: 'form',
              explode: false,
              schema: { type: 'object', properties: { r: { type: 'integer' } } },
            },
            { name: 'sid', in: 'cookie', required: true, schema: { type: 'string', minLength: 10 } },
          ],
          ...ok({ type: 'object' }),
        },
      },
      '/mat/{m}': {
        get: {
          operationId: 'mat',
          parameters: [{ name: 'm', in: 'path', required: true, style: 'matrix', schema: { type: 'integer' } }],
          ...ok({ type: 'object' }),
        },
      },
      '/lab/{l}': {
        get: {
          operationId: 'lab',
          parameters: [
            {
              name: 'l',
              in: 'path',
              required: true,
              style: 'label',
              explode: true,
              schema: { type: 'array', items: { type: 'integer' } },
            },
          ],
          ...ok({ type: 'object' }),
        },
      },
      '/up': {
        post: {
          operationId: 'up',
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['meta', 'file'],
                  properties: {
                    meta: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
                    file: { type: 'string', format: 'binary' },
                  },
                },
                encoding: { meta: { contentType: 'application/json' }, file: { contentType: 'image/png' } },
              },
            },
          },
          responses: { 201: json({ type: 'object' }) },
        },
      },
      '/ro': {
        post: {
          operationId: 'ro',
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'name'],
                  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
                  additionalProperties: false,
                },
              },
            },
          },
          responses: {
            200: json({
              type: 'object',
              required: ['id'],
              properties: {
                id: { type: 'integer', readOnly: true },
                name: { type: 'string' },
                pw: { type: 'string', writeOnly: true },
              },
            }),
          },
        },
      },
      '/def': {
        get: {
          operationId: 'def',
          responses: {
            200: json({ type: 'object' }),
            '4XX': json({ type: 'object', required: ['err'], properties: { err: { type: 'string' } } }),
            default: json({ type: 'object', required: ['fatal'], properties: { fatal: { type: 'boolean' } } }),
          },
        },
      },
      '/all': {
        get: {
          operationId: 'all',
          ...ok({
            allOf: [
              { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
              { type: 'object', properties: { b: { type: 'integer' } } },
            ],
          }),
        },
      },
      '/not': { get: { operationId: 'not', ...ok({ type: 'object', properties: { a: { not: { enum: ['x'] } } } }) } },
      '/props': {
        get: {
          operationId: 'props',
          ...ok({
            type: 'object',
            propertyNames: { pattern: '^[a-z]+$' },
            minProperties: 1,
            additionalProperties: { type: 'integer' },
          }),
        },
      },
      '/pat': {
        get: {
          operationId: 'pat',
          ...ok({ type: 'object', patternProperties: { '^n_': { type: 'integer' } }, additionalProperties: false }),
        },
      },
      '/contains': {
        get: {
          operationId: 'contains',
          ...ok({
            type: 'object',
            properties: { l: { type: 'array', contains: { const: 1 }, minContains: 2, maxContains: 3 } },
          }),
        },
      },
      '/anchor': {
        get: {
          operationId: 'anchor',
          ...ok({ type: 'object', properties: { a: { $ref: '#/components/schemas/Named/$defs/inner' } } }),
        },
      },
      '/types': {
        get: {
          operationId: 'types',
          ...ok({ type: 'object', properties: { a: { type: ['string', 'integer', 'null'], enum: ['x', 1, null] } } }),
        },
      },
      '/beside': {
        get: {
          operationId: 'beside',
          ...ok({ type: 'object', properties: { a: { $ref: '#/components/schemas/Str', maxLength: 3 } } }),
        },
      },
      '/fmt': {
        get: {
          operationId: 'fmt',
          ...ok({
            type: 'object',
            properties: {
              mail: { type: 'string', format: 'email' },
              uri: { type: 'string', format: 'uri' },
              ip: { type: 'string', format: 'ipv4' },
              dur: { type: 'string', format: 'duration' },
              tm: { type: 'string', format: 'time' },
              re: { type: 'string', format: 'regex' },
              f: { type: 'number', format: 'float' },
              b: { type: 'string', format: 'byte' },
            },
          }),
        },
      },
      '/range/{id}.json': {
        get: {
          operationId: 'dotjson',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]+$' } }],
          ...ok({ type: 'object' }),
        },
      },
      '/cs': {
        get: {
          operationId: 'cs',
          responses: {
            200: {
              description: 'x',
              content: { 'application/json; charset=utf-8': { schema: { type: 'object', required: ['a'] } } },
            },
          },
        },
      },
      '/multi': {
        get: {
          operationId: 'multi',
          responses: {
            200: {
              description: 'x',
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
                },
                'application/vnd.b+json': {
                  schema: { type: 'object', required: ['b'], properties: { b: { type: 'integer' } } },
                },
                'text/csv': { schema: { type: 'string', pattern: '^id,' } },
              },
            },
          },
        },
      },
      '/deep': {
        get: {
          operationId: 'deep',
          parameters: [
            {
              name: 'f',
              in: 'query',
              style: 'deepObject',
              schema: { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } },
            },
          ],
          ...ok({ type: 'object' }),
        },
      },
      '/false': { get: { operationId: 'fls', ...ok({ type: 'object', properties: { never: false, any: true } }) } },
      '/ndjson': {
        get: {
          operationId: 'nd',
          responses: {
            200: {
              description: 'x',
              content: { 'application/x-ndjson': { schema: { type: 'object', required: ['a'] } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Str: { type: 'string' },
        Named: { $defs: { inner: { type: 'integer' } }, type: 'object' },
        Tree: {
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { v: true, kids: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
        IntTree: { $dynamicAnchor: 'node', $ref: '#/components/schemas/Tree', properties: { v: { type: 'integer' } } },
      },
    },
  })
