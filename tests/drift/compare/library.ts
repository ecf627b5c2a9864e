import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { RuleId } from '#drift/rules/rules.ts'

/** A part of a parsed YAML document. */
// Tests use names that they know exist.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Part = any
const parsed: Part = parse(readFileSync(join(import.meta.dirname, 'library.yaml'), 'utf8'))
/** A contract unrelated to ours: all methods, path templates, statuses, media types, headers, webhooks. */
export const library = (): Part => structuredClone(parsed)
export const schemaOf = (document: Part, name: string): Part => document.components.schemas[name]
const field = (name: string, of: string, words: object) => (document: Part) =>
  void Object.assign(schemaOf(document, name).properties[of], words)
const drop = (name: string, of: string) => (document: Part) => {
  const schema = schemaOf(document, name)
  delete schema.properties[of]
  schema.required = (schema.required ?? []).filter((one: string) => one !== of)
}
const books = (document: Part) => document.paths['/books']
const book = (document: Part) => document.paths['/books/{id}']
const parameter = (document: Part, name: string) =>
  books(document).get.parameters.find((one: Part) => one.name === name)
const json = (answer: Part) => answer.content['application/json']
const media = (document: Part) => schemaOf(document, 'Medium')
const problem = (document: Part) => document.components.responses.Problem.content['application/problem+json'].schema

export type Change = readonly [what: string, rule: RuleId, subject: RegExp, change: (document: Part) => void]
/** Single changes that break clients or may break them; one rule reports each. */
export const drifts: readonly Change[] = [
  [
    'CSV is not returned any more',
    'response-media-type-gone',
    /listBooks/,
    (d) => void delete books(d).get.responses['200'].content['text/csv'],
  ],
  [
    'a path ends with a slash',
    'call-end-slash',
    /listMedia/,
    (d) => {
      d.paths['/media/'] = d.paths['/media']
      delete d.paths['/media']
    },
  ],
  [
    'a path is in another case',
    'call-other-case',
    /listMedia/,
    (d) => {
      d.paths['/Media'] = d.paths['/media']
      delete d.paths['/media']
    },
  ],
  ['a GET is gone', 'call-missing', /listMedia/, (d) => void delete d.paths['/media']],
  ['a DELETE is gone', 'call-other-method', /removeBook/, (d) => void delete book(d).delete],
  [
    'a call moves below another path',
    'call-missing',
    /listMedia/,
    (d) => {
      d.paths['/admin/media'] = d.paths['/media']
      delete d.paths['/media']
    },
  ],
  [
    'a PATCH is deprecated',
    'call-deprecated',
    /changeBook/,
    (d) => {
      book(d).patch.deprecated = true
    },
  ],
  [
    'a 201 becomes a 200',
    'response-success-missing',
    /addBook/,
    (d) => {
      books(d).post.responses['200'] = books(d).post.responses['201']
      delete books(d).post.responses['201']
    },
  ],
  [
    'a 202 comes beside the 200',
    'response-success-other',
    /getBook 202/,
    (d) => {
      book(d).get.responses['202'] = { description: '' }
    },
  ],
  [
    'a 303 comes',
    'response-redirect',
    /getBook 303/,
    (d) => {
      book(d).get.responses['303'] = { description: '' }
    },
  ],
  [
    'a 410 comes',
    'response-status-unknown',
    /410/,
    (d) => {
      book(d).get.responses['410'] = { description: '' }
    },
  ],
  [
    'the body of a 201 is gone',
    'response-body-missing',
    /addBook 201/,
    (d) => void delete books(d).post.responses['201'].content,
  ],
  [
    'a 201 has another body',
    'response-type',
    /Book string/,
    (d) => {
      json(books(d).post.responses['201']).schema = { type: 'string' }
    },
  ],
  [
    'CSV is not returned, but TSV',
    'response-media-type-more',
    /listBooks/,
    (d) => {
      const { content } = books(d).get.responses['200']
      content['text/tsv'] = content['text/csv']
      delete content['text/csv']
    },
  ],
  [
    'an answer is XML',
    'response-media-type',
    /getBook/,
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { 'application/xml': json(answer) }
    },
  ],
  [
    'an answer is XML or YAML',
    'response-media-type',
    /getBook/,
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { 'application/xml': json(answer), 'application/yaml': json(answer) }
    },
  ],
  [
    'two of three are not answered',
    'response-media-type',
    /listBooks/,
    (d) => {
      books(d).get.responses['200'].content = { 'text/html': {}, 'text/plain': {} }
    },
  ],
  [
    'JSON goes, CSV stays',
    'response-media-type-gone',
    /listBooks/,
    (d) => void delete books(d).get.responses['200'].content['application/json'],
  ],
  [
    'a problem is a page or a text',
    'response-error-media-type',
    /404/,
    (d) => {
      book(d).get.responses['404'] = { description: '', content: { 'text/html': {}, 'text/plain': {} } }
    },
  ],
  [
    'a problem has no body',
    'response-error-media-type',
    /404/,
    (d) => {
      book(d).get.responses['404'] = { description: '' }
    },
  ],
  [
    'a success is answered by another, which is described',
    'response-success-missing',
    /getTree/,
    (d) => {
      const { get } = d.paths['/tree']
      get.responses = { 203: get.responses['200'] }
    },
  ],
  [
    'JSON is described twice, and the plain one has lost a field',
    'response-field-missing',
    /Book\.title|title/,
    (d) => {
      const { content } = book(d).get.responses['200']
      const { title: _, ...properties } = schemaOf(d, 'Book').properties
      book(d).get.responses['200'].content = {
        'application/json': { schema: { type: 'object', required: ['id', 'state'], properties } },
        'application/hal+json': content['application/json'],
      }
    },
  ],
  [
    'an error becomes all of its hundred',
    'response-status-unknown',
    /4XX/,
    (d) => {
      const { 404: notFound, ...rest } = book(d).get.responses
      book(d).get.responses = { ...rest, '4XX': notFound }
    },
  ],
  [
    'a text must be one of nine',
    'request-enum-set',
    /query parameter q/,
    (d) => {
      parameter(d, 'q').schema.enum = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    },
  ],
  [
    'a text must be one of eight',
    'request-enum-set',
    /header parameter x-trace/,
    (d) => {
      parameter(d, 'X-Trace').schema.enum = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    },
  ],
  [
    'a text becomes a number or a truth value',
    'response-type',
    /^Book\.title boolean integer$/,
    field('Book', 'title', { type: ['integer', 'boolean'] }),
  ],
  [
    'a highest number is excluded',
    'request-range-narrower',
    /query parameter limit/,
    (d) => {
      parameter(d, 'limit').schema = { type: 'integer', minimum: 1, exclusiveMaximum: 100 }
    },
  ],
  ['a number comes in smaller steps', 'response-step', /Tape\.minutes/, field('Tape', 'minutes', { multipleOf: 0.25 })],
  [
    'a number comes in steps',
    'request-step',
    /query parameter limit/,
    (d) => {
      parameter(d, 'limit').schema.multipleOf = 10
    },
  ],
  [
    'CSV becomes an object',
    'response-type',
    /listBooks answer text\/csv/,
    (d) => {
      books(d).get.responses['200'].content['text/csv'].schema = { type: 'object' }
    },
  ],
  [
    'a problem has no title',
    'response-field-missing',
    /title/,
    (d) => {
      delete problem(d).properties.title
      problem(d).required = ['status']
    },
  ],
  [
    'a problem has a textual status',
    'response-type',
    /status/,
    (d) => {
      problem(d).properties.status.type = 'string'
    },
  ],
  [
    'a problem is plain text',
    'response-error-media-type',
    /404|409|4XX|DEFAULT/,
    (d) => {
      d.components.responses.Problem.content = { 'text/plain': { schema: { type: 'string' } } }
    },
  ],
  [
    'a callback to an address by another name',
    'callback-address',
    /addBook, callback checked/,
    (d) => {
      const { checked } = books(d).post.callbacks
      books(d).post.callbacks.checked = { '{$request.body#/url}': Object.values(checked)[0] }
    },
  ],
  [
    'a header is JSON',
    'response-header-style',
    /listBooks 200 header Link/,
    (d) => {
      const { headers } = books(d).get.responses['200']
      headers.Link = { content: { 'application/json': { schema: { type: 'string' } } } }
    },
  ],
  [
    'a map has no names but those that are listed',
    'response-closed',
    /Shelf.*extra/,
    (d) => {
      schemaOf(d, 'Shelf').properties.extra = { type: 'object', additionalProperties: false }
    },
  ],
  [
    'a required header is gone',
    'response-header-gone',
    /listBooks/,
    (d) => void delete books(d).get.responses['200'].headers['X-Total'],
  ],
  [
    'an optional header is gone',
    'response-header-gone',
    /listBooks/,
    (d) => void delete books(d).get.responses['200'].headers.Link,
  ],
  [
    'the Location of a 201 is gone',
    'response-header-gone',
    /addBook 201 header Location/,
    (d) => void delete books(d).post.responses['201'].headers,
  ],
  [
    'a required header may be missing',
    'response-header-optional',
    /X-Total/,
    (d) => {
      books(d).get.responses['200'].headers['X-Total'].required = false
    },
  ],
  [
    'a header has another type',
    'response-type',
    /X-Total/,
    (d) => {
      books(d).get.responses['200'].headers['X-Total'].schema.type = 'string'
    },
  ],
  [
    'a header has another format',
    'response-format-changed',
    /Location/,
    (d) => {
      books(d).post.responses['201'].headers.Location.schema.format = 'uuid'
    },
  ],
  [
    'a query parameter is gone',
    'parameter-gone',
    /limit/,
    (d) => {
      books(d).get.parameters.shift()
    },
  ],
  [
    'a header parameter is required',
    'parameter-required',
    /x-trace/,
    (d) => {
      parameter(d, 'X-Trace').required = true
    },
  ],
  [
    'a new parameter is required',
    'parameter-required',
    /shop/,
    (d) => {
      books(d).post.parameters = [{ name: 'shop', in: 'query', required: true, schema: { type: 'string' } }]
    },
  ],
  [
    'a cookie is required',
    'parameter-required',
    /cookie parameter sid/,
    (d) => {
      books(d).post.parameters = [{ name: 'sid', in: 'cookie', required: true, schema: { type: 'string' } }]
    },
  ],
  [
    'a parameter has a smaller range',
    'request-range-narrower',
    /limit/,
    (d) => {
      parameter(d, 'limit').schema.maximum = 50
    },
  ],
  [
    'a parameter loses a value',
    'request-value-refused',
    /sort "year"/,
    (d) => {
      parameter(d, 'sort').schema.enum = ['title']
    },
  ],
  [
    'a parameter has another type',
    'request-type',
    /limit integer/,
    (d) => {
      parameter(d, 'limit').schema = { type: 'boolean' }
    },
  ],
  [
    'a header must be shorter',
    'request-length-narrower',
    /x-trace/,
    (d) => {
      parameter(d, 'X-Trace').schema.maxLength = 8
    },
  ],
  [
    'a list is not exploded',
    'parameter-style',
    /tags/,
    (d) => {
      parameter(d, 'tags').explode = false
    },
  ],
  [
    'a list is written with bars',
    'parameter-style',
    /tags/,
    (d) => {
      Object.assign(parameter(d, 'tags'), { style: 'pipeDelimited', explode: false })
    },
  ],
  [
    'an object is written flat',
    'parameter-style',
    /filter/,
    (d) => {
      delete parameter(d, 'filter').style
    },
  ],
  [
    'an object is written as JSON',
    'parameter-style',
    /filter/,
    (d) => {
      const one = parameter(d, 'filter')
      one.content = { 'application/json': { schema: one.schema } }
      delete one.schema
      delete one.style
    },
  ],
  [
    'a parameter must have a value',
    'parameter-empty',
    /parameter q/,
    (d) => {
      delete parameter(d, 'q').allowEmptyValue
    },
  ],
  [
    'a parameter is deprecated',
    'parameter-deprecated',
    /parameter q/,
    (d) => {
      parameter(d, 'q').deprecated = true
    },
  ],
  [
    'a path parameter is a number',
    'request-type',
    /path parameter id/,
    (d) => {
      book(d).parameters[0].schema.type = 'integer'
    },
  ],
  [
    'a path parameter is a UUID',
    'request-format-set',
    /path parameter id/,
    (d) => {
      book(d).parameters[0].schema.format = 'uuid'
    },
  ],
  [
    'XML is not taken',
    'request-media-type-refused',
    /addBook/,
    (d) => void delete books(d).post.requestBody.content['application/xml'],
  ],
  [
    'a body is required',
    'request-body-required',
    /changeBook/,
    (d) => {
      book(d).patch.requestBody.required = true
    },
  ],
  [
    'a form loses a field',
    'request-field-ignored',
    /note/,
    (d) => void delete d.paths['/covers'].post.requestBody.content['multipart/form-data'].schema.properties.note,
  ],
  [
    'a field of a form is required',
    'request-field-required',
    /note/,
    (d) => {
      d.paths['/covers'].post.requestBody.content['multipart/form-data'].schema.required.push('note')
    },
  ],
  [
    'a form is JSON',
    'request-media-type-refused',
    /addCover/,
    (d) => {
      const { content } = d.paths['/covers'].post.requestBody
      content['application/json'] = content['multipart/form-data']
      delete content['multipart/form-data']
    },
  ],
  [
    'another kind of token',
    'security-other',
    /./,
    (d) => {
      d.components.securitySchemes.token = { type: 'http', scheme: 'basic' }
    },
  ],
  [
    'a key in another header',
    'security-other',
    /X-Other|x-other/,
    (d) => {
      d.components.securitySchemes.key.name = 'X-Other'
    },
  ],
  [
    'a key in the query',
    'security-other',
    /query/,
    (d) => {
      d.components.securitySchemes.key.in = 'query'
    },
  ],
  [
    'one of two ways is gone',
    'security-other',
    /./,
    (d) => {
      book(d).delete.security.pop()
    },
  ],
  [
    'a key beside the token',
    'security-other',
    /x-key/,
    (d) => {
      book(d).get.security = [{ token: ['read'], key: [] }]
    },
  ],
  [
    'one more scope',
    'security-scope',
    /write/,
    (d) => {
      book(d).get.security = [{ token: ['write'] }]
    },
  ],
  [
    'tokens are had elsewhere',
    'security-address',
    /tokenUrl/,
    (d) => {
      d.components.securitySchemes.signIn.flows.clientCredentials.tokenUrl = 'https://other.example/token'
    },
  ],
  [
    'a flow is gone',
    'security-address',
    /clientCredentials/,
    (d) => {
      const { flows } = d.components.securitySchemes.signIn
      flows.password = flows.clientCredentials
      delete flows.clientCredentials
    },
  ],
  [
    'a call without a token asks for one',
    'security-required',
    /bearer token/,
    (d) => void delete d.paths['/covers'].post.security,
  ],
  ['a callback is gone', 'hook-gone', /callback checked/, (d) => void delete books(d).post.callbacks],
  ['a callback loses a field', 'response-field-missing', /isGood/, drop('Checked', 'isGood')],
  [
    'a callback has no body',
    'hook-body',
    /callback checked/,
    (d) => {
      delete books(d).post.callbacks.checked['{$request.body#/hook}'].post.requestBody
    },
  ],
  [
    'a callback takes no 204',
    'hook-answer',
    /204/,
    (d) => {
      books(d).post.callbacks.checked['{$request.body#/hook}'].post.responses = { 200: { description: '' } }
    },
  ],
  ['a webhook is gone', 'hook-gone', /bookLost/, (d) => void delete d.webhooks],
  [
    'a webhook has another format',
    'response-format-changed',
    /lastSeen/,
    field('Lost', 'lastSeen', { format: 'date-time' }),
  ],
  [
    'a kind of three is new',
    'response-value-unknown',
    /kind "vinyl"/,
    (d) => {
      media(d).oneOf.push({ type: 'object', required: ['kind'], properties: { kind: { const: 'vinyl' } } })
    },
  ],
  ['the first kind of three loses a field', 'response-field-missing', /tracks/, drop('Disc', 'tracks')],
  [
    'the second kind of three has another type',
    'response-type',
    /minutes/,
    field('Tape', 'minutes', { type: 'string' }),
  ],
  [
    'the third kind of three may lack a field',
    'response-field-optional',
    /bytes/,
    (d) => {
      schemaOf(d, 'File').required = ['kind']
    },
  ],
  [
    'a kind of three has another name, or none',
    'response-value-unknown',
    /Disc\.kind "cd"/,
    field('Disc', 'kind', { const: undefined, enum: ['cd', null] }),
  ],
  [
    'a kind of three has another name, where it is said',
    'response-field-optional',
    /Disc\.kind/,
    (d) => {
      Object.assign(schemaOf(d, 'Disc'), { required: ['tracks'] })
      schemaOf(d, 'Disc').properties.kind.const = 'cd'
    },
  ],
  [
    'the kinds are distinguished by another field',
    'response-discriminator',
    /Medium/,
    (d) => {
      media(d).discriminator.propertyName = 'sort'
    },
  ],
  ['an untagged alternative loses a field', 'response-field-missing', /mergedInto/, drop('Merged', 'mergedInto')],
  [
    'an untagged alternative is new',
    'response-field-missing',
    /./,
    (d) => {
      json(book(d).patch.responses['200']).schema.oneOf.push({
        type: 'object',
        required: ['gone'],
        properties: { gone: { type: 'boolean' } },
      })
    },
  ],
  [
    'an alternative may be a list',
    'response-type',
    /array/,
    (d) => {
      json(book(d).patch.responses['200']).schema.oneOf.push({ type: 'array', items: {} })
    },
  ],
  [
    'an alternative hides in an anyOf in a oneOf',
    'response-field-missing',
    /./,
    (d) => {
      json(book(d).patch.responses['200']).schema.oneOf[1] = {
        anyOf: [{ $ref: '#/components/schemas/Merged' }, { type: 'object', properties: { other: { type: 'string' } } }],
      }
    },
  ],
  ['a shelf within itself loses its name', 'response-field-missing', /Shelf\.name/, drop('Shelf', 'name')],
  [
    'a shelf above is always there but no shelf',
    'response-type',
    /above/,
    field('Shelf', 'above', { anyOf: [{ type: 'string' }, { type: 'null' }] }),
  ],
  [
    'a map has other values',
    'response-type',
    /extra\.\*/,
    (d) => {
      schemaOf(d, 'Shelf').properties.extra.additionalProperties = { type: 'string' }
    },
  ],
  [
    'a value of an answer is new',
    'response-value-unknown',
    /state "lost"/,
    (d) => {
      schemaOf(d, 'Book').properties.state.enum.push('lost')
    },
  ],
  [
    'a field may be null',
    'response-null',
    /title/,
    (d) => {
      schemaOf(d, 'Merged').properties.mergedInto.type = ['string', 'null']
      schemaOf(d, 'Book').properties.title.type = ['string', 'null']
    },
  ],
  ['a pattern is another', 'request-pattern-changed', /isbn/, field('Book', 'isbn', { pattern: '^[0-9]{13}$' })],
  [
    'a read-only field must be sent',
    'request-field-required-new',
    /Book\.id|request\.id|\.id/,
    (d) => {
      delete schemaOf(d, 'Book').properties.id.readOnly
    },
  ],
]
/** Changes that need no action, reported as notes. */
export const notes: readonly Change[] = [
  [
    'a 202 with a body',
    'response-body-new',
    /addCover 202/,
    (d) => {
      d.paths['/covers'].post.responses['202'].content = { 'application/json': { schema: { type: 'object' } } }
    },
  ],
  [
    'a GET takes a body',
    'request-body-new',
    /getTree/,
    (d) => {
      d.paths['/tree'].get.requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }
    },
  ],
  [
    'JSON by another name',
    'response-media-type-name',
    /getBook/,
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { 'application/hal+json': json(answer) }
    },
  ],
  [
    'a field that is only sent may be returned',
    'response-field-write-only-gone',
    /Book\.secret/,
    (d) => void delete schemaOf(d, 'Book').properties.secret.writeOnly,
  ],
  ['a kind of three lists its numbers', 'response-enum-set', /Disc\.tracks/, field('Disc', 'tracks', { enum: [1, 2] })],
  [
    'what a parameter is that is left out is not described',
    'request-default-gone',
    /query parameter limit/,
    (d) => void delete parameter(d, 'limit').schema.default,
  ],
  [
    'a number of any size has 32 bits',
    'request-number-format',
    /query parameter limit/,
    (d) => {
      parameter(d, 'limit').schema.format = 'int32'
    },
  ],
  [
    'a header is new',
    'response-header-new',
    /X-New/,
    (d) => {
      book(d).get.responses['200'].headers = { 'X-New': { schema: { type: 'string' } } }
    },
  ],
  [
    'a webhook is new',
    'hook-new',
    /bookFound/,
    (d) => {
      d.webhooks.bookFound = d.webhooks.bookLost
    },
  ],
]

const mapped = (value: Part, change: (one: Part) => Part): Part => {
  if (Array.isArray(value)) return change(value.map((one) => mapped(one, change)))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(one, change)])))
}
const isObject = (value: Part) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Equivalent descriptions, and changes that affect no client. */
export const clean: readonly (readonly [what: string, change: (document: Part) => Part])[] = [
  ['the same', () => undefined],
  [
    'an error among all that is left',
    (d) => {
      const { 404: notFound, ...rest } = book(d).get.responses
      book(d).get.responses = { ...rest, default: notFound }
    },
  ],
  [
    'borders of what is listed',
    (d) => {
      Object.assign(schemaOf(d, 'Change').properties.state, { maxLength: 5, pattern: '^[a-z]+$' })
      Object.assign(schemaOf(d, 'Book').properties.state, { maxLength: 5, pattern: '^[a-z]+$' })
    },
  ],
  ['larger steps that are multiples', field('Tape', 'minutes', { multipleOf: 1 })],
  [
    'a field of a request that may be anything',
    (d) => {
      schemaOf(d, 'Change').properties.title = {}
    },
  ],
  ['a field of a request of more types', field('Change', 'title', { type: ['string', 'integer', 'boolean'] })],
  [
    'JSON among all applications',
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { 'application/*': json(answer) }
    },
  ],
  [
    'a success as all that is left',
    (d) => {
      const { get } = d.paths['/tree']
      get.responses = { default: get.responses['200'] }
    },
  ],
  [
    'a success among those of its hundred',
    (d) => {
      const { get } = d.paths['/tree']
      get.responses = { '2XX': get.responses['200'] }
    },
  ],
  [
    'a hundred of successes beside the one',
    (d) => {
      d.paths['/tree'].get.responses['2XX'] = { description: '' }
    },
  ],
  [
    'a status on the way',
    (d) => {
      book(d).get.responses['103'] = { description: '' }
    },
  ],
  [
    '3.0 in place of 3.1',
    (d) => {
      const older = mapped(d, (one) => {
        if (!isObject(one)) return one
        const { const: only, type, ...rest } = one
        if (typeof only === 'string') return { ...rest, type: 'string', enum: [only] }
        return Array.isArray(type) && type.length === 2 ? { ...rest, type: type[0], nullable: true } : one
      })
      schemaOf(older, 'Shelf').properties.above = { nullable: true, allOf: [{ $ref: '#/components/schemas/Shelf' }] }
      return { ...older, openapi: '3.0.3' }
    },
  ],
  [
    'every object with its names turned round',
    (d) => mapped(d, (one) => (isObject(one) ? Object.fromEntries(Object.entries(one).toReversed()) : one)),
  ],
  [
    'path parameters by another name',
    (d) => {
      const { '/books/{id}': item, ...rest } = d.paths
      item.parameters[0].name = 'bookId'
      d.paths = { ...rest, '/books/{bookId}': item }
    },
  ],
  [
    'parameters of the path in each call',
    (d) => {
      const { parameters, ...calls } = book(d)
      for (const call of Object.values<Part>(calls)) call.parameters = parameters
      delete book(d).parameters
    },
  ],
  [
    'a parameter replaced by one of the call',
    (d) => {
      book(d).get.parameters = [{ ...book(d).parameters[0] }]
      book(d).parameters[0] = { ...book(d).parameters[0] }
    },
  ],
  [
    'headers in other cases',
    (d) => {
      const { headers } = books(d).get.responses['200']
      headers['x-total'] = headers['X-Total']
      delete headers['X-Total']
    },
  ],
  [
    'a header parameter in another case',
    (d) => {
      parameter(d, 'X-Trace').name = 'x-trace'
    },
  ],
  [
    'media types with a charset',
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { 'application/json; charset=utf-8': json(answer) }
    },
  ],
  [
    'JSON as anything',
    (d) => {
      const answer = book(d).get.responses['200']
      answer.content = { '*/*': json(answer) }
    },
  ],
  [
    'explode said where it holds anyway',
    (d) => {
      parameter(d, 'tags').explode = true
    },
  ],
  [
    'style said where it holds anyway',
    (d) => {
      parameter(d, 'tags').style = 'form'
    },
  ],
  [
    'style of a single value',
    (d) => {
      parameter(d, 'limit').explode = false
    },
  ],
  [
    'a header that servers always send',
    (d) => {
      book(d).get.responses['200'].headers = { 'Content-Type': { schema: { type: 'string' } } }
    },
  ],
  [
    'schemas inlined',
    (d) => {
      const { Disc, Tape, File } = d.components.schemas
      media(d).oneOf = [Disc, Tape, File]
    },
  ],
  ['oneOf in another order', (d) => void (media(d).oneOf = media(d).oneOf.toReversed())],
  [
    'oneOf as anyOf',
    (d) => {
      media(d).anyOf = media(d).oneOf
      delete media(d).oneOf
    },
  ],
  [
    'oneOf within oneOf',
    (d) => {
      const [disc, ...rest] = media(d).oneOf
      media(d).oneOf = [disc, { oneOf: rest }]
    },
  ],
  ['an alternative said twice', (d) => void media(d).oneOf.push(media(d).oneOf[0])],
  ['alternatives without a discriminator', (d) => void delete media(d).discriminator],
  [
    'a mapping of the discriminator',
    (d) => {
      media(d).discriminator.mapping = { disc: '#/components/schemas/Disc' }
    },
  ],
  [
    'an object as allOf',
    (d) => {
      const { type, properties, required } = schemaOf(d, 'Book')
      d.components.schemas.Book = { allOf: [{ type, properties }, { required }] }
    },
  ],
  [
    'at least no characters, items and fields',
    (d) => {
      schemaOf(d, 'Book').minProperties = 0
      for (const one of Object.values<Part>(schemaOf(d, 'Book').properties))
        if (one.type === 'string') one.minLength ??= 0
        else if (one.type === 'array') one.minItems ??= 0
    },
  ],
  [
    'a default behind an allOf',
    (d) => {
      const limit = parameter(d, 'limit')
      limit.schema = { allOf: [limit.schema] }
    },
  ],
  [
    'a schema behind one more reference',
    (d) => {
      d.components.schemas.Inner = schemaOf(d, 'Book')
      d.components.schemas.Book = { $ref: '#/components/schemas/Inner' }
    },
  ],
  [
    'schemas by other names',
    (d) =>
      JSON.parse(JSON.stringify(d).replaceAll('"Book"', '"BookDto"').replaceAll('schemas/Book"', 'schemas/BookDto"')),
  ],
  [
    'a schema within itself written out once',
    (d) => {
      schemaOf(d, 'Shelf').properties.above = { anyOf: [structuredClone(schemaOf(d, 'Shelf')), { type: 'null' }] }
    },
  ],
  [
    'security written in each call',
    (d) => {
      for (const item of Object.values<Part>(d.paths))
        for (const call of Object.values<Part>(item)) if (call.responses) call.security ??= d.security
      delete d.security
    },
  ],
  ['schemes by other names', (d) => JSON.parse(JSON.stringify(d).replaceAll('"token":', '"jwt":'))],
  [
    'a bearer token by OpenID Connect',
    (d) => {
      d.components.securitySchemes.token = { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' }
    },
  ],
  ['one way in more', (d) => void book(d).delete.security.push({ signIn: [] })],
  [
    'a callback by a reference',
    (d) => {
      d.components.callbacks = { Checked: books(d).post.callbacks.checked }
      books(d).post.callbacks.checked = { $ref: '#/components/callbacks/Checked' }
    },
  ],
  [
    'answers by references',
    (d) => {
      d.components.responses.One = book(d).get.responses['200']
      book(d).get.responses['200'] = { $ref: '#/components/responses/One' }
    },
  ],
  [
    'the answers of a range one by one',
    (d) => {
      const { responses } = book(d).patch
      responses['404'] = responses['4XX']
    },
  ],
  [
    'numbers of statuses in place of texts',
    (d) => {
      book(d).get.responses = { 200: book(d).get.responses['200'], 404: book(d).get.responses['404'] }
    },
  ],
  [
    'names of calls',
    (d) => {
      book(d).get.operationId = 'get_book_by_id'
    },
  ],
  [
    'texts and tags',
    (d) => {
      Object.assign(book(d).get, { description: 'Another.', tags: ['x'], externalDocs: { url: 'https://x.example' } })
    },
  ],
  [
    'a base path in front of every path',
    (d) => {
      d.servers = [{ url: 'https://other.example' }]
      d.paths = Object.fromEntries(Object.entries(d.paths).map(([path, item]) => [`/v1${path}`, item]))
    },
  ],
  [
    'a server with variables',
    (d) => {
      d.servers = [
        { url: 'https://{host}/{base}', variables: { host: { default: 'x.example' }, base: { default: 'v1' } } },
      ]
    },
  ],
  [
    'the order of required fields',
    (d) => void (schemaOf(d, 'Book').required = schemaOf(d, 'Book').required.toReversed()),
  ],
  [
    "another author's words",
    (d) => {
      Object.assign(schemaOf(d, 'Book'), { 'x-java-type': 'Book' })
      d['x-owner'] = 'library'
    },
  ],
  [
    'a read-only field said to be required of requests too',
    (d) => {
      d.components.schemas.NewBook = structuredClone(schemaOf(d, 'Book'))
      books(d).post.requestBody.content['application/json'].schema = { $ref: '#/components/schemas/NewBook' }
    },
  ],
]
