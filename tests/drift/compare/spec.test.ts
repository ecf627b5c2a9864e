import { expect, it } from 'vitest'
import { compareSpec } from '#drift/compare/compare-spec.ts'
import { describe as read } from '#drift/description/description.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const assumed = { 'x-provenance': { kind: 'assumed' } }
const json = (...codes: number[]) => ({
  description: 'x',
  content: {
    'application/json': {
      schema: { type: 'object' },
      examples: Object.fromEntries(codes.map((code) => [`e${code}`, { value: { code } }])),
    },
  },
})
const call = (operationId: string, words: object = {}) => ({
  get: { operationId, responses: { '200': json() }, ...words },
})
const rule = { 'x-validity': { reject: { from: 2000 } } }
const described = (paths: object) =>
  folder.file({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths }).then((place) => read(place))
const compared = async (ours: object, theirs: object) => {
  const { facts, sections } = compareSpec(await described(ours), await described(theirs))
  return { facts, sections: sections.map(({ lines, short }) => ({ lines, short })) }
}
const there = (count: number, all: number) => `${count} of ${all} calls of the contract are there.`

it('reads an example in another file', async () => {
  await folder.file({ bad: { value: { code: 7 } } }, 'answers.json')
  const content = { 'application/json': { examples: { bad: { $ref: 'answers.json#/bad' } } } }
  const description = await described({ '/a': call('get', { responses: { '200': { description: 'x', content } } }) })
  expect(description.calls[0]?.answers.get('200')?.examples.map(({ value }) => value)).toEqual([{ code: 7 }])
})

it('counts the calls that exist, and those without codes', async () => {
  const calls = (...codes: number[][]) =>
    Object.fromEntries(
      codes.map((some, nth) => [`/${nth}`, call(`get${nth}`, { ...rule, responses: { '200': json(...some) } })]),
    )
  const why = ' (by enum, const or examples): those were not compared. drift traffic can.'
  const bare = { '/9': call('get9') }
  const facts = async (theirs: object) => (await compared({ ...calls([], [], []), ...bare }, theirs)).facts
  expect(await facts({ ...calls([1], [1]), ...bare })).toEqual([there(3, 4)])
  expect(await facts({ ...calls([1], [], []), ...bare })).toEqual([there(4, 4), `2 calls do not say their codes${why}`])
  expect(await facts(calls([], [], []))).toEqual([there(3, 4), `No call says its codes${why}`])
  const listed = (...all: object[]) => ({
    description: 'x',
    content: {
      'application/json': { schema: { oneOf: all.map((code) => ({ type: 'object', properties: { code } })) } },
    },
  })
  const answered = (answer: object) => ({ '/0': call('get0', { responses: { '200': answer } }) })
  expect(await facts(answered(listed({ const: 1 }, {})))).toEqual([there(1, 4)])
  expect(await facts(answered(listed({}, {})))).toEqual([there(1, 4), `No call says its codes${why}`])
  expect(await facts(answered({ description: 'x' }))).toEqual([there(1, 4), `No call says its codes${why}`])
  expect(await facts({ '/0': call('get0', { responses: { '204': { description: 'x' } } }) })).toEqual([there(1, 4)])
})

it('counts the webhooks that exist', async () => {
  const hook = { post: { responses: { '200': { description: 'x' } } } }
  const sent = (words: object, ...names: string[]) =>
    folder
      .file({
        openapi: '3.1.0',
        info: { title: 'Books', version: '1' },
        ...words,
        webhooks: Object.fromEntries(names.map((name) => [name, hook])),
      })
      .then((place) => read(place))
  const webhooks = '1 of 2 webhooks of the contract are there.'
  expect(compareSpec(await sent({}, 'lost', 'found'), await sent({}, 'lost')).facts).toEqual([webhooks])
  const paths = { '/a': call('get') }
  const both = compareSpec(await sent({ paths }, 'lost', 'found'), await sent({ paths }, 'found', 'new'))
  expect(both.facts).toEqual([there(1, 1), webhooks])
})

it('lists the assumed calls that the service describes, and what was not compared', async () => {
  const ours = {
    '/a': call('getA', assumed),
    '/b': call('getB', assumed),
    '/c': call('getC', assumed),
    '/d': call('getD', assumed),
    '/e': call('getE'),
    '/f': call('getF'),
  }
  const linked = call('getE', { responses: { '200': { ...json(), links: { next: {} } } } })
  expect((await compared(ours, { '/a': ours['/a'], '/b': call('getB'), '/e': linked })).sections).toEqual([
    { lines: ['the service describes getA, getB', 'the service does not describe getC, getD'], short: [] },
    { lines: [], short: [] },
    { lines: [expect.any(String), 'getE 200: links'], short: undefined },
  ])
  expect((await compared({ '/e': linked }, { '/e': call('getE') })).sections).toEqual([
    { lines: [], short: [] },
    { lines: [], short: [] },
    { lines: [expect.any(String), 'getE 200: links'], short: undefined },
  ])
})

it('lists the assumed parts of calls that the service describes', async () => {
  const key = (name: string, words: object = {}) => ({ name, in: 'header', schema: { type: 'string' }, ...words })
  const failure = (name: string, words: object = {}) => ({ name, ...assumed, ...words })
  const ours = {
    '/a': call('getA', {
      'x-validity': { ...rule['x-validity'], ...assumed },
      parameters: [key('Key', assumed), key('Other', assumed), key('Sure')],
      'x-failures': [
        failure('named', { code: 1 }),
        failure('coded', { code: 2, http: 409 }),
        failure('busy', { http: [409, 423] }),
        failure('down', { http: 503 }),
        failure('nowhere'),
        { name: 'sure', http: 409 },
      ],
    }),
  }
  const theirs = (words: object) => ({ '/a': call('getA', { parameters: [key('key'), key('more')], ...words }) })
  const responses = { '200': json(), '409': json() }
  const parts = async (words: object) => (await compared(ours, theirs(words))).sections[1]?.lines
  expect(await parts({ responses })).toEqual([
    'the service describes getA: header Key, getA: failure busy',
    'the service does not describe getA: header Other, getA: x-validity, getA: failure named, getA: failure coded, getA: failure down, getA: failure nowhere',
  ])
  expect(await parts({ responses: { '200': json(), default: json() } })).toEqual([
    'the service describes getA: header Key, getA: failure busy, getA: failure down',
    'the service does not describe getA: header Other, getA: x-validity, getA: failure named, getA: failure coded, getA: failure nowhere',
  ])
  expect(await parts({ ...rule, 'x-failures': [{ name: 'new' }, { name: 'named' }], responses })).toEqual([
    'the service describes getA: header Key, getA: x-validity, getA: failure named, getA: failure busy',
    'the service does not describe getA: header Other, getA: failure coded, getA: failure down, getA: failure nowhere',
  ])
})
