import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { Clock } from '#mock/engine/clock.ts'
import { load, newUsers } from '#mock/engine/load.ts'
import { usage } from '#mock/engine/scenarios/usage.ts'
import { paket } from '#mock/product/paket.ts'
import { readContract, root } from '../contract/contract.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

/** Copies contract and scenarios to a temporary folder. */
async function copy(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(resolve(root, 'openapi'), join(folder, 'openapi'), { recursive: true })
  await cp(resolve(root, 'mock-server/src/product/scenarios'), join(folder, 'scenarios'), { recursive: true })
  return folder
}
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(file, text.replace(from, to))
}
async function usageIn(folder = root, scenariosDir = join(folder, 'scenarios')) {
  const loaded = await load(paket, { contractDir: join(folder, 'openapi'), scenariosDir })
  const { contract, scenarios, behaviour } = loaded
  const productProblems = behaviour.problems(scenarios, newUsers(loaded, new Clock()))
  return usage({ contract, scenarios, rules: paket.scenarios, uses: behaviour.uses, productProblems })
}

describe('the users of the examples', () => {
  it('are known for every example of the contract, and nothing is unused or missing', async () => {
    const { examples, codes, scenarios, problems } = await usageIn(
      root,
      resolve(root, 'mock-server/src/product/scenarios'),
    )
    expect(problems).toEqual([])
    const { calls } = await readContract()
    const names = calls.flatMap(({ id, answers }) => answers.map(({ name }) => `${id} ${name}`))
    expect(examples.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    for (const { name, users } of [...examples, ...codes, ...scenarios])
      expect({ name, users }).not.toEqual({ name, users: [] })
    const employee = examples.find(({ name }) => name === 'createOrder employee')
    expect(employee?.users).toEqual([expect.stringMatching(/^lifecycle\.yaml:\d+$/)])
    expect(codes).toContainEqual({ name: 'unbindCard code 7 (cardNotRemoved)', users: ['cardNotRemoved7'] })
    expect(scenarios).toContainEqual({ name: 'hr', users: ['the sign-in page, blocked: Employee'] })
  })
  it.each<[string, string, string, string, string]>([
    [
      'an example that no scenario names any more',
      'scenarios/hr.yaml',
      'example: hr',
      'example: activated',
      'the example getClientData hr is used in no state: name it in a scenario, or in lifecycle.yaml (unmet for what no state leads to)',
    ],
    [
      'a code that no rule answers with',
      'openapi/paths/cards/unbind-card.yaml',
      '{ code: [7, 8], name: cardNotRemoved',
      '{ code: [7, 8, 9], name: cardNotRemoved',
      'the example unbindCard cardNotRemoved9 is used in no state: name it in a scenario, or in lifecycle.yaml (unmet for what no state leads to)',
    ],
    [
      'a status that the call does not answer with',
      'openapi/paths/cards/unbind-card.yaml',
      '{ code: [7, 8], name: cardNotRemoved',
      '{ http: 404, name: cardGone, outcome: contact-support }\n    - { code: [7, 8], name: cardNotRemoved',
      'unbindCard HTTP 404 (cardGone) has no example: add one to the call',
    ],
    [
      'an example that no rule answers with any more',
      'openapi/lifecycle.yaml',
      'answer: cardNotRemoved8',
      'answer: cardNotRemoved7',
      'the example unbindCard cardNotRemoved8 is used in no state: name it in a scenario, or in lifecycle.yaml (unmet for what no state leads to)',
    ],
    [
      'a bundle that no one has',
      'scenarios/partner-tbank.yaml',
      '$bundle.tbank',
      '$bundle.wink',
      'no scenario has the bundle tbank',
    ],
  ])('%s is reported', async (_what, file, from, to, problem) => {
    const folder = await copy()
    await edit(join(folder, file), from, to)
    expect((await usageIn(folder)).problems).toContain(problem)
  })
  it('scenarios that behave alike are reported with their names', async () => {
    const folder = await copy()
    const text = await readFile(join(folder, 'scenarios/hr.yaml'), 'utf8')
    await writeFile(join(folder, 'scenarios/zz-twin.yaml'), text.replace('title: Employee', 'title: Twin'))
    expect((await usageIn(folder)).problems).toContain('the scenarios hr, zz-twin behave exactly alike')
  })
})

// A process that plays all scenarios: on a busy machine that takes far longer than the default time-out.
describe('npm run mock -- --check', { timeout: 300_000 }, () => {
  const check = (...args: string[]) => startNode(['scripts/mock.ts', '--check', ...args])
  test('lists everything and exits with 0', async () => {
    const { exitCode, output } = check()
    expect(await exitCode).toBe(0)
    expect(output()).toMatch(/✓ createOrder employee: lifecycle\.yaml:\d+\n/)
    expect(output()).toMatch(/\d+ scenarios played for a year, \d+ steps, \d+ rules: 0 problems\./)
    expect(output()).toMatch(/\d+ examples, \d+ codes and statuses, \d+ scenarios: none unused, none missing\.\n$/)
  })
  test.each([
    ['none', 0, /^2 calls, 3 scenarios: no mistake\.\n$/],
    ['one', 1, /shop\.yaml:3 unknown example of getBooks "one"; did you mean "none"/],
  ])('validates the scenarios of another contract: example %s', async (example, exit, text) => {
    const folder = await temporaryFolder()
    const two = { value: [1, 2] }
    const content = { 'application/json': { schema: { type: 'array' }, examples: { two, none: { value: [] } } } }
    const responses = { 200: { description: 'Books.', content } }
    const paths = { '/books': { get: { responses }, post: { responses } } }
    const description = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }
    await writeFile(join(folder, 'service.json'), JSON.stringify(description))
    await mkdir(join(folder, 'scenarios'))
    await writeFile(
      join(folder, 'scenarios/shop.yaml'),
      `title: Shop\ndescription: A shop.\nanswers: { getBooks: ${example} }\n`,
    )
    const args = ['--contract', join(folder, 'service.json'), '--scenarios', join(folder, 'scenarios')]
    const { exitCode, output } = check(...args)
    expect({ exit: await exitCode, output: output() }).toEqual({ exit, output: expect.stringMatching(text) as unknown })
  })
})
