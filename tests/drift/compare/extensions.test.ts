import { describe, expect, it } from 'vitest'
import type { Change } from '#drift/compare/change.ts'
import { changeAsFound } from '#drift/compare/extension-finding.ts'
import { compareCalls, compareExtensions, type Extensions } from '#drift/compare/compare-extensions.ts'

type Call = Parameters<typeof compareCalls>[1]
const call = (words: object) =>
  ({
    'x-validity': { reject: {} },
    'x-failures': [],
    'x-cache': {},
    'x-provenance': { kind: 'documented' },
    ...words,
  }) as unknown as Call
const texts = (changes: readonly Change[]) =>
  changes.map(({ severity, kind, where, text }) => `${severity} ${kind} ${where}: ${text}`)
const between = (before: object, after: object) => texts(compareCalls('getA', call(before), call(after)))
const rule = (reject: object, words: object = {}) => ({ 'x-validity': { reject, ...words } })

const rejects = (codes: string) => `breaking rule-rejects getA: a 200 with ${codes} was a success and is a failure now`
const accepts = (codes: string) => `breaking rule-accepts getA: a 200 with ${codes} was a failure and is a success now`

describe('a rule', () => {
  it.each<[what: string, before: object, after: object, changes: string[]]>([
    ['of the same words', rule({ codes: [2] }), rule({ codes: [2] }), []],
    ['of other words that mean the same', rule({ codes: [9999] }), rule({ from: 9999 }), []],
    [
      'of codes and ranges',
      rule({ codes: [2] }),
      rule({ codes: [2, 3, 5, 6, 7], from: 2000 }),
      [rejects('code 3, 5 to 7, 2000 and more')],
    ],
    ['that rejects all but one', rule({}), rule({ except: [0] }), [rejects('code -1, 1 and more, or with no code')]],
    ['that accepts no code', rule({ except: [0] }), rule({ except: [0, null] }), [accepts('no code')]],
    ['of texts', rule({ codes: ['gone'] }), rule({ codes: ['gone', 'lent', 'burnt'] }), [rejects('code lent, burnt')]],
    [
      'of texts that are accepted',
      rule({ except: ['ok'] }),
      rule({ codes: ['gone'] }),
      [accepts('code any other value, or with no code')],
    ],
    [
      'of truth values',
      rule({ except: [true] }),
      rule({ except: [false] }),
      [rejects('code true'), accepts('code false')],
    ],
    [
      'that looks elsewhere',
      rule({}),
      rule({}, { at: 'ok', codeAt: 'error.code' }),
      ['breaking rule-place getA: the rule looks at ok, the code at error.code and no more at code, the code at code'],
    ],
    [
      'that looks elsewhere for both',
      rule({}, { at: 'ok' }),
      rule({}, { at: 'done' }),
      ['breaking rule-place getA: the rule looks at done, the code at done and no more at ok, the code at ok'],
    ],
    [
      'that requires other fields',
      rule({}, { require: ['a', 'b'] }),
      rule({}, { require: ['b', 'c'] }),
      [
        'breaking rule-requires getA: an accepted answer without c is malformed now',
        'risky rule-requires-less getA: an accepted answer may lack a now',
      ],
    ],
    [
      'that requires a field, or none',
      rule({}),
      rule({}, { require: ['a'] }),
      ['breaking rule-requires getA: an accepted answer without a is malformed now'],
    ],
  ])('%s', (_what, before, after, changes) => expect(between(before, after)).toEqual(changes))
})

describe('failures', () => {
  const failures = (...all: object[]) => ({ 'x-failures': all })
  it.each<[what: string, before: object, after: object, changes: string[]]>([
    [
      'are new',
      failures(),
      failures({ name: 'gone', code: 2001, outcome: 'ignore' }, { name: 'busy', http: 409 }),
      ['gone (code 2001, outcome ignore)', 'busy (HTTP 409)'].map(
        (text) =>
          `breaking failure-added getA: the failure ${text} is new: a switch that names every failure does not compile until it is handled`,
      ),
    ],
    [
      'are gone',
      failures({ name: 'stays' }, { name: 'goes' }),
      failures({ name: 'stays' }),
      [
        'breaking failure-removed getA: the failure goes (the failure of every call) is gone: code that names it does not compile',
      ],
    ],
    [
      'have the outcome that is their own',
      failures({ name: 'tooMany' }),
      failures({ name: 'tooMany', outcome: 'too-many' }),
      [],
    ],
    [
      'lead elsewhere and mean another code',
      failures({ name: 'tooMany', code: 1 }),
      failures({ name: 'tooMany', code: 2, outcome: 'ignore' }),
      [
        'risky failure-outcome getA: tooMany leads to ignore and no more to too-many',
        'risky failure-means getA: tooMany means code 2 and no more code 1',
      ],
    ],
  ])('%s', (_what, before, after, changes) => expect(between(before, after)).toEqual(changes))
  it('have one finding for each change', () => {
    const changes = compareCalls(
      'getA',
      call(failures({ name: 'a', code: 1 }, { name: 'gone' })),
      call(failures({ name: 'a', code: 2, outcome: 'x' }, { name: 'new' })),
    )
    expect(changes.map(({ failure }) => failure)).toEqual(['a', 'a', 'new', 'gone'])
  })
})

describe('other extensions of a call', () => {
  it.each<[what: string, before: object, after: object, changes: string[]]>([
    [
      'a cache',
      { 'x-cache': { key: 'a', freshFor: 'PT5M', tags: ['x'] } },
      { 'x-cache': { key: 'b', poll: 'PT1S', tags: ['x'] } },
      [
        'risky cache getA: x-cache key: "a" became "b"',
        'note cache getA: x-cache freshFor: "PT5M" became nothing',
        'note cache getA: x-cache poll: nothing became "PT1S"',
      ],
    ],
    [
      'a call that is confirmed',
      { 'x-provenance': { kind: 'assumed' } },
      {},
      ['note provenance getA: the call was assumed and is documented now'],
    ],
    [
      'a call that is not confirmed any more',
      {},
      { 'x-provenance': { kind: 'assumed' } },
      ['note provenance getA: the call was documented and is only assumed now'],
    ],
    ['a call that is of another kind', {}, { 'x-provenance': { kind: 'seen' } }, ['note provenance getA: seen']],
    ['a call that says nothing now', {}, { 'x-provenance': { kind: '' } }, []],
    ['a call that said nothing', { 'x-provenance': { kind: '' } }, {}, []],
  ])('%s', (_what, before, after, changes) => expect(between(before, after)).toEqual(changes))
})

it('compares the parts beside the calls, and only calls that both versions have', () => {
  const version = (words: object) =>
    ({
      calls: new Map(),
      'x-failures': [],
      'x-outcomes': {},
      'x-catalogue': { bundles: [], counterOffers: [] },
      ...words,
    }) as unknown as Extensions
  const before = version({
    calls: new Map([
      ['getA', call(rule({ codes: [1] }))],
      ['getB', call(rule({ codes: [1] }))],
    ]),
    'x-outcomes': { ignore: {}, wait: {} },
    'x-catalogue': {
      bundles: [{ name: 'small', id: 'a', price: 1, was: 2, source: 'x' }, { name: 'gone' }],
      counterOffers: [{ name: 'half' }],
    },
  })
  const after = version({
    calls: new Map([
      ['getA', call({})],
      ['getC', call({})],
    ]),
    'x-failures': [{ name: 'down', http: 503 }],
    'x-outcomes': { ignore: {}, retry: {} },
    'x-catalogue': {
      bundles: [{ name: 'small', id: 'b', price: 2, from: 3, source: 'y' }, { name: 'new' }],
      counterOffers: [{ name: 'half', price: 1 }],
    },
  })
  expect(texts(compareExtensions(before, after))).toEqual([
    accepts('code 1'),
    'breaking failure-added every call: the failure down (HTTP 503) is new: a switch that names every failure does not compile until it is handled',
    'breaking outcome-added retry: the outcome is new: a table of all outcomes does not compile until it has a row',
    'breaking outcome-removed wait: the outcome is gone: code that names it does not compile',
    'breaking bundle-id bundle small: id was "a" and is "b"',
    'risky bundle-price bundle small: price was 1 and is 2',
    'risky bundle-was bundle small: was was 2 and is gone',
    'risky bundle-from bundle small: from was not there and is 3',
    'note bundle-added bundle new: is new',
    'breaking bundle-removed bundle gone: is gone',
    'risky counter-offer-price counter-offer half: price was not there and is 1',
  ])
})

it.each<[kind: string, text: string, rule: string]>([
  ['cache', 'x-cache key: "a" became "b"', 'cache-key'],
  ['cache', 'x-cache poll: nothing became "PT1S"', 'cache'],
  ['bundle-id', 'id was 1 and is 2', 'catalogue-id'],
  ['bundle-idle', 'idle was 1 and is 2', 'catalogue-changed'],
  ['counter-offer-removed', 'is gone', 'catalogue-removed'],
])('reports %s, %s as %s', (kind, text, id) => {
  expect(changeAsFound({ severity: 'note', kind, where: 'getA', text }, []).rule).toBe(id)
})
