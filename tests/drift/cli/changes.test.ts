import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { grouped } from '#drift/report/finding.ts'
import { contract, drift, folderOfFile, root, sentencesOf } from '../support.ts'

const folder = folderOfFile()
const here = join(root, 'openapi')
let copies = 0
/** Copies the contract with one text of one file replaced; returns the folder. */
async function changed(file: string, from: string, to: string): Promise<string> {
  const copy = join(folder.path, `copy${++copies}`)
  await cp(here, copy, { recursive: true })
  const text = await readFile(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not have ${from}`)
  await writeFile(
    join(copy, file),
    text.replace(from, () => to),
  )
  return copy
}
const order = 'paths/orders/create-order.yaml'
const findingsOf = async (before: string, after: string) => grouped((await changesBetween(before, after)).found)

describe('drift changes', { timeout: 60_000 }, () => {
  it.each<[what: string, file: string, from: string, to: string, rules: string[], says: RegExp]>([
    [
      'the rule rejects more',
      order,
      'codes: [2], from: 2000',
      'codes: [2, 3], from: 2000',
      ['rule-rejects'],
      /createOrder: a 200 with code 3 was a success and is a failure now/,
    ],
    [
      'a failure leads elsewhere',
      order,
      'name: tryLater, outcome: try-later',
      'name: tryLater, outcome: try-again',
      ['failure-outcome'],
      /tryLater leads to try-again/,
    ],
    [
      'an outcome is new',
      'outcomes.yaml',
      'ignore:\n',
      'call-us:\n  say: x\n  source: x\nignore:\n',
      ['outcome-added'],
      /call-us/,
    ],
    [
      'a price changes',
      'catalogue.yaml',
      'priceKopecks: 19900',
      'priceKopecks: 20900',
      ['catalogue-changed'],
      /was 19900 and is 20900/,
    ],
    [
      'a bundle is renamed',
      'catalogue.yaml',
      '- { name: standard199,',
      '- { name: other199,',
      ['catalogue-removed', 'catalogue-added'],
      /bundle standard199: is gone/,
    ],
    [
      'a read has another key',
      'paths/cards/get-bank-cards.yaml',
      'key: bankCards',
      'key: payments',
      ['cache-key'],
      /bankCards/,
    ],
    [
      'a field is gone',
      'schemas/ClientData.yaml',
      '  subscriberId: { type: string, description: Id of the subscriber. }\n',
      '',
      ['response-field-missing'],
      /ClientData\.subscriberId/,
    ],
    [
      'a field is required',
      'schemas/CreateOrderRequest.yaml',
      'required: [source, bundleId, usingMainCard]',
      'required: [source, bundleId, usingMainCard, promocodeId]',
      ['request-field-required'],
      /is required; the earlier version allows leaving it out/,
    ],
    [
      'a call is gone',
      'openapi.yaml',
      '  /v1/get_payments: { $ref: paths/orders/get-payments.yaml }\n',
      '',
      ['call-missing'],
      /get_payments/,
    ],
    [
      'a call is confirmed',
      'paths/orders/pay-order.yaml',
      'kind: assumed',
      'kind: documented',
      ['provenance'],
      /documented now/,
    ],
    [
      'an answer loses a field',
      'schemas/BindingAnswer.yaml',
      "  message: { type: [string, 'null'], description: For logs only. }\n",
      '',
      ['response-field-gone'],
      /message/,
    ],
    [
      'a code has a new failure',
      order,
      '{ code: 2010, name: employee, outcome: employee,',
      '{ code: 2009, name: tooMany, outcome: error, description: x }\n    - { code: 2010, name: employee, outcome: employee,',
      ['failure-added'],
      /tooMany \(code 2009.*does not compile/,
    ],
    [
      'a failure is gone',
      order,
      "    - { code: 2010, name: employee, outcome: employee, description: 'An employee already has the best terms.' }\n",
      '',
      ['failure-removed'],
      /employee \(code 2010\) is gone/,
    ],
    [
      'a failure means other codes',
      order,
      'code: [2002, 2003], name: tryLater',
      'code: [2002, 2013], name: tryLater',
      ['failure-means'],
      /code 2002, code 2013 and no more code 2002, code 2003/,
    ],
    [
      'the rule rejects a range more',
      order,
      'reject: { codes: [2], from: 2000 }',
      'reject: { codes: [2, 3], from: 1500 }',
      ['rule-rejects'],
      /code 3, 1500 to 1999 was a success/,
    ],
    [
      'the rule rejects less',
      'paths/subscription/get-client-data.yaml',
      'reject: { except: [0] }',
      'reject: { from: 2000 }',
      ['rule-accepts'],
      /no code was a failure/,
    ],
    [
      'an answer may lack a field',
      order,
      'require: [result.orderId]',
      'require: [result]',
      ['rule-requires', 'rule-requires-less'],
      /may lack result.orderId/,
    ],
    [
      'an answer is fresh for longer',
      'paths/cards/get-bank-cards.yaml',
      'freshFor: PT5M',
      'freshFor: PT10M',
      ['cache'],
      /PT5M.*PT10M/,
    ],
  ])('%s', async (_what, file, from, to, rules, says) => {
    const findings = await findingsOf(here, await changed(file, from, to))
    expect(findings.map(({ rule }) => rule)).toEqual(rules)
    expect(findings.map((finding) => finding.says).join(' ')).toMatch(says)
    expect(sentencesOf(findings)).toMatchSnapshot()
  })
  it('reports what breaks callers first, with a hint for those who change the contract', async () => {
    const copy = await changed(order, 'name: tryLater, outcome: try-later', 'name: laterTry, outcome: try-later')
    const hint = 'Undo it, or agree with the callers on the day from which it holds.'
    expect(
      (await findingsOf(here, copy)).map((one) => ({ severity: one.severity, calls: one.calls, hint: one.hint })),
    ).toEqual([
      { severity: 'breaking', calls: ['createOrder'], hint },
      { severity: 'breaking', calls: ['createOrder'], hint },
    ])
  })
  it('finds nothing between a version and itself', async () => expect(await findingsOf(here, here)).toEqual([]))
  it('finds nothing between the split contract and its bundle without an outcomes file', async () => {
    const before = await folder.file(contract().document)
    const bundle = contract()
    Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
    const after = await folder.file(bundle.document)
    expect(await findingsOf(before, before)).toEqual([])
    expect((await findingsOf(before, after)).map(({ rule }) => rule)).toEqual(['response-null'])
  })
  it('accepts folders, and exits with 1 for what breaks callers, with the place in both versions', async () => {
    const after = await changed(
      'schemas/ClientData.yaml',
      'subscriberId: { type: string,',
      'subscriberId: { type: [string, "null"],',
    )
    const { code, out } = await drift(['changes', here, after], { cwd: root })
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/before +openapi\/schemas\/ClientData\.yaml:19 [^]*now +\S*ClientData\.yaml:19 /),
    })
  })
})
