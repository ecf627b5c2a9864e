import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { load } from '#mock/engine/load.ts'
import type { Product } from '#mock/engine/product.ts'
import { paket } from '#mock/product/paket.ts'
import { startMock } from '#mock/server.ts'
import { root } from '../contract/contract.ts'
import { temporaryFolder } from '#support/folders.ts'

const { contract, behaviour } = await load(paket)
/** «Пакет», whose contract is not read again for each test. */
const product: Product = { ...paket, readContract: async () => contract, load: async () => behaviour }

/** Copies the scenarios to a temporary folder, so that a test can modify them. */
async function copyOfScenarios(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(resolve(root, 'mock-server/src/product/scenarios'), folder, { recursive: true })
  return folder
}
/** Returns the error of reading the scenarios when one has this text. */
async function errorOf(text: string | Buffer, file = 'broken.yaml'): Promise<string> {
  const folder = await copyOfScenarios()
  await writeFile(join(folder, file), text)
  return startError(folder)
}
async function startError(scenariosDir: string): Promise<string> {
  try {
    await load(product, { scenariosDir })
    return 'started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const head = 'title: Broken\ndescription: It has a mistake.\n'

it('the mock does not start with a mistake in its scenarios, and reports it', async () => {
  const scenariosDir = await copyOfScenarios()
  await writeFile(join(scenariosDir, 'broken.yaml'), `${head}answers:\n  getBankCard: none\n`)
  await expect(startMock({ port: 0, scenariosDir })).rejects.toThrow('did you mean "getBankCards"?')
})

it('the mock starts with a valid scenario', async () => {
  expect(await errorOf(`${head}answers:\n  getBankCards: oneMain\n`)).toBe('started')
})

it('a scenario may have CRLF, a byte order mark, and the encoding of PowerShell', async () => {
  const text = `${head}answers:\n  getBankCards: oneMian\n`.replaceAll('\n', '\r\n')
  for (const encoding of ['utf8', 'utf16le'] as const)
    expect(await errorOf(Buffer.from(`\uFEFF${text}`, encoding))).toContain('broken.yaml:4 unknown example')
})

it('a file that ends in .yml is a scenario too, and replaces ours of the same name', async () => {
  const moreScenariosDir = await temporaryFolder()
  await writeFile(join(moreScenariosDir, 'grace.yml'), head)
  const { scenarios } = await load(product, { moreScenariosDir })
  expect(scenarios.filter(({ name }) => name === 'grace')).toMatchObject([{ title: 'Broken' }])
})

it('a file that ends in .YAML is not left out', async () => {
  expect(await errorOf(`${head}answer: {}`, 'broken.YAML')).toContain('broken.YAML:3 answer is not a known field')
})

it('two files of one name are reported', async () => {
  expect(await errorOf(head, 'grace.yml')).toMatch(/^grace\.yaml and grace\.yml in .* have the same name$/)
})

it.each(['подписчик', 'two words'])('a file whose name no one can sign in as is reported: %s', async (name) => {
  expect(await errorOf(head, `${name}.yaml`)).toContain(`${name}.yaml:1 its name must be a login`)
})

it('the scenario in the README is valid', async () => {
  const readme = await readFile(resolve(root, 'mock-server/README.md'), 'utf8')
  const [, shown = ''] = /```yaml\n([^]*?)```/.exec(readme) ?? []
  expect(shown).toContain('answers:')
  expect(await errorOf(shown)).toBe('started')
})

describe('a mistake is reported with file, line and nearest name:', () => {
  it.each<[string, string, string]>([
    [
      'a call',
      'answers:\n  getBankCard: none',
      'broken.yaml:4 unknown call "getBankCard"; did you mean "getBankCards"?',
    ],
    [
      'an example',
      'answers:\n  getBankCards: oneMian',
      'broken.yaml:4 unknown example of getBankCards "oneMian"; did you mean "oneMain"?',
    ],
    [
      'an example in full form',
      'answers:\n  getUserProfile:\n    set: { result.name: Ян }\n    example: preson',
      'broken.yaml:6 unknown example of getUserProfile "preson"; did you mean "person"?',
    ],
    [
      'a field that is laid over',
      'answers:\n  getClientData:\n    example: activated\n    set:\n      result.activatonDate: -1d',
      'broken.yaml:7 unknown field of getClientData "result.activatonDate"; did you mean "result.activationDate"?',
    ],
    [
      'a variable',
      'answers:\n  getUserProfile: { example: person, set: { result.name: $profile.nam } }',
      'broken.yaml:4 unknown variable "profile.nam"; did you mean "profile.name"?',
    ],
    [
      'an example after a refusal',
      'answers:\n  checkPromocode: { example: free, afterRefusal: { example: fre, for: PT1S } }',
      'broken.yaml:4 unknown example of checkPromocode "fre"; did you mean "free"?',
    ],
    [
      'a step of an order',
      'orders:\n  mainCard: [new, registred]',
      'broken.yaml:4 unknown example of getOrderStatus "registred"; did you mean "registered"?',
    ],
    [
      'the call that follows an order',
      'orders:\n  paid: deposited\n  status: getBankCards',
      'broken.yaml:5 unknown call that follows an order "getBankCards"; known are getOrderStatus',
    ],
    ['a duration', 'activatesAfter: 10 s', 'broken.yaml:3 10 s is not an ISO 8601 duration such as PT10S or P1D'],
    ['a field of the file', 'answer: {}', 'broken.yaml:3 answer is not a known field; did you mean "answers"?'],
    ['a group', 'group: subscribers', 'broken.yaml:3 group must be one of "visitor", "subscriber"'],
    ['a telephone', "profile: { name: А, surname: Б, phone: '123' }", 'broken.yaml:3 profile.phone must match pattern'],
  ])('%s', async (_what, body, expected) => {
    expect((await errorOf(`${head}${body}\n`)).split(expected)).toHaveLength(2)
  })
  it('YAML that cannot be parsed', async () => {
    expect(await errorOf(`${head}answers: [`)).toMatch(/broken\.yaml:3 /)
    expect(await errorOf(`${head}title: Again\n`)).toMatch(/broken\.yaml:3 .*unique/i)
    expect(await errorOf('- a\n')).toMatch(/broken\.yaml:1 it must be an object/)
    expect(await errorOf('')).toMatch(/broken\.yaml:1 it must be an object/)
  })
  it('a missing title or description', async () => {
    expect(await errorOf('answers: {}\n')).toMatch(/broken\.yaml:1 title is required[^]*broken\.yaml:1 description is/)
  })
  it.each([
    ['set: { result.activationDate: soon }', 'example activated with its overlay'],
    [
      'when: [{ state: { getBankCards: { code: 0 } }, example: activated, set: { result.activationDate: soon } }]',
      'case 1 of when',
    ],
    ['sequence: [{ example: activated, set: { result.activationDate: soon } }]', 'step 1 of its sequences'],
  ])('an answer that would violate the contract, with the field: %s', async (part, where) => {
    const body = `answers:\n  getBankCards: oneMain\n  getClientData: { example: activated, ${part} }\n`
    expect(await errorOf(head + body)).toMatch(
      new RegExp(`broken\\.yaml:5 getClientData, ${where}: body\\.result\\.activationDate must .*"soon"`),
    )
  })
  it('a step of an order that would violate the contract, with the field', async () => {
    const steps = '[new, { example: registered, set: { result.orderStatus: sold } }]'
    expect(await errorOf(`${head}orders:\n  mainCard:\n    ${steps}\n`)).toMatch(
      /^Mistakes in the scenarios:\n {2}broken\.yaml:5 getOrderStatus, orders\.mainCard\.1: body\.result\.orderStatus must .*"sold"$/,
    )
  })
})

it('all mistakes of all files are reported at once', async () => {
  const folder = await copyOfScenarios()
  await writeFile(
    join(folder, 'a-first.yaml'),
    `${head}answers:\n  getBankCards: nobody\n  getOption: familyInactive\n`,
  )
  await writeFile(join(folder, 'z-last.yaml'), `${head}on: { never: [] }\n`)
  const lines = (await startError(folder)).split('\n')
  expect(lines[0]).toBe('Mistakes in the scenarios:')
  expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual([
    'a-first.yaml:4',
    'a-first.yaml:5',
    'z-last.yaml:3',
  ])
})
it.each([
  ['getBankCards: none', 'getBankCards: non', 'unknown example of getBankCards "non"; did you mean "none"?'],
  [
    'getDeliveryInfo: { example: full, set: { result.offerRenewalDate: +12d } }',
    'getDeliveryInfo: { example: full, set: { result.offerRenewalDate: soon } }',
    'getDeliveryInfo, example full with its overlay: body.result.offerRenewalDate must match pattern',
  ],
  [
    'paid: deposited',
    'mainCard: [{ example: new, set: { result.orderStatus: sold } }]\n  paid: deposited',
    'getOrderStatus, ',
  ],
  ['status: getOrderStatus', 'status: getOrderStats', 'unknown call "getOrderStats"; did you mean "getOrderStatus"?'],
  ['group: subscriber', 'grup: subscriber', 'grup is not a known field; did you mean "group"?'],
])('a mistake in the defaults is reported once, for defaults.yaml: %s', async (from, to, expected) => {
  const folder = await copyOfScenarios()
  const file = join(folder, 'defaults.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(from, to))
  const line = text.split('\n').findIndex((each) => each.includes(from)) + 1
  const [, first, ...others] = (await startError(folder)).split('\n')
  expect(first).toContain(`defaults.yaml:${line} ${expected}`)
  expect(others).toEqual([])
})
it.each(['anonymous', 'registered'])('%s is required: others fall back to it', async (name) => {
  const folder = await copyOfScenarios()
  await rm(join(folder, `${name}.yaml`))
  expect(await startError(folder)).toContain(`${name}.yaml is missing`)
})
