import { expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const schema = (type: string) => ({ type: 'object', required: ['id'], properties: { id: { type } } })
const json = (type: string) => ({ content: { 'application/json': { schema: schema(type) } } })
const taken = { responses: { '200': { description: 'x' } } }
const sent = (type: string, words: object = {}) => ({ post: { requestBody: json(type), ...taken, ...words } })
const described = (webhooks: object, callbacks: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: { '/books': { post: { operationId: 'addBook', callbacks, ...taken } } },
  webhooks,
})
const found = async (ours: object, theirs: object) =>
  (await driftOf(await folder.file(theirs), await folder.file(ours))).map(
    ({ rule, subject, calls, says }) => `${calls.join()}: ${rule} ${subject}: ${says.replace(/: .*/, '')}`,
  )

it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
  [
    'another in its place',
    { bookLost: sent('string') },
    { bookFound: sent('string') },
    [
      'webhook bookLost, POST: hook-gone webhook bookLost, POST: webhook bookLost, POST is never sent',
      'webhook bookFound, POST: hook-new webhook bookFound, POST: webhook bookFound, POST may be sent',
    ],
  ],
  [
    'another body',
    { bookLost: sent('string') },
    { bookLost: sent('integer') },
    [
      'webhook bookLost, POST: response-type webhook bookLost, POST body.id integer: `webhook bookLost, POST body.id` may be an integer; the contract has a string',
    ],
  ],
  [
    'bodies of other kinds',
    { bookLost: sent('string') },
    { bookLost: sent('string', { requestBody: { content: { 'text/csv': {}, 'text/plain': {} } } }) },
    [
      'webhook bookLost, POST: hook-body webhook bookLost, POST: webhook bookLost, POST is sent as text/csv, text/plain',
    ],
  ],
  [
    'JSON under a name of its own',
    { bookLost: sent('string') },
    {
      bookLost: sent('string', {
        requestBody: { content: { 'application/vnd.book+json': json('string').content['application/json'] } },
      }),
    },
    [
      'webhook bookLost, POST: hook-body webhook bookLost, POST: webhook bookLost, POST is sent as application/vnd.book+json',
    ],
  ],
  [
    'JSON under two names of its own',
    { bookLost: sent('string', { requestBody: { content: { 'application/a+json': {} } } }) },
    { bookLost: sent('string', { requestBody: { content: { 'application/b+json': {} } } }) },
    ['webhook bookLost, POST: hook-body webhook bookLost, POST: webhook bookLost, POST is sent as application/b+json'],
  ],
  [
    'a body that may be missing',
    { bookLost: sent('string', { requestBody: { required: true, ...json('string') } }) },
    { bookLost: sent('string') },
    ['webhook bookLost, POST: hook-body webhook bookLost, POST: webhook bookLost, POST may be sent without a body'],
  ],
  [
    'a body that may not be missing',
    { bookLost: sent('string') },
    { bookLost: sent('string', { requestBody: { required: true, ...json('string') } }) },
    [],
  ],
  [
    'a body of another kind, too',
    { bookLost: sent('string', { requestBody: { content: { ...json('string').content, 'text/csv': {} } } }) },
    { bookLost: sent('string') },
    [],
  ],
  ['a body where there was none', { bookLost: { post: taken } }, { bookLost: sent('string') }, []],
  [
    'another body of an answer',
    { bookLost: sent('string', { responses: { '200': { description: 'x', ...json('string') } } }) },
    { bookLost: sent('string', { responses: { '2XX': { description: 'x', ...json('integer') } } }) },
    [
      'webhook bookLost, POST: request-type webhook bookLost, POST answer 200.id string: `webhook bookLost, POST answer 200.id` must be an integer; clients send a string',
    ],
  ],
  [
    'an answer without a body',
    { bookLost: sent('string', { responses: { '200': { description: 'x', ...json('string') } } }) },
    { bookLost: sent('string') },
    [],
  ],
  [
    'any answer for one',
    { bookLost: sent('string') },
    { bookLost: sent('string', { responses: { default: { description: 'x' } } }) },
    [],
  ],
  [
    'one unusual success for a range',
    { bookLost: sent('string', { responses: { '2XX': { description: 'x' } } }) },
    { bookLost: sent('string', { responses: { '207': { description: 'x' } } }) },
    [
      'webhook bookLost, POST: hook-answer webhook bookLost, POST 2XX: webhook bookLost, POST does not accept HTTP 2XX as a response',
    ],
  ],
  [
    'a 200 for a range',
    { bookLost: sent('string', { responses: { '2XX': { description: 'x' } } }) },
    { bookLost: sent('string') },
    [],
  ],
  [
    'one answer for any',
    { bookLost: sent('string', { responses: { default: { description: 'x' } } }) },
    { bookLost: sent('string') },
    [],
  ],
])('finds of a webhook: %s', async (_what, ours, theirs, changes) => {
  expect(await found(described(ours), described(theirs))).toEqual(changes)
})

it('is risky when a webhook is JSON under another name or may have no body, and breaking when it is no JSON', async () => {
  const ours = sent('string', { requestBody: { required: true, ...json('string') } })
  const severities = async (requestBody: object) =>
    (
      await driftOf(
        await folder.file(described({ bookLost: sent('string', { requestBody }) })),
        await folder.file(described({ bookLost: ours })),
      )
    ).map(({ severity }) => severity)
  const { 'application/json': body } = json('string').content
  expect(await severities({ required: true, content: { 'application/vnd.book+json': body } })).toEqual(['risky'])
  expect(await severities({ content: { 'application/json': body } })).toEqual(['risky'])
  expect(await severities({ required: true, content: { 'text/csv': {} } })).toEqual(['breaking'])
})

const [own, other] = ['{$request.body#/own}', '{$request.body#/other}']
const name = 'addBook, callback done, POST'
it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
  [
    'two of one name in another order',
    { done: { [own]: sent('string'), [other]: sent('integer') } },
    { done: { [other]: sent('integer'), [own]: sent('string') } },
    [],
  ],
  [
    'one more of its name',
    { done: { [own]: sent('string') } },
    { done: { [own]: sent('string'), [other]: sent('string') } },
    [`addBook: hook-new ${name}: ${name} may be sent`],
  ],
  [
    'another address and another body',
    { done: { [own]: sent('string') } },
    { done: { [other]: sent('integer') } },
    [
      `addBook: callback-address ${name}: ${name} is sent to \`${other}\`; the contract has \`${own}\``,
      `addBook: response-type ${name} body.id integer: \`${name} body.id\` may be an integer; the contract has a string`,
    ],
  ],
  [
    'another name at its address',
    { done: { [own]: sent('string') } },
    { failed: { [own]: sent('string') } },
    [
      `addBook: hook-gone ${name}: ${name} is never sent`,
      'addBook: hook-new addBook, callback failed, POST: addBook, callback failed, POST may be sent',
    ],
  ],
])('finds of a callback: %s', async (_what, ours, theirs, changes) => {
  expect(await found(described({}, ours), described({}, theirs))).toEqual(changes)
})
