import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lint, loadConfig } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it, test } from 'vitest'
import plugin from '../../openapi/lint/plugin.js'
import { folderOfFile } from '#support/folders.ts'
import { root } from './contract.ts'

/** Folders with modified contracts, removed at the end. */
const folders: string[] = []
const parent = folderOfFile().path
beforeAll(() => symlink(join(root, 'node_modules'), join(parent, 'node_modules')))

async function problemsOf(directory: string): Promise<{ rule: string; message: string }[]> {
  const config = await loadConfig({ configPath: join(directory, 'redocly.yaml') })
  const problems = await lint({ ref: join(directory, 'openapi.yaml'), config })
  return problems.map(({ ruleId, message }) => ({ rule: ruleId, message }))
}

/** Copies the contract and replaces a text in one file. */
async function spoilt(file: string, from: string, to: string): Promise<string> {
  const directory = join(parent, String(folders.push(file)), 'openapi')
  // The rules read the outcomes beside them; while those are unchanged, all copies share the rules.
  const shared = file === 'outcomes.yaml' ? [] : ['lint', 'src', 'vocabulary']
  const isCopied = (path: string) => !shared.some((name) => path === join(root, 'openapi', name))
  await cp(join(root, 'openapi'), directory, { recursive: true, filter: isCopied })
  for (const name of shared) await symlink(join(root, 'openapi', name), join(directory, name))
  await replaceIn(join(directory, file), from, to)
  return directory
}
async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not have: ${from}`)
  await writeFile(
    file,
    text.replace(from, () => to),
  )
}

test('the contract has no lint errors', async () => {
  expect(await problemsOf(join(root, 'openapi'))).toEqual([])
})

const order = 'paths/orders/create-order.yaml'
const status = 'paths/orders/get-order-status.yaml'
const client = 'paths/subscription/get-client-data.yaml'
const cards = 'paths/cards/get-bank-cards.yaml'
const event = 'paths/analytics/send-product-event.yaml'

// [rule, what is wrong, file, text, replacement, message]
const planted: [rule: string, what: string, file: string, from: string, to: string, message: string][] = [
  [
    'vocabulary',
    'a call says nothing of where it comes from',
    order,
    'x-provenance:',
    'x-where:',
    'createOrder: x-provenance is missing (see vocabulary/x-provenance.yaml)',
  ],
  [
    'vocabulary',
    'a call has no rule',
    cards,
    'x-validity:',
    'x-rule:',
    'getBankCards: x-validity is missing (see vocabulary/x-validity.yaml)',
  ],
  [
    'vocabulary',
    'a rule says two things at once',
    client,
    'except: [0]',
    'except: [0], from: 2000',
    'getClientData: x-validity/reject must NOT be valid',
  ],
  [
    'vocabulary',
    'a failure is misspelt',
    order,
    'code: 2004, name: alreadyConnecting',
    'codes: 2004, name: alreadyConnecting',
    'createOrder: x-failures/2 must NOT have additional properties: codes',
  ],
  [
    'vocabulary',
    'a time is no duration',
    client,
    'every: PT15S',
    'every: 15s',
    'getClientData: x-cache/poll/every must match pattern "^PT(\\d+H)?(\\d+M)?(\\d+S)?$"',
  ],
  [
    'codes-agree',
    'a code is listed that the rule accepts',
    order,
    'code: 2004,',
    'code: 1999,',
    'createOrder: x-failures lists code 1999, which x-validity accepts',
  ],
  [
    'codes-agree',
    'an example is rejected and no failure',
    status,
    'value: { code: 0, result: { orderStatus: new',
    'value: { code: 2003, result: { orderStatus: new',
    'has code 2003, which x-validity rejects and x-failures does not list',
  ],
  [
    'code-required',
    'a rule rejects an answer without a code, but the schema allows it',
    'schemas/CodedAnswer.yaml',
    'required: [code]',
    'required: [message]',
    'saveFeedback: x-validity rejects an answer without a code, and CodedAnswer does not require one',
  ],
  [
    'outcomes-true',
    'a failure without an answer shows a code',
    order,
    'name: timeOut, outcome: order-in-doubt',
    'name: timeOut, outcome: error-with-code',
    'createOrder: timeOut has the outcome error-with-code, which needs an answer, and there is none',
  ],
  [
    'outcomes-true',
    'a failure of every call without an answer sends to support',
    'openapi.yaml',
    'name: noConnection, outcome: check-connection',
    'name: noConnection, outcome: contact-support',
    'every call: noConnection has the outcome contact-support, which needs an answer, and there is none',
  ],
  [
    'answer-headers',
    'an answer has no request id',
    cards,
    "      headers: { X-Request-Id: { $ref: '../../openapi.yaml#/components/headers/XRequestId' } }\n",
    '',
    'getBankCards: response 200 needs the header X-Request-Id of components.headers',
  ],
  [
    'answer-headers',
    'a 429 does not say when to ask again',
    'openapi.yaml',
    "        Retry-After: { $ref: '#/components/headers/RetryAfter' }\n",
    '',
    'getBankCards: response 429 needs the header Retry-After of components.headers',
  ],
  [
    'answer-headers',
    'a call knows no 429',
    cards,
    "    '429': { $ref: '../../openapi.yaml#/components/responses/TooManyRequests' }\n",
    '',
    'getBankCards: response 429 is missing (components.responses.TooManyRequests)',
  ],
  [
    'vocabulary',
    'a documented rule does not say where it is',
    cards,
    'require: [cards] }',
    'require: [cards], x-provenance: { kind: documented } }',
    'getBankCards: x-validity/x-provenance must',
  ],
  [
    'answer-per-failure',
    'an example has another code',
    order,
    'created: { summary',
    'employee: { summary',
    'createOrder: the example employee of 200 has code 0, but the failure has 2010',
  ],
  [
    'answer-per-failure',
    'a failure means a status that no response has',
    cards,
    'http: 422',
    'http: 409',
    'getBankCards: cardsUnprocessable means HTTP 409, which has no response',
  ],
  [
    'success-examples',
    'a success does not say what it shows',
    cards,
    "x-scenario: 'no cards', ",
    '',
    'getBankCards: the example none needs x-scenario, the state of the product it shows',
  ],
  [
    'success-examples',
    'a call shows no success',
    order,
    'value: { code: 0, result',
    'value: { code: 2000, result',
    'createOrder: response 200 has no example of a success',
  ],
  [
    'failure-names',
    'an outcome does not exist',
    order,
    'outcome: employee',
    'outcome: emploee',
    'createOrder: employee has the outcome emploee, which outcomes.yaml does not have: add it there, or omit it here if no other failure has it',
  ],
  [
    'failure-names',
    'an outcome is used nowhere',
    'outcomes.yaml',
    'ignore:',
    'dance:\n  say: Dance.\n  source: nowhere\nignore:',
    'the outcome dance of outcomes.yaml is used by no failure',
  ],
  [
    'failure-names',
    'an outcome of a failure’s own is listed too',
    'outcomes.yaml',
    'ignore:',
    'time-is-over:\n  say: Dance.\n  source: nowhere\nignore:',
    'createOrder: timeIsOver shares the outcome time-is-over with another failure',
  ],
  [
    'failure-names',
    'a listed outcome has one failure alone',
    'paths/subscription/disable-autopay.yaml',
    'name: autopayUnprocessable, outcome: cancellation-unavailable',
    'name: autopayUnprocessable, outcome: contact-support',
    'the outcome cancellation-unavailable of outcomes.yaml is used only by autopayRefused: remove it there and here',
  ],
  [
    'failure-names',
    'two failures of one name have an outcome of their own',
    'paths/family/delete-subscriber-relation.yaml',
    'name: limitReached, outcome: removal-limit-reached',
    'name: limitReached',
    'deleteSubscriberRelation: limitReached shares the outcome limit-reached with another failure: add it to outcomes.yaml',
  ],
  [
    'failure-names',
    'a failure with an outcome of its own does not say what to do',
    order,
    ", description: 'The time of the offer is over; offers to repeat the purchase.'",
    '',
    'createOrder: timeIsOver has an outcome of its own: its description must say what to do',
  ],
  [
    'failure-names',
    'a name is used twice',
    order,
    'name: employee',
    'name: timeIsOver',
    'createOrder: the name timeIsOver is used twice',
  ],
  [
    'failure-names',
    'a name alone is not one of every call’s',
    event,
    'name: malformed',
    'name: misshapen',
    'sendProductEvent: misshapen has neither code nor http and is not a common failure',
  ],
  [
    'failure-names',
    'a listed failure takes a name of every call',
    order,
    'name: employee',
    'name: malformed',
    'createOrder: malformed is the name of a common failure: choose another',
  ],
  [
    'failure-names',
    'the root has an outcome that does not exist',
    'openapi.yaml',
    'outcome: authorize-again',
    'outcome: log-in',
    'every call: unauthorized has the outcome log-in, which outcomes.yaml does not have: add it there, or omit it here if no other failure has it',
  ],
  [
    'cache-keys',
    'a read has an unknown key',
    cards,
    'key: bankCards',
    'key: cards',
    "getBankCards: the cache key cards is not in the root's x-cache.keys",
  ],
  [
    'cache-keys',
    'a write makes an unknown key stale',
    order,
    'counterOffers, payments, options]',
    'offers, payments]',
    "createOrder: the cache key offers is not in the root's x-cache.keys",
  ],
  [
    'cache-keys',
    'a retry waits for a failure that cannot be',
    client,
    'on: [clientDataUnavailable',
    'on: [clientDataGone',
    'getClientData: x-cache names clientDataGone, which is not a failure of the call',
  ],
  ['post-only', 'a call is a GET', cards, 'post:\n', 'get:\n', '/v1/get_bank_cards: every call is a POST, this is get'],
  [
    'two-branches',
    'a 200 has no refusal',
    order,
    '              - $ref: ../../schemas/Refusal.yaml\n',
    '',
    'createOrder: the schema of 200 must be anyOf of two $refs: the accepted answer, then Refusal.yaml',
  ],
  [
    'two-branches',
    'the refusal comes first',
    order,
    '              - $ref: ../../schemas/CreatedOrderAnswer.yaml\n              - $ref: ../../schemas/Refusal.yaml',
    '              - $ref: ../../schemas/Refusal.yaml\n              - $ref: ../../schemas/CreatedOrderAnswer.yaml',
    'createOrder: the schema of 200 must be anyOf of two $refs: the accepted answer, then Refusal.yaml',
  ],
  [
    'two-branches',
    'a call that never refuses has two branches',
    event,
    'schema: { $ref: ../../schemas/EventAnswer.yaml }',
    'schema: { anyOf: [{ $ref: ../../schemas/EventAnswer.yaml }, { $ref: ../../schemas/Refusal.yaml }] }',
    'sendProductEvent: the schema of 200 must be one $ref',
  ],
  [
    'enums-described',
    'an enumeration does not say what its values mean',
    'schemas/OrderStatus.yaml',
    'description: |\n',
    'x-text: |\n',
    'an enumeration needs a description of its values',
  ],
  [
    'fields-described',
    'a field does not say what it is',
    'schemas/BankCard.yaml',
    'id: { type: string, description: Id of the card. }',
    'id: { type: string }',
    'the field id needs a description',
  ],
]

describe.each(planted)('paket/%s', (rule, what, file, from, to, message) => {
  it(`reports when ${what}`, async () => {
    const directory = await spoilt(file, from, to)
    // This rule of Redocly, which another test covers, compiles every schema: it takes as long as all others together.
    await replaceIn(join(directory, 'redocly.yaml'), 'media-type-examples: error', 'media-type-examples: off')
    const problems = await problemsOf(directory)
    expect(problems).toContainEqual({ rule: `paket/${rule}`, message: expect.stringContaining(message) })
  })
})

test('every rule of the plugin is enabled and has a violation above', async () => {
  const rules = Object.keys(plugin().rules.oas3)
  expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules))
  const settings = await readFile(join(root, 'openapi/redocly.yaml'), 'utf8')
  for (const rule of rules) expect(settings).toContain(`paket/${rule}: error`)
})

test('an example that does not match its schema is reported too', async () => {
  const problems = await problemsOf(
    await spoilt(order, 'usingMainCard: true, promocodeId', 'usingMainCard: 1, promocodeId'),
  )
  expect(problems.map(({ rule }) => rule)).toContain('no-invalid-media-type-examples')
})
