import type { RuleId } from '#drift/rules/rules.ts'

/** A part of the bundled contract. */
export interface Json {
  [name: string]: Json
}
/** The bundled contract, with accessors to its parts. */
export class Bundle {
  readonly document: Json
  constructor(document: Json) {
    this.document = document
  }
  schema(name: string): Json {
    return at(this.document, ['components', 'schemas', name])
  }
  field(place: string): Json {
    const [schema = '', ...names] = place.split('.')
    return names.reduce(
      (parent, name) => (name === '[]' ? at(parent, ['items']) : at(parent, ['properties', name])),
      this.schema(schema),
    )
  }
  call(path: string): Json {
    return at(this.document, ['paths', path, 'post'])
  }
  body(path: string): Json {
    return at(this.call(path), ['requestBody'])
  }
  /** Returns the response of a call; a shared one is first copied into the call. */
  answer(path: string, status = '200'): Json {
    const answers = at(this.call(path), ['responses'])
    const shared = at(answers, [status])['$ref'] as unknown as string | undefined
    if (shared !== undefined) answers[status] = structuredClone(at(this.document, shared.split('/').slice(1)))
    return at(answers, [status])
  }
}
function at(parent: Json, path: readonly string[]): Json {
  return path.reduce((here, name) => {
    const next = here[name]
    if (next === undefined) throw new Error(`the contract has no ${path.join('.')}`)
    return next
  }, parent)
}
const json = (value: unknown) => value as Json
const set = (part: Json, values: Record<string, unknown>) => void Object.assign(part, values)
/** Sets keywords of a field; undefined removes one. */
const words = (place: string, values: Record<string, unknown>) => (bundle: Bundle) => {
  const field = bundle.field(place)
  for (const [word, value] of Object.entries(values)) {
    if (value === undefined && !(word in field)) throw new Error(`${place} has no ${word}`)
    if (value === undefined) delete field[word]
    else field[word] = json(value)
  }
}
const parentOf = (place: string) =>
  [place.slice(0, place.lastIndexOf('.')), place.slice(place.lastIndexOf('.') + 1)] as const
const list = (part: Json, word: string) => (part[word] ?? []) as unknown as string[]
const drop = (place: string) => (bundle: Bundle) => {
  const [parent, name] = parentOf(place)
  const owner = bundle.field(parent)
  if (!owner['properties']?.[name]) throw new Error(`there is no ${place}`)
  delete owner['properties'][name]
  owner['required'] = json(list(owner, 'required').filter((other) => other !== name))
}
const add =
  (place: string, schema: object, { required = false } = {}) =>
  (bundle: Bundle) => {
    const [parent, name] = parentOf(place)
    const owner = bundle.field(parent)
    set((owner['properties'] ??= {}), { [name]: structuredClone(schema) })
    if (required) owner['required'] = json([...list(owner, 'required'), name])
  }
const always = (place: string) => (bundle: Bundle) => {
  const [parent, name] = parentOf(place)
  const owner = bundle.field(parent)
  owner['required'] = json([...list(owner, 'required'), name])
}
const optional = (place: string) => (bundle: Bundle) => {
  const [parent, name] = parentOf(place)
  const owner = bundle.field(parent)
  if (!list(owner, 'required').includes(name)) throw new Error(`${place} is not required`)
  owner['required'] = json(list(owner, 'required').filter((other) => other !== name))
}
const nameless = { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } }

const order = '/v1/create_order'
const status = '/v2/get_order_status'
const cards = '/v1/get_bank_cards'
const profile = '/v2/get_user_profile'
const event = '/v1/send_product_event'
const content = (bundle: Bundle, path: string, code = '200') =>
  bundle.answer(path, code)['content']!['application/json']!

type Mutation = readonly [what: string, rule: RuleId, subject: RegExp, change: (bundle: Bundle) => void]
/** Single changes that a backend's description may have, each with the one rule that must report it. */
export const mutations: readonly Mutation[] = [
  // Calls.
  ['a documented call is gone', 'call-missing', /createOrder/, ({ document }) => void delete document['paths']![order]],
  [
    'an assumed call is gone',
    'call-assumed-missing',
    /payOrder/,
    ({ document }) => void delete document['paths']!['/v1/pay_order'],
  ],
  [
    'a call takes PUT',
    'call-other-method',
    /createOrder/,
    ({ document }) => set(document['paths']![order]!, { put: document['paths']![order]!['post'], post: undefined }),
  ],
  [
    'a call has a later version',
    'call-other-version',
    /createOrder/,
    ({ document }) => {
      document['paths']!['/v2/create_order'] = document['paths']![order]!
      delete document['paths']![order]
    },
  ],
  ['a call is deprecated', 'call-deprecated', /createOrder/, (bundle) => set(bundle.call(order), { deprecated: true })],
  [
    'a call is new',
    'call-unknown',
    /new_call/,
    ({ document }) =>
      set(document['paths']!, {
        '/v1/new_call': { post: { operationId: 'newCall', responses: { 200: { description: '' } } } },
      }),
  ],
  ['another base path', 'base-other', /\/api/, ({ document }) => set(document, { servers: [{ url: '/api' }] })],
  [
    'a query parameter is required',
    'parameter-required',
    /query parameter city/,
    (bundle) =>
      set(bundle.call(cards), {
        parameters: [{ name: 'city', in: 'query', required: true, schema: { type: 'string' } }],
      }),
  ],
  [
    'a header is required',
    'parameter-required',
    /header parameter x-shop/,
    (bundle) =>
      set(bundle.call(cards), {
        parameters: [{ name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } }],
      }),
  ],
  [
    'a cookie is required',
    'parameter-required',
    /cookie parameter sid/,
    (bundle) =>
      set(bundle.call(cards), {
        parameters: [{ name: 'sid', in: 'cookie', required: true, schema: { type: 'string' } }],
      }),
  ],
  [
    'a parameter of the whole path is required',
    'parameter-required',
    /query parameter city/,
    ({ document }) =>
      set(document['paths']![order]!, {
        parameters: [{ name: 'city', in: 'query', required: true, schema: { type: 'string' } }],
      }),
  ],
  [
    'an optional parameter is new',
    'parameter-new',
    /query parameter city/,
    (bundle) => set(bundle.call(cards), { parameters: [{ name: 'city', in: 'query', schema: { type: 'string' } }] }),
  ],
  [
    'the header of the idempotency key is not read',
    'parameter-assumed-gone',
    /header parameter idempotency-key/,
    (bundle) => void delete bundle.call(order)['parameters'],
  ],
  [
    'the header of the idempotency key has another name',
    'parameter-assumed-gone',
    /header parameter idempotency-key/,
    ({ document }) => set(document['components']!['parameters']!['IdempotencyKey']!, { name: 'X-Idempotency-Key' }),
  ],
  [
    'the idempotency key may not be a UUID in quotes',
    'request-pattern-changed',
    /header parameter idempotency-key/,
    ({ document }) =>
      set(document['components']!['parameters']!['IdempotencyKey']!, {
        schema: { type: 'string', pattern: '^[a-z]+$' },
      }),
  ],
  [
    'a call takes no body',
    'request-body-refused',
    /createOrder/,
    (bundle) => void delete bundle.call(order)['requestBody'],
  ],
  [
    'the body may be left out',
    'request-body-optional',
    /createOrder/,
    (bundle) => set(bundle.body(order), { required: false }),
  ],
  [
    'the body is a form',
    'request-media-type-refused',
    /createOrder/,
    (bundle) =>
      set(bundle.body(order), {
        content: { 'application/x-www-form-urlencoded': bundle.body(order)['content']!['application/json'] },
      }),
  ],
  [
    'the 200 is gone',
    'response-success-missing',
    /createOrder/,
    (bundle) => void delete bundle.call(order)['responses']!['200'],
  ],
  [
    'a 201 may come',
    'response-success-other',
    /201/,
    (bundle) => set(bundle.call(order)['responses']!, { 201: { description: '' } }),
  ],
  [
    'a 202 may come',
    'response-success-other',
    /202/,
    (bundle) => set(bundle.call(cards)['responses']!, { 202: { description: '' } }),
  ],
  [
    'a redirect may come',
    'response-redirect',
    /302/,
    (bundle) => set(bundle.call(order)['responses']!, { 302: { description: '' } }),
  ],
  [
    'a 409 may come',
    'response-status-unknown',
    /409/,
    (bundle) => set(bundle.call(cards)['responses']!, { 409: { description: '' } }),
  ],
  [
    'a 425 may come',
    'response-status-unknown',
    /425/,
    (bundle) => set(bundle.call(cards)['responses']!, { 425: { description: '' } }),
  ],
  [
    'a 422 never comes',
    'response-status-never',
    /422/,
    (bundle) => void delete bundle.call(order)['responses']!['422'],
  ],
  [
    'the answer has no body',
    'response-body-missing',
    /createOrder/,
    (bundle) => void delete bundle.answer(order)['content'],
  ],
  [
    'the answer is XML',
    'response-media-type',
    /createOrder/,
    (bundle) => set(bundle.answer(order), { content: { 'application/xml': content(bundle, order) } }),
  ],
  [
    'the answer may be XML',
    'response-media-type-more',
    /createOrder/,
    (bundle) => set(bundle.answer(order)['content']!, { 'application/xml': { schema: {} } }),
  ],
  [
    'an error is a page',
    'response-error-media-type',
    /422/,
    (bundle) => set(bundle.answer(order, '422'), { content: { 'text/html': { schema: { type: 'string' } } } }),
  ],
  [
    'a free call asks for a token',
    'security-required',
    /bearer token/,
    (bundle) => set(bundle.call(event), { security: [{ bearer: [] }] }),
  ],
  [
    'an API key is asked for',
    'security-other',
    /key/,
    (bundle) => {
      set(bundle.document['components']!['securitySchemes']!, { key: { type: 'apiKey', in: 'header', name: 'X-Key' } })
      set(bundle.call(order), { security: [{ key: [] }] })
    },
  ],
  [
    'a password is asked for',
    'security-other',
    /basic/,
    (bundle) => {
      set(bundle.document['components']!['securitySchemes']!, { basic: { type: 'http', scheme: 'basic' } })
      set(bundle.call(order), { security: [{ basic: [] }] })
    },
  ],
  [
    'token and key are asked for',
    'security-other',
    /bearer token and the key of the header x-key/,
    (bundle) => {
      set(bundle.document['components']!['securitySchemes']!, { key: { type: 'apiKey', in: 'header', name: 'X-Key' } })
      set(bundle.call(order), { security: [{ bearer: [], key: [] }] })
    },
  ],
  ['no one is asked', 'security-open', /no token/, (bundle) => set(bundle.call(order), { security: [] })],
  [
    'a scope is needed',
    'security-scope',
    /orders/,
    (bundle) => {
      set(bundle.document['components']!['securitySchemes']!, { oauth: { type: 'oauth2', flows: {} } })
      set(bundle.call(order), { security: [{ oauth: ['orders'] }] })
    },
  ],

  // Codes.
  [
    'an example has a rejected code that is not known',
    'code-unknown',
    /createOrder 2999/,
    (bundle) => set(content(bundle, order)['examples']!, { more: { value: { code: 2999 } } }),
  ],
  [
    'a schema lists a rejected code that is not known',
    'code-unknown',
    /getUserProfile 2777/,
    (bundle) =>
      set(content(bundle, profile), {
        schema: {
          oneOf: [
            { $ref: '#/components/schemas/UserProfileAnswer' },
            { type: 'object', properties: { code: { const: 2777 }, message: { type: ['string', 'null'] } } },
          ],
        },
      }),
  ],
  [
    'an example has an accepted code that is not known',
    'code-accepted-unknown',
    /createOrder 7/,
    (bundle) => set(content(bundle, order)['examples']!, { more: { value: { code: 7, result: { orderId: 'x' } } } }),
  ],
  ['the code is a text', 'code-type', /Refusal\.code string/, words('Refusal.code', { type: 'string' })],
  [
    'the code of a success is a text',
    'code-type',
    /CreatedOrderAnswer\.code string/,
    words('CreatedOrderAnswer.code', { type: 'string' }),
  ],
  [
    'the code may be null',
    'code-type',
    /CreatedOrderAnswer\.code null/,
    words('CreatedOrderAnswer.code', { type: ['integer', 'null'] }),
  ],
  [
    'a code of the 200 comes with 422',
    'code-at-status',
    /createOrder 2004 422/,
    (bundle) => set(content(bundle, order, '422')['examples']!, { more: { value: { code: 2004 } } }),
  ],
  [
    'the schemas list two codes only',
    'code-never',
    /createOrder 2010/,
    (bundle) =>
      set(content(bundle, order), {
        examples: {},
        schema: {
          oneOf: [
            { allOf: [{ $ref: '#/components/schemas/CreatedOrderAnswer' }, { properties: { code: { const: 0 } } }] },
            { type: 'object', properties: { code: { const: 2004 }, message: { type: ['string', 'null'] } } },
          ],
        },
      }),
  ],
  [
    'the only code is rejected',
    'response-never-accepted',
    /getOrderStatus/,
    (bundle) => {
      set(bundle.field('OrderStatusAnswer.code'), { enum: [2000] })
      set(content(bundle, status), { schema: { $ref: '#/components/schemas/OrderStatusAnswer' }, examples: {} })
    },
  ],
  [
    'refusals are not described',
    'refusal-undescribed',
    /createOrder/,
    (bundle) =>
      set(content(bundle, order), { schema: { $ref: '#/components/schemas/CreatedOrderAnswer' }, examples: {} }),
  ],

  // Requests.
  [
    'an optional field is required',
    'request-field-required',
    /CreateOrderRequest\.promocodeId/,
    always('CreateOrderRequest.promocodeId'),
  ],
  [
    'an optional field of a shared schema is required',
    'request-field-required',
    /EventData\.webview/,
    always('EventData.webview'),
  ],
  [
    'a new field is required',
    'request-field-required-new',
    /CreateOrderRequest\.city/,
    add('CreateOrderRequest.city', { type: 'string' }, { required: true }),
  ],
  [
    'a new field of an inner object is required',
    'request-field-required-new',
    /ReturnParameters\.city/,
    add('ReturnParameters.city', { type: 'string' }, { required: true }),
  ],
  [
    'a new field of list items is required',
    'request-field-required-new',
    /ScorePeriod\.day/,
    add('ScorePeriod.day', { type: 'integer' }, { required: true }),
  ],
  [
    'a field is refused',
    'request-field-refused',
    /CreateOrderRequest\.experimentId/,
    drop('CreateOrderRequest.experimentId'),
  ],
  [
    'a required field is refused',
    'request-field-refused',
    /UnbindCardRequest\.bankCardId/,
    drop('UnbindCardRequest.bankCardId'),
  ],
  [
    'a field is not read',
    'request-field-ignored',
    /CreateOrderRequest\.experimentId/,
    (bundle) => {
      drop('CreateOrderRequest.experimentId')(bundle)
      delete bundle.schema('CreateOrderRequest')['additionalProperties']
    },
  ],
  [
    'an optional field is new',
    'request-field-new',
    /CreateOrderRequest\.city/,
    add('CreateOrderRequest.city', { type: 'string' }),
  ],
  [
    'a required field may be left out',
    'request-field-optional',
    /CreateOrderRequest\.usingMainCard/,
    optional('CreateOrderRequest.usingMainCard'),
  ],
  [
    'a field is read-only',
    'request-field-read-only',
    /CreateOrderRequest\.bundleId/,
    words('CreateOrderRequest.bundleId', { readOnly: true }),
  ],
  [
    'a field that is sent is deprecated',
    'request-field-deprecated',
    /CreateOrderRequest\.bundleId/,
    words('CreateOrderRequest.bundleId', { deprecated: true }),
  ],
  [
    'a field has a default',
    'request-default-set',
    /CreateOrderRequest\.promocodeId/,
    words('CreateOrderRequest.promocodeId', { default: 'SPRING' }),
  ],
  [
    'a text must be a number',
    'request-type',
    /UnbindCardRequest\.bankCardId string/,
    words('UnbindCardRequest.bankCardId', { type: 'integer', minLength: undefined }),
  ],
  [
    'a yes or no must be a text',
    'request-type',
    /usingMainCard boolean/,
    words('CreateOrderRequest.usingMainCard', { type: 'string' }),
  ],
  ['a list must be a text', 'request-type', /reasonIds array/, words('FeedbackRequest.reasonIds', { type: 'string' })],
  [
    'items of a list must be numbers',
    'request-type',
    /experimentIds\[\] string/,
    words('ExperimentsRequest.experimentIds.[]', { type: 'integer' }),
  ],
  [
    'a number may be a text',
    'request-type-wider',
    /ScorePeriod\.month/,
    words('ScorePeriod.month', { type: ['integer', 'string'] }),
  ],
  [
    'a whole number may be any',
    'request-type-wider',
    /ScorePeriod\.year/,
    words('ScorePeriod.year', { type: 'number' }),
  ],
  [
    'null is refused',
    'request-null-refused',
    /CreateOrderRequest\.promocodeId/,
    words('CreateOrderRequest.promocodeId', { type: 'string' }),
  ],
  [
    'null is refused inside',
    'request-null-refused',
    /EventData\.utmSource/,
    words('EventData.utmSource', { type: 'string' }),
  ],
  [
    'null is taken',
    'request-null-taken',
    /CreateOrderRequest\.bundleId/,
    words('CreateOrderRequest.bundleId', { type: ['string', 'null'] }),
  ],
  [
    'a listed value is refused',
    'request-value-refused',
    /Source "third"/,
    words('Source', { enum: ['web', 'grocery', 'hyper', 'test'] }),
  ],
  [
    'a listed value of an inner field is refused',
    'request-value-refused',
    /PurchaseFrom "trial"/,
    words('PurchaseFrom', { enum: ['landing', 'profile', 'scores', 'fastbuy', 'holodilnik', 'grace-prolong'] }),
  ],
  [
    'only one value is taken',
    'request-value-refused',
    /Source "hyper"/,
    words('Source', { enum: undefined, const: 'web' }),
  ],
  [
    'values are listed',
    'request-enum-set',
    /ProductEvent\.eventName/,
    words('ProductEvent.eventName', { enum: ['a', 'b'] }),
  ],
  [
    'more values are taken',
    'request-value-new',
    /Source "tv"/,
    words('Source', { enum: ['web', 'grocery', 'hyper', 'third', 'test', 'tv'] }),
  ],
  ['any value is taken', 'request-enum-open', /Source/, words('Source', { enum: undefined })],
  [
    'another format',
    'request-format-changed',
    /CreateOrderRequest\.bundleId email/,
    words('CreateOrderRequest.bundleId', { format: 'email' }),
  ],
  [
    'a format is set',
    'request-format-set',
    /OrderStatusRequest\.orderId uuid/,
    words('OrderStatusRequest.orderId', { format: 'uuid' }),
  ],
  [
    'no format',
    'request-format-gone',
    /CreateOrderRequest\.bundleId/,
    words('CreateOrderRequest.bundleId', { format: undefined }),
  ],
  [
    'a size of a number',
    'request-number-format',
    /ScorePeriod\.year int32/,
    words('ScorePeriod.year', { format: 'int32' }),
  ],
  [
    'another pattern',
    'request-pattern-changed',
    /subscriberRelationPhone/,
    words('CreateRelationRequest.subscriberRelationPhone', { pattern: String.raw`^\+7\d{10}$` }),
  ],
  [
    'a pattern is set',
    'request-pattern-set',
    /OrderStatusRequest\.orderId/,
    words('OrderStatusRequest.orderId', { pattern: '^[a-z]+$' }),
  ],
  [
    'no pattern',
    'request-pattern-gone',
    /subscriberRelationPhone/,
    words('CreateRelationRequest.subscriberRelationPhone', { pattern: undefined }),
  ],
  [
    'a lowest number is raised',
    'request-range-narrower',
    /ScorePeriod\.year range low/,
    words('ScorePeriod.year', { minimum: 2025 }),
  ],
  [
    'a highest number is lowered',
    'request-range-narrower',
    /ScorePeriod\.month range high/,
    words('ScorePeriod.month', { maximum: 11 }),
  ],
  [
    'a border is excluded',
    'request-range-narrower',
    /ScorePeriod\.month range low/,
    words('ScorePeriod.month', { minimum: undefined, exclusiveMinimum: 1 }),
  ],
  [
    'a highest number is set',
    'request-range-set',
    /ScorePeriod\.year range high/,
    words('ScorePeriod.year', { maximum: 2030 }),
  ],
  [
    'a lowest number is lowered',
    'request-range-wider',
    /ScorePeriod\.year range low/,
    words('ScorePeriod.year', { minimum: 2000 }),
  ],
  [
    'a border is gone',
    'request-range-wider',
    /ScorePeriod\.month range high/,
    words('ScorePeriod.month', { maximum: undefined }),
  ],
  [
    'a text may be less long',
    'request-length-narrower',
    /FeedbackRequest\.comment length high/,
    words('FeedbackRequest.comment', { maxLength: 100 }),
  ],
  [
    'a text must be longer',
    'request-length-narrower',
    /OrderStatusRequest\.orderId length low/,
    words('OrderStatusRequest.orderId', { minLength: 36 }),
  ],
  [
    'a length is set',
    'request-length-set',
    /PromocodeRequest\.promocodeValue length high/,
    words('PromocodeRequest.promocodeValue', { maxLength: 10 }),
  ],
  [
    'a text may be longer',
    'request-length-wider',
    /FeedbackRequest\.comment length high/,
    words('FeedbackRequest.comment', { maxLength: 500 }),
  ],
  [
    'a list may hold less',
    'request-count-narrower',
    /periods items high/,
    words('MonthlyScoresRequest.periods', { maxItems: 2 }),
  ],
  [
    'a list must hold more',
    'request-count-narrower',
    /periods items low/,
    words('MonthlyScoresRequest.periods', { minItems: 2 }),
  ],
  [
    'a count is set',
    'request-count-set',
    /experimentIds items high/,
    words('ExperimentsRequest.experimentIds', { maxItems: 10 }),
  ],
  [
    'an object must hold a count',
    'request-count-set',
    /EventData properties low/,
    words('EventData', { minProperties: 2 }),
  ],
  [
    'a list may hold more',
    'request-count-wider',
    /periods items high/,
    words('MonthlyScoresRequest.periods', { maxItems: 12 }),
  ],
  ['a number must be a multiple', 'request-step', /ScorePeriod\.year 5/, words('ScorePeriod.year', { multipleOf: 5 })],
  [
    'items must differ',
    'request-unique',
    /experimentIds/,
    words('ExperimentsRequest.experimentIds', { uniqueItems: true }),
  ],
  [
    'a condition is set',
    'request-condition',
    /OrderStatusRequest\.orderId not/,
    words('OrderStatusRequest.orderId', { not: { const: 'x' } }),
  ],
  ['a condition goes', 'request-condition-gone', /FeedbackRequest if/, words('FeedbackRequest', { if: undefined })],

  // Responses.
  ['a field is not returned', 'response-field-missing', /ClientData\.status/, drop('ClientData.status')],
  [
    'the result is not returned',
    'response-field-missing',
    /CreatedOrderAnswer\.result/,
    drop('CreatedOrderAnswer.result'),
  ],
  [
    'a field of list items is not returned',
    'response-field-missing',
    /BankCard\.isMainCard/,
    drop('BankCard.isMainCard'),
  ],
  [
    'a field of an inner list is not returned',
    'response-field-missing',
    /SubscriberRelation\.status/,
    drop('SubscriberRelation.status'),
  ],
  ['a field may be missing', 'response-field-optional', /ClientData\.status/, optional('ClientData.status')],
  [
    'the result may be missing',
    'response-field-optional',
    /UserProfileAnswer\.result/,
    optional('UserProfileAnswer.result'),
  ],
  ['an optional field is gone', 'response-field-gone', /BankCard\.maskedPan/, drop('BankCard.maskedPan')],
  [
    'an optional field of the result is gone',
    'response-field-gone',
    /OrderStatusAnswer\.result\.formUrl/,
    drop('OrderStatusAnswer.result.formUrl'),
  ],
  ['a field is new', 'response-field-unknown', /ClientData\.city/, add('ClientData.city', { type: 'string' })],
  ['a field is always there', 'response-field-always', /BankCard\.maskedPan/, always('BankCard.maskedPan')],
  [
    'one schema for successes and refusals',
    'response-flat-optional',
    /CreatedOrderAnswer\.result/,
    (bundle) =>
      set(content(bundle, order), {
        schema: {
          ...nameless,
          properties: {
            code: { type: 'integer' },
            message: { type: ['string', 'null'] },
            result: bundle.field('CreatedOrderAnswer.result'),
          },
        },
      }),
  ],
  [
    'a field is write-only',
    'response-field-write-only',
    /ClientData\.subscriberId/,
    words('ClientData.subscriberId', { writeOnly: true }),
  ],
  [
    'a field that is read is deprecated',
    'response-field-deprecated',
    /ClientData\.subscriberId/,
    words('ClientData.subscriberId', { deprecated: true }),
  ],
  ['a number is a text', 'response-type', /Payment\.price string/, words('Payment.price', { type: 'string' })],
  [
    'a whole number may have a fraction',
    'response-type',
    /Payment\.price number/,
    words('Payment.price', { type: 'number' }),
  ],
  [
    'a list is an object',
    'response-type',
    /BankCardsAnswer\.cards object/,
    words('BankCardsAnswer.cards', { type: 'object' }),
  ],
  [
    'a text may be a number',
    'response-type',
    /BankCard\.id integer/,
    words('BankCard.id', { type: ['string', 'integer'] }),
  ],
  [
    'items of a list are numbers',
    'response-type',
    /promocodes\[\] integer/,
    words('UserPromocodesAnswer.result.promocodes.[]', { type: 'integer' }),
  ],
  [
    'the type of a field is not described',
    'response-type-open',
    /BankCard\.id/,
    words('BankCard.id', { type: undefined }),
  ],
  [
    'what a list holds is not described',
    'response-type-open',
    /BankCardsAnswer\.cards\[\]/,
    words('BankCardsAnswer.cards', { items: undefined }),
  ],
  [
    'a fraction never comes',
    'response-type-narrower',
    /scoresBalance/,
    words('ScoresBalanceAnswer.result.scoresBalance', { type: 'integer' }),
  ],
  [
    'null may come',
    'response-null',
    /ClientData\.subscriberId/,
    words('ClientData.subscriberId', { type: ['string', 'null'] }),
  ],
  [
    'null may come, the old way',
    'response-null',
    /ClientData\.subscriberId/,
    words('ClientData.subscriberId', { nullable: true }),
  ],
  [
    'null may come by composition',
    'response-null',
    /BankCardsAnswer\.cards/,
    (bundle) => {
      const owner = bundle.field('BankCardsAnswer')['properties']!
      owner['cards'] = json({ anyOf: [owner['cards'], { type: 'null' }] })
    },
  ],
  ['null never comes', 'response-null-never', /ClientData\.orderId/, words('ClientData.orderId', { type: 'string' })],
  [
    'the composed null never comes',
    'response-null-never',
    /ClientData\.lastPeriod/,
    words('ClientData.lastPeriod', { anyOf: [{ $ref: '#/components/schemas/Period' }] }),
  ],
  [
    'a value is new',
    'response-value-unknown',
    /SubscriberStatus "frozen"/,
    words('SubscriberStatus', { enum: ['registered', 'deactivated', 'activated', 'waiting_for_activation', 'frozen'] }),
  ],
  [
    'an order status is new',
    'response-value-unknown',
    /OrderStatus "refunded"/,
    words('OrderStatus', { enum: ['new', 'registered', 'deposited', 'declined', 'refunded'] }),
  ],
  [
    'a value never comes',
    'response-value-never',
    /SubscriberStatus "deactivated"/,
    words('SubscriberStatus', { enum: ['registered', 'activated', 'waiting_for_activation'] }),
  ],
  [
    'the values are not listed',
    'response-enum-open',
    /SubscriberStatus/,
    words('SubscriberStatus', { enum: undefined }),
  ],
  [
    'the values are listed',
    'response-enum-set',
    /LoyaltyCard\.cardType/,
    words('LoyaltyCard.cardType', { enum: ['a', 'b'] }),
  ],
  [
    'another format comes',
    'response-format-changed',
    /ClientData\.bundleId email/,
    words('ClientData.bundleId', { format: 'email' }),
  ],
  [
    'no format comes',
    'response-format-gone',
    /ClientData\.bundleId/,
    words('ClientData.bundleId', { format: undefined }),
  ],
  [
    'a format comes',
    'response-format-set',
    /ClientData\.subscriberId uuid/,
    words('ClientData.subscriberId', { format: 'uuid' }),
  ],
  [
    'a size of a number comes',
    'response-number-format',
    /Payment\.price int64/,
    words('Payment.price', { format: 'int64' }),
  ],
  [
    'another pattern comes',
    'response-pattern-changed',
    /NullableDateText/,
    words('NullableDateText', { pattern: String.raw`^\d{2}\.\d{2}\.\d{4}$` }),
  ],
  ['no pattern comes', 'response-pattern-gone', /DateText/, words('DateText', { pattern: undefined })],
  ['a pattern comes', 'response-pattern-set', /BankCard\.id/, words('BankCard.id', { pattern: '^[a-z]+$' })],
  [
    'a number may be lower',
    'response-range-wider',
    /Payment\.price range low/,
    words('Payment.price', { minimum: -100 }),
  ],
  [
    'a number may be higher',
    'response-range-wider',
    /MonthScores\.month range high/,
    words('MonthScores.month', { maximum: 13 }),
  ],
  [
    'no lowest number',
    'response-range-gone',
    /Payment\.price range low/,
    words('Payment.price', { minimum: undefined }),
  ],
  [
    'a number goes less far',
    'response-range-narrower',
    /MonthScores\.year range low/,
    words('MonthScores.year', { minimum: 2024 }),
  ],
  [
    'a length is promised',
    'response-length-narrower',
    /BankCard\.id length high/,
    words('BankCard.id', { maxLength: 20 }),
  ],
  [
    'a count is promised',
    'response-count-narrower',
    /BankCardsAnswer\.cards items high/,
    words('BankCardsAnswer.cards', { maxItems: 20 }),
  ],
  [
    'a condition comes',
    'response-condition-set',
    /ClientData\.subscriberId not/,
    words('ClientData.subscriberId', { not: { const: 'x' } }),
  ],
  [
    'an error body has a code of another type',
    'code-type',
    /Refusal\.code boolean/,
    words('Refusal.code', { type: 'boolean' }),
  ],

  // Specification extensions of the contract in a backend's description.
  [
    'the rule rejects more',
    'rule-rejects',
    /code 1500 to 1999/,
    (bundle) => set(bundle.call(status), { 'x-validity': { reject: { from: 1500 }, require: ['result'] } }),
  ],
  [
    'the rule rejects less',
    'rule-accepts',
    /code 2000 to 2999/,
    (bundle) => set(bundle.call(status), { 'x-validity': { reject: { from: 3000 }, require: ['result'] } }),
  ],
  [
    'the rule requires more',
    'rule-requires',
    /result\.orderStatus/,
    (bundle) =>
      set(bundle.call(status), { 'x-validity': { reject: { from: 2000 }, require: ['result', 'result.orderStatus'] } }),
  ],
  [
    'the rule requires less',
    'rule-requires-less',
    /may lack result/,
    (bundle) => set(bundle.call(status), { 'x-validity': { reject: { from: 2000 } } }),
  ],
  [
    'a failure is new',
    'failure-added',
    /tooMany/,
    (bundle) =>
      (bundle.call(status)['x-failures'] as unknown as object[]).push({
        code: 2001,
        name: 'tooMany',
        outcome: 'error',
      }),
  ],
  [
    'a failure is gone',
    'failure-removed',
    /statusRejected/,
    (bundle) => (bundle.call(status)['x-failures'] as unknown as object[]).shift(),
  ],
  [
    'a failure leads elsewhere',
    'failure-outcome',
    /statusRejected/,
    (bundle) => set((bundle.call(status)['x-failures'] as unknown as Json[])[0]!, { outcome: 'ignore' }),
  ],
  [
    'a failure means another code',
    'failure-means',
    /statusRejected/,
    (bundle) => set((bundle.call(status)['x-failures'] as unknown as Json[])[0]!, { code: 2005 }),
  ],
  [
    'an answer is fresh for longer',
    'cache',
    /freshFor/,
    (bundle) => set(bundle.call(cards), { 'x-cache': { ...bundle.call(cards)['x-cache'], freshFor: 'PT10M' } }),
  ],
  [
    'a read has another key',
    'cache-key',
    /key/,
    (bundle) => set(bundle.call(cards), { 'x-cache': { ...bundle.call(cards)['x-cache'], key: 'payments' } }),
  ],
  [
    'a call is confirmed',
    'provenance',
    /documented/,
    (bundle) => set(bundle.call('/v1/pay_order')['x-provenance']!, { kind: 'documented' }),
  ],
]

const city = (schema: object) => (bundle: Bundle) =>
  set(bundle.call(order), { parameters: [{ name: 'city', in: 'query', schema }] })
const pet = (word: string) => ({
  oneOf: ['a', 'b'].map((value) => ({
    type: 'object',
    required: [word],
    properties: { kind: { type: 'string' }, sort: { type: 'string' }, [word]: { const: value } },
  })),
  discriminator: { propertyName: word },
})
type PairOfChanges = readonly [
  what: string,
  rule: RuleId,
  subject: RegExp,
  both: (bundle: Bundle) => void,
  theirs: (bundle: Bundle) => void,
]
/** Keywords that this contract does not use: first added to both sides, then changed on the service's side. */
export const pairs: readonly PairOfChanges[] = [
  [
    'a condition of an answer goes',
    'response-condition',
    /ClientData\.subscriberId not/,
    words('ClientData.subscriberId', { not: { const: 'x' } }),
    words('ClientData.subscriberId', { not: undefined }),
  ],
  [
    'an answer that was closed is open',
    'response-open',
    /ClientData/,
    (bundle) => set(bundle.schema('ClientData'), { additionalProperties: false }),
    (bundle) => set(bundle.schema('ClientData'), { additionalProperties: true }),
  ],
  [
    'a parameter is gone',
    'parameter-gone',
    /query parameter city/,
    city({ type: 'string' }),
    (bundle) => set(bundle.call(order), { parameters: [] }),
  ],
  [
    'a parameter takes fewer values',
    'request-value-refused',
    /query parameter city "b"/,
    city({ enum: ['a', 'b'] }),
    city({ enum: ['a'] }),
  ],
  [
    'a parameter has another type',
    'request-type',
    /query parameter city string/,
    city({ type: 'string' }),
    city({ type: 'integer' }),
  ],
  [
    'a parameter is required now',
    'parameter-required',
    /query parameter city/,
    city({ type: 'string' }),
    (bundle) =>
      set(bundle.call(order), {
        parameters: [{ name: 'city', in: 'query', required: true, schema: { type: 'string' } }],
      }),
  ],
  [
    'a body is required where none was sent',
    'request-body-required',
    /createOrder/,
    (bundle) => void delete bundle.call(order)['requestBody'],
    (bundle) =>
      set(bundle.call(order), { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }),
  ],
  [
    'a header is gone',
    'response-header-gone',
    /createOrder/,
    (bundle) => set(bundle.answer(order), { headers: { 'X-Id': { schema: { type: 'string' } } } }),
    (bundle) => void delete bundle.answer(order)['headers'],
  ],
  [
    'another default',
    'request-default',
    /promocodeId/,
    words('CreateOrderRequest.promocodeId', { default: 'A' }),
    words('CreateOrderRequest.promocodeId', { default: 'B' }),
  ],
  [
    'an open request is closed',
    'request-closed',
    /EventData/,
    words('EventData', { additionalProperties: undefined }),
    words('EventData', { additionalProperties: false }),
  ],
  [
    'a request is distinguished by another field',
    'request-discriminator',
    /extra/,
    add('CreateOrderRequest.extra', pet('kind')),
    (bundle) => set(bundle.field('CreateOrderRequest.extra')['discriminator']!, { propertyName: 'sort' }),
  ],
  [
    'an answer is distinguished by another field',
    'response-discriminator',
    /extra/,
    add('ClientData.extra', pet('kind')),
    (bundle) => set(bundle.field('ClientData.extra')['discriminator']!, { propertyName: 'sort' }),
  ],
  [
    'a text may be longer',
    'response-length-wider',
    /subscriberId length high/,
    words('ClientData.subscriberId', { maxLength: 10 }),
    words('ClientData.subscriberId', { maxLength: 20 }),
  ],
  [
    'no length is promised',
    'response-length-gone',
    /subscriberId length high/,
    words('ClientData.subscriberId', { maxLength: 10 }),
    words('ClientData.subscriberId', { maxLength: undefined }),
  ],
  [
    'a list may be longer',
    'response-count-wider',
    /cards items high/,
    words('BankCardsAnswer.cards', { maxItems: 10 }),
    words('BankCardsAnswer.cards', { maxItems: 20 }),
  ],
  [
    'a list may be shorter',
    'response-count-wider',
    /cards items low/,
    words('BankCardsAnswer.cards', { minItems: 2 }),
    words('BankCardsAnswer.cards', { minItems: 1 }),
  ],
  [
    'no count is promised',
    'response-count-gone',
    /cards items high/,
    words('BankCardsAnswer.cards', { maxItems: 10 }),
    words('BankCardsAnswer.cards', { maxItems: undefined }),
  ],
  [
    'a number need not be a multiple',
    'response-step',
    /Payment\.price 100/,
    words('Payment.price', { multipleOf: 100 }),
    words('Payment.price', { multipleOf: undefined }),
  ],
  [
    'items may be equal',
    'response-unique',
    /cards/,
    words('BankCardsAnswer.cards', { uniqueItems: true }),
    words('BankCardsAnswer.cards', { uniqueItems: undefined }),
  ],
  [
    'what a map holds has another type',
    'response-type',
    /extra\.\* string/,
    add('ClientData.extra', { type: 'object', additionalProperties: { type: 'integer' } }),
    (bundle) => set(bundle.field('ClientData.extra'), { additionalProperties: { type: 'string' } }),
  ],
  [
    'a map that is sent refuses a type',
    'request-type',
    /extra\.\* integer/,
    add('CreateOrderRequest.extra', { type: 'object', additionalProperties: { type: 'integer' } }),
    (bundle) => set(bundle.field('CreateOrderRequest.extra'), { additionalProperties: { type: 'string' } }),
  ],
  [
    'an alternative of a request is refused',
    'request-value-refused',
    /extra\.kind "b"/,
    add('CreateOrderRequest.extra', pet('kind')),
    (bundle) => void (bundle.field('CreateOrderRequest.extra')['oneOf'] as unknown as object[]).pop(),
  ],
  [
    'an alternative of an answer is new',
    'response-value-unknown',
    /extra\.kind "c"/,
    add('ClientData.extra', pet('kind')),
    (bundle) =>
      void (bundle.field('ClientData.extra')['oneOf'] as unknown as object[]).push({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'c' }, sort: { type: 'string' } },
      }),
  ],
  [
    'a schema within itself, changed',
    'response-field-missing',
    /BankCard\.id/,
    add('BankCard.next', { $ref: '#/components/schemas/BankCard' }),
    drop('BankCard.id'),
  ],
  [
    'two equal alternatives are one',
    'call-unknown',
    /new_call/,
    add('ClientData.extra', { oneOf: [{ type: 'string' }, { type: 'string' }] }),
    (bundle) => {
      ;(bundle.field('ClientData.extra')['oneOf'] as unknown as object[]).pop()
      set(bundle.document['paths']!, { '/v1/new_call': { get: { responses: {} } } })
    },
  ],
  [
    'alternatives in another order are none',
    'call-unknown',
    /new_call/,
    add('ClientData.extra', pet('kind')),
    (bundle) => {
      ;(bundle.field('ClientData.extra')['oneOf'] as unknown as object[]).reverse()
      set(bundle.document['paths']!, { '/v1/new_call': { get: { responses: {} } } })
    },
  ],
]
