import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { asText, contractChanges } from '../../scripts/drift/changes.ts'

const root = resolve(import.meta.dirname, '../..')
const contract = join(root, 'openapi')
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'paket-changed-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The contract with one text of one file replaced. */
let copies = 0
async function changed(file: string, from: string, to: string): Promise<string> {
  const copy = join(folder, String(++copies))
  await cp(contract, copy, { recursive: true })
  const text = await readFile(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not have ${from}`)
  await writeFile(
    join(copy, file),
    text.replace(from, () => to),
  )
  return copy
}
const order = 'paths/orders/create-order.yaml'

describe('what changed for callers', { timeout: 60_000 }, () => {
  it.each<[what: string, file: string, from: string, to: string, severity: string, kind: string, text: RegExp]>([
    [
      'a request field is required',
      'schemas/CreateOrderRequest.yaml',
      'required: [source, bundleId, usingMainCard]',
      'required: [source, bundleId, usingMainCard, promocodeId]',
      'breaking',
      'request-property-became-required',
      /promocodeId.*became required/,
    ],
    [
      'an answer loses a field',
      'schemas/BindingAnswer.yaml',
      "  message: { type: [string, 'null'], description: For logs only. }\n",
      '',
      'risky',
      'response-optional-property-removed',
      /message/,
    ],
    [
      'a code has a new failure',
      order,
      '{ code: 2010, name: employee, outcome: employee,',
      '{ code: 2009, name: tooMany, outcome: error, description: x }\n    - { code: 2010, name: employee, outcome: employee,',
      'breaking',
      'failure-added',
      /tooMany \(code 2009.*does not compile/,
    ],
    [
      'a failure is gone',
      order,
      "    - { code: 2010, name: employee, outcome: employee, description: 'An employee already has the best terms.' }\n",
      '',
      'breaking',
      'failure-removed',
      /employee \(code 2010\) is gone/,
    ],
    [
      'a failure leads elsewhere',
      order,
      'name: tryLater, outcome: try-later',
      'name: tryLater, outcome: try-again',
      'risky',
      'failure-outcome',
      /tryLater leads to try-again and no more to try-later/,
    ],
    [
      'a failure means other codes',
      order,
      'code: [2002, 2003], name: tryLater',
      'code: [2002, 2013], name: tryLater',
      'risky',
      'failure-means',
      /code 2002, code 2013 and no more code 2002, code 2003/,
    ],
    [
      'the rule rejects more',
      order,
      'reject: { codes: [2], from: 2000 }',
      'reject: { codes: [2, 3], from: 1500 }',
      'breaking',
      'rule-rejects',
      /code 3, 1500 to 1999 was a success/,
    ],
    [
      'the rule rejects less',
      'paths/subscription/get-client-data.yaml',
      'reject: { except: [0] }',
      'reject: { from: 2000 }',
      'breaking',
      'rule-accepts',
      /no code was a failure/,
    ],
    [
      'an answer may lack a field',
      order,
      'require: [result.orderId]',
      'require: [result]',
      'risky',
      'rule-requires-less',
      /may lack result.orderId/,
    ],
    [
      'an answer is fresh for longer',
      'paths/cards/get-bank-cards.yaml',
      'freshFor: PT5M',
      'freshFor: PT10M',
      'note',
      'cache',
      /PT5M.*PT10M/,
    ],
    [
      'a call is confirmed',
      'paths/orders/pay-order.yaml',
      'kind: assumed',
      'kind: documented',
      'note',
      'provenance',
      /documented now/,
    ],
    [
      'an outcome is new',
      'outcomes.yaml',
      'ignore:\n',
      'call-us:\n  say: x\n  source: x\nignore:\n',
      'breaking',
      'outcome-added',
      /does not compile/,
    ],
    [
      'a price changes',
      'catalogue.yaml',
      'priceKopecks: 19900',
      'priceKopecks: 20900',
      'risky',
      'bundle-priceKopecks',
      /was 19900 and is 20900/,
    ],
    [
      'a call is gone',
      'openapi.yaml',
      '  /v1/get_payments: { $ref: paths/orders/get-payments.yaml }\n',
      '',
      'breaking',
      'api-path-removed-without-deprecation',
      /removed/,
    ],
  ])('%s', async (_, file, from, to, severity, kind, text) => {
    const changes = await contractChanges(contract, await changed(file, from, to))
    const found = changes.find((change) => change.kind === kind)
    expect(found, JSON.stringify(changes)).toMatchObject({ severity, text: expect.stringMatching(text) })
  })

  it('is nothing between a version and itself', async () => {
    expect(asText(await contractChanges(contract, contract))).toBe('Nothing changed for callers.')
  })

  it('is told breaking first', async () => {
    const copy = await changed(order, 'name: tryLater, outcome: try-later', 'name: laterTry, outcome: try-later')
    expect(asText(await contractChanges(contract, copy))).toMatch(
      /^Breaking: callers must act \(2\)\n {2}createOrder: /,
    )
  })
})

function command(...args: string[]) {
  return new Promise<{ code: number; output: string }>((done) => {
    execFile(process.execPath, [join(root, 'scripts/contract-changes.ts'), ...args], (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}
test.each([
  [['no-such-revision'], 'no-such-revision is no revision'],
  [['--output=/tmp/x'], 'Unknown option'],
  [[], 'One git revision is needed'],
  [['HEAD', '--format', 'xml'], '--format is text or json'],
])('contract:changes %j says what is wrong and exits with 2', async (args, text) => {
  const { code, output } = await command(...args)
  expect([code, output]).toEqual([2, expect.stringContaining(text)])
})
test('contract:changes compares with a git revision', { timeout: 60_000 }, async () => {
  expect(await command('HEAD', '--to', 'HEAD')).toEqual({ code: 0, output: 'Nothing changed for callers.\n' })
})
