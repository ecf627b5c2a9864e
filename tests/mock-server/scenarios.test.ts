import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { readContract, root } from '../contract/contract.ts'
import { type CallName, mockOfFile, month, paths, type TestUser } from './support.ts'

const { document, calls, call } = await readContract()
const ajv = new Ajv2020({ strict: false })
const addFormats = addFormatsModule as unknown as (target: Ajv2020) => void
addFormats(ajv)
ajv.addSchema(document, 'contract')

const validators = new Map<string, ValidateFunction>()
function validatorOf($ref: string): ValidateFunction {
  const known = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, known)
  return known
}
/** Whether the contract allows this answer: by the schema of its status, independently of the mock's own validation. */
function problem(name: string, status: number, body: unknown): string {
  const answers = call(name).answers.filter((answer) => answer.status === status)
  if (answers.length === 0) return `HTTP ${status} is not documented`
  const matches = validatorOf(`contract${answers[0]?.schema}`)
  return matches(body) ? '' : ajv.errorsText(matches.errors)
}

const mock = mockOfFile()
const files = readdirSync(resolve(root, 'mock-server/src/product/scenarios')).filter((file) => file.endsWith('.yaml'))
const scenarios = files.map((file) => file.replace('.yaml', '')).filter((name) => name !== 'defaults')
const names = Object.keys(paths) as CallName[]

const isRead = (name: string) => call(name).operation['x-cache'].key !== undefined
/** The reads together, each write alone: it changes what comes after it. */
const lives = [names.filter(isRead), ...names.filter((name) => !isRead(name)).map((name) => [name])]

/** What is wrong with the answers of a user's calls at the start, without the effects of writes. */
async function mistakesOf(scenario: string): Promise<string[]> {
  const mistakes: string[] = []
  const login = `every-${scenario}`
  const authorization = `Bearer ${await (await mock.user(scenario, login)).token()}`
  for (const life of lives) {
    // Starts the user over.
    const user = await mock.user(scenario, login)
    for (const name of life)
      for (const { value } of call(name).requests) {
        const { status, body } = await user.call(name, value, { authorization })
        const wrong = problem(name, status, body)
        if (wrong) mistakes.push(`${name}: ${status} ${JSON.stringify(body)} ${wrong}`)
      }
    // An answer without an example did not come from the contract.
    const journal = await user.journal()
    for (const name of life) {
      const entry = journal.find(({ operation }) => operation === name)
      if (!call(name).answers.some((answer) => answer.name === entry?.example)) mistakes.push(`${name}: no example`)
    }
  }
  return mistakes
}
describe('every call answers with a valid answer', () => {
  it.each(scenarios)('to %s', async (scenario) => {
    expect(await mistakesOf(scenario)).toEqual([])
  })
})

describe('subscription and option begin and end around the moment the scenario begins', () => {
  const begins = Date.parse('2031-03-01T00:00:00Z')
  /** The limits of prices lie at fixed dates. */
  const fixed = ['grace-before-limit']
  it.each(scenarios.filter((name) => !fixed.includes(name)))('of %s', async (scenario) => {
    const login = `dates-${scenario}`
    await (await mock.user(scenario, login)).control('PUT', '/clock', { now: new Date(begins).toISOString() })
    const user = await mock.user(scenario, login)
    const bodies = [await user.call('getClientData'), await user.call('getOptions', { bundleId: month })]
    const dates = JSON.stringify(bodies.map(({ body }) => body)).matchAll(/"(\w+)":"(\d{4})-\d\d-\d\d[T ]/g)
    const others = [...dates].filter(([, field, year]) => field !== 'createdDate' && Math.abs(Number(year) - 2031) > 1)
    expect(others.map(([text]) => text)).toEqual([])
  })
})

test('every call of the contract and every scenario is visited', () => {
  expect(names.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  const wanted = 'anonymous registered deactivated activated waiting daily grace hr partner slave no-cards declined'
  expect(scenarios).toEqual(expect.arrayContaining(wanted.split(' ')))
})

describe('every example of the contract', () => {
  const examples = calls.flatMap(({ id, requests, answers }) =>
    answers.map((answer) => [id as CallName, answer.name, answer, requests[0]?.value] as const),
  )
  let user: TestUser
  let authorization: string
  beforeAll(async () => {
    // The day on which they were written: at any other start their dates are moved.
    const login = 'examples'
    await (await mock.user('registered', login)).control('PUT', '/clock', { now: '2026-11-20T12:00:00+03:00' })
    user = await mock.user('registered', login)
    authorization = `Bearer ${await user.token()}`
  })
  it.each(examples)('%s %s is sent unchanged', async (name, example, answer, request) => {
    await user.break({ operation: name, example })
    const { status, body } = await user.call(name, request, { authorization })
    expect({ status, body }).toEqual({ status: answer.status, body: answer.value })
  })
})

describe('a scenario', () => {
  it.each([
    ['registered', 'registered'],
    ['deactivated', 'deactivated'],
    ['activated', 'activated'],
    ['waiting', 'waiting_for_activation'],
    ['daily', 'activated'],
    ['grace', 'activated'],
  ])('%s has the status %s', async (scenario, status) => {
    expect(await (await mock.user(scenario)).status()).toBe(status)
  })
  it('has dates relative to its start, which stay when time passes', async () => {
    const user = await mock.user('activated')
    const days = async () => {
      const { deactivationDate } = await user.result('getClientData')
      return (Date.parse(String(deactivationDate)) - Date.now()) / 86_400_000
    }
    expect(await days()).toBeCloseTo(12, 2)
    await mock.control('PUT', '/clock', { advance: 'P5D' })
    expect(await days()).toBeCloseTo(12, 2)
    await mock.control('PUT', '/clock', { now: null })
  })
  it('returns its profile', async () => {
    expect(await (await mock.user('no-cards')).result('getUserProfile')).toMatchObject({ name: null, surname: null })
    expect(await (await mock.user('grace')).result('getUserProfile')).toMatchObject({ name: 'Виктор' })
  })
  it('is activated automatically after its own delay', async () => {
    const user = await mock.user('waiting')
    await mock.control('PUT', '/clock', { advance: 'PT59S' })
    expect(await user.status()).toBe('waiting_for_activation')
    await mock.control('PUT', '/clock', { advance: 'PT2S' })
    expect(await user.status()).toBe('activated')
    await mock.control('PUT', '/clock', { now: null })
  })
  it.each([
    ['partner', 2005],
    ['hr', 2010],
  ])('%s rejects an order with %i and changes nothing [C-ROLE-05]', async (scenario, code) => {
    const user = await mock.user(scenario)
    const before = await user.result('getClientData')
    const { body } = await user.call('createOrder', call('createOrder').requests[0]?.value)
    expect(body).toMatchObject({ code })
    expect(await user.result('getClientData')).toEqual(before)
  })
})
