import { describe, expect, it } from 'vitest'
import { grouped } from '../../../scripts/drift/report/finding.ts'
import { readAll } from '../../../scripts/drift/traffic/read-recordings.ts'
import { trafficOf } from '../../../scripts/drift/traffic/traffic.ts'
import { readContract } from '../../contract/contract.ts'
import type { Json } from '../compare/mutations.ts'
import { contract, contractFile, driftOf, folderOfFile } from '../support.ts'

// As a backend engineer would: a description that a framework has made of the code, and a day of the browser's network panel.

const folder = folderOfFile()
const dto = (name: string) =>
  name
    .replace(/Answer$/, 'ResponseDto')
    .replace(/Request$/, 'RequestDto')
    .replace(/^Refusal$/, 'ErrorDto')
/** Schemas as a generator for 3.0 writes them: other names, `nullable`, sizes of numbers, neither patterns nor examples nor texts. */
function generated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(generated)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).flatMap(([name, part]) => {
    if (name.startsWith('x-') || ['examples', 'pattern', 'headers', 'if', 'then'].includes(name)) return []
    if (['title', 'description'].includes(name) && typeof part === 'string') return []
    if (name === '$ref')
      return [[name, String(part).replace(/schemas\/(\w+)/, (_, schema: string) => `schemas/${dto(schema)}`)]]
    if (name === 'type' && Array.isArray(part))
      return [
        [name, part.find((one) => one !== 'null')],
        ['nullable', true],
      ]
    const choices = name === 'anyOf' ? (part as Json[]).filter((choice) => (choice['type'] as unknown) !== 'null') : []
    if (choices.length === 1)
      return [
        ['allOf', choices.map(generated)],
        ['nullable', true],
      ]
    return [[name, generated(part)], ...(name === 'type' && part === 'integer' ? [['format', 'int32']] : [])]
  })
  return Object.fromEntries(parts) as unknown
}
function service(): Json {
  const { document } = contract()
  const { schemas, responses, parameters } = document['components']!
  const named = (answer: Json) => responses![((answer['$ref'] ?? '') as unknown as string).split('/').at(-1) ?? '']
  const paths = Object.entries(document['paths']!).map(([path, { post }]) => {
    const answers = Object.entries(post!['responses']!).filter(([status]) =>
      ['200', '401', '422', '500'].includes(status),
    )
    const operation = {
      operationId: path.replaceAll('/', '_'),
      ...(post!['security'] && { security: [] }),
      parameters: ((post!['parameters'] ?? []) as unknown as { $ref: string }[]).map(
        ({ $ref }) => parameters![$ref.split('/').at(-1) ?? ''],
      ),
      requestBody: post!['requestBody'],
      responses: Object.fromEntries(answers.map(([status, answer]) => [status, named(answer) ?? answer])),
    }
    return [`/bff/api${path}`, { post: generated(operation) }]
  })
  return {
    openapi: '3.0.1',
    info: { title: 'bff-service', version: '1.42.0' },
    servers: [{ url: 'https://bff.internal.example' }],
    security: [{ bearerAuth: [] }],
    paths: { ...Object.fromEntries(paths), '/actuator/health': { get: { responses: { 200: { description: 'OK' } } } } },
    components: {
      schemas: Object.fromEntries(Object.entries(schemas!).map(([name, schema]) => [dto(name), generated(schema)])),
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    },
  } as unknown as Json
}

describe('a service’s own description', { timeout: 60_000 }, () => {
  it('gets notes only when it agrees', async () => {
    const findings = await driftOf(await folder.file(service()))
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(
      new Set([
        'response-number-format',
        'request-number-format',
        'response-pattern-gone',
        'request-pattern-gone',
        'request-condition-gone',
        'response-status-never',
        'response-header-gone',
        'call-unknown',
      ]),
    )
  })
  it('gets five findings for five planted changes, each saying what breaks', async () => {
    const document = service()
    const schemas = document['components']!['schemas']!
    const paths = document['paths']!
    const at = (name: string) => schemas[name]!['properties']!
    Object.assign(at('Option')['price']!, { type: 'number', format: 'double' })
    ;(schemas['CreateOrderRequestDto']!['required'] as unknown as string[]).push('promocodeId')
    ;(schemas['OrderStatus']!['enum'] as unknown as string[]).push('refunded')
    const { isMainCard, ...card } = at('BankCard')
    Object.assign(schemas['BankCard']!, { properties: { ...card, main: isMainCard }, required: ['id', 'main'] })
    paths['/bff/api/v3/get_options'] = paths['/bff/api/v1/get_options']!
    delete paths['/bff/api/v1/get_options']
    const findings = await driftOf(await folder.file(document))
    expect(
      findings
        .filter(({ severity }) => severity !== 'note')
        .map(({ severity, says, calls }) => [severity, calls.join(), says]),
    ).toEqual([
      [
        'breaking',
        'getOptions',
        '`POST /v1/get_options` does not exist, but `/bff/api/v3/get_options` does: clients request the contract’s path and get an error.',
      ],
      [
        'breaking',
        'createOrder',
        '`CreateOrderRequest.promocodeId` is required; the contract allows leaving it out: requests without it are refused.',
      ],
      [
        'breaking',
        'getBankCards',
        '`BankCard.isMainCard` is not returned, but `main` is new: clients that read it get no value.',
      ],
      [
        'breaking',
        'getOptions',
        '`Option.price` may be a number; the contract has an integer: clients fail on a value of another type.',
      ],
      [
        'risky',
        'getOrderStatus',
        '`OrderStatus` may be "refunded", which the contract does not list: clients do not handle this value.',
      ],
    ])
  })
})

it('reports three findings for three planted changes in a day’s HAR, a note for a parameter, and no one’s phone number', async () => {
  const { calls } = await readContract()
  const entries: object[] = []
  const add = (id: string, status: number, answer: unknown) => {
    const { path, requests } = calls.find((call) => call.id === id)!
    entries.push({
      startedDateTime: '2026-11-20T10:00:00.000Z',
      request: {
        method: 'POST',
        url: `https://bff.internal.example/bff/api${path}?_=${entries.length}`,
        httpVersion: 'HTTP/2',
        headers: [
          { name: 'authorization', value: 'Bearer eyJhbGciOi.x.y' },
          { name: 'idempotency-key', value: '"8e03978e-40d5-43dd-bc93-6894a57f9324"' },
        ],
        postData: { text: JSON.stringify(requests[0]!.value) },
      },
      response: { status, headers: [], content: { text: JSON.stringify(answer) } },
    })
  }
  for (const { id, answers } of calls)
    for (const { status, value } of answers) if (status === 200) add(id, status, value)
  const usual = entries.length
  for (let count = 0; count < 7; count += 1)
    add('createOrder', 200, { code: 2042, message: 'Subscriber 79001234567 is blocked' })
  for (let count = 0; count < 3; count += 1)
    add('getUserProfile', 200, { code: 0, result: { name: null, surname: null, phoneNumber: 79_001_234_567 } })
  add('createOrder', 410, { code: 4100, message: 'gone' })
  const traffic = await trafficOf(contractFile)
  await readAll(traffic, [await folder.file({ log: { version: '1.2', entries } }, 'day.har')])
  const findings = grouped(traffic.found)
  expect(
    findings.map(({ severity, says, seen }) => `${severity}, ${seen?.count}, first ${seen?.first}: ${says}`),
  ).toEqual([
    expect.stringMatching(
      `^breaking, 7, first day.har #${usual + 1} \\(\\S+\\): createOrder returned the code 2042; the contract lists 0, 2, `,
    ),
    expect.stringMatching(
      /^breaking, 3, .*: `result\.phoneNumber` of getUserProfile was an integer; the contract has string or null: /,
    ),
    expect.stringMatching(
      /^risky, 1, .*: createOrder returned HTTP 410; the contract lists 200, 401, 403, 409, 422, 429, 500, 503: /,
    ),
    expect.stringMatching(/^note, \d+, .*a query parameter that is not in the contract, a name of 1 character: /),
  ])
  expect(JSON.stringify([findings, traffic.facts, traffic.sections, traffic.data])).not.toMatch(/7900\d{7}|eyJ/)
})
