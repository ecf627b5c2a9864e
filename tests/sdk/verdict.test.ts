import { expect, test } from 'vitest'
import { type AnswerRule, createClientOf } from '@paket/sdk/runtime'
import { jsonResponse } from './support.ts'

const beside: AnswerRule = {
  reject: { except: [true] },
  at: 'ok',
  codeAt: 'reason',
  types: ['boolean'],
  codeTypes: ['number'],
}
const own: AnswerRule = { reject: {}, at: 'code', codeAt: 'code', types: ['number'], codeTypes: ['number'] }

test.each<[what: string, rule: AnswerRule, status: number, body: unknown, name: string, code: number | undefined]>([
  ['a status that fails, whatever its rule accepts', beside, 422, { ok: true, reason: 3 }, 'titleTaken', 3],
  ['a list that has no code', { ...own, reject: { except: [0] }, anything: true }, 200, [], 'unknownCode', undefined],
  ['a text that is no JSON', { ...own, anything: true }, 200, '<html>', 'malformed', undefined],
])('fails by name and code: %s', async (_, answer, status, body, name, code) => {
  const failures = [{ name: 'titleTaken', http: [422], codes: [3] }]
  const call = { id: 'add', path: '/books', answer, reject: {}, require: [], failures, common: {}, types: {} }
  const client = createClientOf(
    { call },
    { baseUrl: 'https://books.example', fetch: async () => jsonResponse(status, body) },
  )
  expect(await client.call()).toMatchObject({ ok: false, failure: { name, code, status } })
})

test('a rejected answer whose code has another type is malformed, and the message says where the code is', async () => {
  const call = {
    id: 'add',
    path: '/books',
    answer: beside,
    reject: {},
    require: [],
    failures: [],
    common: {},
    types: {},
  }
  const fetch = async () => jsonResponse(200, { ok: false, reason: 'taken' })
  const client = createClientOf({ call }, { baseUrl: 'https://books.example', fetch })
  expect(await client.call()).toMatchObject({
    ok: false,
    failure: { name: 'malformed', message: 'reason cannot be read' },
  })
})

test.each<[what: string, rule: Partial<AnswerRule>, body: object, message: string | undefined]>([
  ['null', {}, { code: null }, 'code cannot be read'],
  ['null, which its rule names', { reject: { except: [null] } }, { code: null }, undefined],
  ['missing', {}, {}, undefined],
  ['missing in a field that is null', { at: 'error.code' }, { error: null }, undefined],
  ['null in a field', { at: 'error.code' }, { error: { code: null } }, 'error.code cannot be read'],
])('the code of an answer is %s', async (_, rule, body, message) => {
  const answer = { ...own, ...rule }
  const call = { id: 'add', path: '/books', answer, reject: {}, require: [], failures: [], common: {}, types: {} }
  const client = createClientOf(
    { call },
    { baseUrl: 'https://books.example', fetch: async () => jsonResponse(200, body) },
  )
  const result = await client.call()
  expect(result.ok ? undefined : result.failure).toEqual(
    message && expect.objectContaining({ name: 'malformed', message }),
  )
})
