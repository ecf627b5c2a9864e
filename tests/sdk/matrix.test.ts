import { asyncProperty, constantFrom, integer, json, jsonValue, oneof, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '@paket/sdk'
import { schemas } from '@paket/sdk/schemas'
import { type Call, codeOf, failureOf, isRejected, readContract } from '../contract/contract.ts'
import { callAny, clientOf, failureIn, jsonResponse, validToken, serve, tokenFor } from './support.ts'
import { holds } from '#support/property.ts'

// Every call with every behaviour of a server or a network: a result or a typed failure, never an exception, never a hang.

const { document, calls } = await readContract()
const everyCall = calls.map((call) => [call.id, call] as const)
const page = '<!doctype html><title>Bad gateway</title>'

/** Returns the contract's first example of a success. */
function successOf({ id, answers, ...call }: Call): object {
  const shown = answers.find(({ status, value }) => !failureOf(document, { id, answers, ...call }, status, value))
  if (!shown) throw new Error(`${id} shows no success`)
  return shown.value as object
}
/** Returns the names of all failures of a call. */
const namesOf = (call: Call) => [
  ...call.operation['x-failures'].map(({ name }) => name),
  ...document['x-failures'].map(({ name }) => name),
]
/** Returns the call's own outcome of a common failure, or the default. */
function commonOutcome(call: Call, name: string) {
  const entry = [...call.operation['x-failures'], ...document['x-failures']].find((one) => one.name === name)
  if (!entry) throw new Error(`nothing is named ${name}`)
  return entry.outcome
}

describe.each(everyCall)('%s', (id, call) => {
  const success = successOf(call)
  const malformed = { name: 'malformed', kind: 'technical', status: 200, outcome: commonOutcome(call, 'malformed') }

  test('a valid 200 is the result', async () => {
    expect(await callAny(clientOf(() => success).client, id)).toEqual({ ok: true, data: success })
  })

  test.each([401, 403])('HTTP %i causes one refresh and one retry, then unauthorized', async (status) => {
    const refused = { name: 'unauthorized', kind: 'business', status, outcome: commonOutcome(call, 'unauthorized') }
    const { client, sent } = clientOf(() => jsonResponse(status, {}), {
      auth: { getToken: () => validToken, refresh: async () => tokenFor(3600) },
    })
    expect(failureIn(await callAny(client, id))).toMatchObject(refused)
    const needsToken = !call.operation.security?.some((one) => Object.keys(one).length === 0)
    expect(sent).toHaveLength(needsToken ? 2 : 1)
    const noRefresh = clientOf(() => jsonResponse(status, {}))
    expect(failureIn(await callAny(noRefresh.client, id))).toMatchObject(refused)
    expect(noRefresh.sent).toHaveLength(1)
  })

  test.each<[status: number, what: string, body: string]>([
    [404, 'and JSON', '{}'],
    [422, 'and JSON', '{"code":7,"message":"wrong"}'],
    [429, 'and no body', ''],
    [500, 'and JSON', '{"code":5002}'],
    [502, 'and HTML', page],
    [503, 'and no body', ''],
  ])('HTTP %i %s is the failure of the contract, after one request', async (status, _, body) => {
    const { client, sent } = clientOf(() => jsonResponse(status, body))
    const read: unknown = body.startsWith('{') ? JSON.parse(body) : undefined
    expect(failureIn(await callAny(client, id))).toMatchObject({ ...failureOf(document, call, status, read) })
    expect(sent).toHaveLength(1)
  })

  test.each<[what: string, body: string]>([
    ['empty', ''],
    ['cut', JSON.stringify(success).slice(0, -1)],
    ['not JSON', page],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"ok"'],
    ['with a text for a code', '{"code":"0"}'],
  ])('a 200 whose body is %s is malformed, after one request', async (_, body) => {
    const { client, sent } = clientOf(() => new Response(body))
    expect(failureIn(await callAny(client, id))).toMatchObject(malformed)
    expect(sent).toHaveLength(1)
  })

  test('unknown fields are preserved everywhere', async () => {
    const more = withField(success, 'addedLater', { deep: [1] })
    expect(await callAny(clientOf(() => more).client, id)).toEqual({ ok: true, data: more })
  })

  test('each required field that is missing is malformed', async () => {
    for (const path of call.operation['x-validity'].require ?? []) {
      const { client } = clientOf(() => without(success, path.split('.')))
      expect(failureIn(await callAny(client, id)), path).toMatchObject(malformed)
    }
  })

  test('any other missing field is accepted; with strict schemas it is the result or malformed', async () => {
    const required = call.operation['x-validity'].require ?? []
    const rule = call.operation['x-validity'].reject
    for (const path of fieldsOf(success)) {
      if (required.some((one) => one === path || one.startsWith(`${path}.`)) || (path === 'code' && rule.except))
        continue
      const body = without(success, path.split('.'))
      expect(await callAny(clientOf(() => body).client, id), path).toEqual({ ok: true, data: body })
      const strict = await callAny(clientOf(() => body, { schemas, strict: true }).client, id)
      if (!strict.ok) expect(strict.failure, path).toMatchObject(malformed)
    }
  })

  test('an unknown enum value is accepted as it is', async () => {
    const changed = everyText(success, 'SOMETHING_NEW')
    expect(await callAny(clientOf(() => changed).client, id)).toEqual({ ok: true, data: changed })
  })

  test('any answer is a success or one of the call’s failures', async () => {
    const anyStatus = constantFrom(200, 201, 204, 299, 302, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 599)
    const code = oneof(integer({ min: -1, max: 5100 }), jsonValue())
    const near = record({ code, result: jsonValue() }, { requiredKeys: [] }).map((more) => ({ ...success, ...more }))
    const body = oneof(
      near.map((value) => JSON.stringify(value)),
      json(),
      string(),
    )
    await holds(
      asyncProperty(anyStatus, body, async (status, text) => {
        const noBody = status === 204
        const { client } = clientOf(() => new Response(noBody ? null : text, { status }))
        const result = await callAny(client, id)
        if (result.ok) {
          expect(status).toBeLessThan(300)
          expect(isRejected(call, codeOf(result.data))).toBe(false)
          expect(result.data).toEqual(JSON.parse(text))
        } else {
          expect(namesOf(call)).toContain(result.failure.name)
          expect(result.failure.docs).toContain(`#${id}.${result.failure.name}`)
        }
      }),
      60,
    )
  })
})

describe('over a real connection, every call', () => {
  /** Makes all calls at once, so that those that hang wait together. */
  async function everyEnd(baseUrl: string, timeoutMs: number) {
    const client = createClient({ baseUrl, auth: { getToken: () => validToken }, timeoutMs })
    return Promise.all(calls.map(async (call) => ({ call, result: await callAny(client, call.id) })))
  }
  const successAt = (url: string | undefined) => {
    const call = calls.find(({ path }) => `/bff/api${path}` === url)
    if (!call) throw new Error(`no call at ${url}`)
    return JSON.stringify(successOf(call))
  }
  const head = { 'content-type': 'application/json' }

  test('is the result when it is slow but in time', async () => {
    const { baseUrl } = await serve(({ url }, response) => {
      const text = successAt(url)
      response.writeHead(200, head).write(text.slice(0, 5))
      setTimeout(() => response.end(text.slice(5)), 300)
    })
    for (const { call, result } of await everyEnd(baseUrl, 20_000))
      expect(result, call.id).toEqual({ ok: true, data: successOf(call) })
  })

  test.each<[what: string, name: string, answer: Parameters<typeof serve>[0]]>([
    ['that hangs before its answer ends as timeOut', 'timeOut', () => {}],
    [
      'that hangs in its body ends as timeOut',
      'timeOut',
      ({ url }, response) => response.writeHead(200, head).write(successAt(url).slice(0, -3)),
    ],
    ['that is reset before its answer is noConnection', 'noConnection', (_, response) => response.destroy()],
    [
      'that is reset in its body is malformed',
      'malformed',
      ({ url }, response) =>
        response.writeHead(200, { ...head, 'content-length': '9999' }).write(successAt(url), () => response.destroy()),
    ],
  ])('%s, and is sent once', async (_, name, answer) => {
    const { baseUrl, requests } = await serve(answer)
    const ends = await everyEnd(baseUrl, name === 'timeOut' ? 1500 : 20_000)
    for (const { call, result } of ends)
      expect(failureIn(result), call.id).toMatchObject({ name, kind: 'technical', outcome: commonOutcome(call, name) })
    expect(new Set(requests.map(({ url }) => url))).toEqual(new Set(calls.map(({ path }) => `/bff/api${path}`)))
    expect(requests).toHaveLength(calls.length)
  })
})

type Json = null | string | number | boolean | Json[] | { [field: string]: Json }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy with an additional field in every object. */
function withField(body: object, field: string, added: Json): object {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    return isObject(value) ? withField(value, field, added) : value
  }
  const entries = Object.entries(body).map(([key, one]) => [key, inside(one)])
  return { ...Object.fromEntries(entries), [field]: added }
}
/** Returns a copy in which every string is this text. */
function everyText(body: object, text: string): object {
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return text
    if (Array.isArray(value)) return value.map(inside)
    return isObject(value) ? everyText(value, text) : value
  }
  return Object.fromEntries(Object.entries(body).map(([key, one]) => [key, inside(one)]))
}
/** Returns a copy without the field at the end of the path. */
function without(value: unknown, [field, ...rest]: string[]): object {
  if (!isObject(value) || field === undefined) throw new Error('no such field')
  const { [field]: gone, ...others } = value
  return rest.length > 0 ? { ...others, [field]: without(gone, rest) } : others
}
/** Returns the paths of all fields of nested objects, but not inside lists. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([field, one]) => [`${at}${field}`, ...fieldsOf(one, `${at}${field}.`)])
}
