import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attribute, attribute, recordOf } from '#web/analytics/report-record.ts'
import type { Report } from '#web/analytics/reports.ts'
import { routeOf } from '#web/app/follow-reports.ts'
import { holds } from '#support/property.ts'

const script = 'https://paket.example/assets/start-B1c2D3e4.js'
const page = { routeOf, scripts: () => new Set([script]) }
const written = (report: Report, path = '/profile') => {
  const { eventName, attributes } = recordOf({ report, path, at: 1_764_000_000_000 }, page)
  return {
    eventName,
    ...Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown])),
  }
}

describe('a record says', () => {
  it('contains the route, not the path', () => {
    const vital: Report = { kind: 'vital', name: 'LCP', value: 812.3456789, rating: 'good' }
    expect(written(vital, '/offers/books')).toEqual({
      eventName: 'paket.vital',
      'paket.route': '/offers/:name',
      'paket.vital': 'LCP',
      'paket.value': 812.3457,
      'paket.rating': 'good',
    })
    expect(written(vital, '/')).toMatchObject({ 'paket.route': '/' })
    expect(written(vital, '/79991234567')).toMatchObject({ 'paket.route': '*' })
  })
  it('contains the stack frames in our own scripts, and no message', () => {
    const error = new TypeError('Ivan Petrov')
    error.stack = `TypeError: Ivan Petrov\n    at a (${script}:1:2345)\n    at https://widget.example/chat.js:1:1\n    at ${script}:2:7`
    expect(written({ kind: 'error', error, where: 'section' })).toEqual({
      eventName: 'paket.error',
      'paket.route': '/profile',
      'paket.where': 'section',
      'exception.type': 'TypeError',
      'exception.stacktrace': '/assets/start-B1c2D3e4.js:1:2345\n/assets/start-B1c2D3e4.js:2:7',
    })
  })
  it('contains the failed call, the failure and the request id', () => {
    const failure = {
      operation: 'createOrder',
      name: 'unknownCode',
      outcome: 'error',
      status: 200,
      code: 2999,
      requestId: '0f7c3f7e-1c0b-4a55-8a87-3a4b5c6d7e8f',
    } as const
    expect(written({ kind: 'failure', failure })).toEqual({
      eventName: 'paket.failure',
      'paket.route': '/profile',
      'paket.operation': 'createOrder',
      'paket.failure': 'unknownCode',
      'paket.outcome': 'error',
      'http.response.status_code': '200',
      'paket.code': '2999',
      'paket.request_id': '0f7c3f7e-1c0b-4a55-8a87-3a4b5c6d7e8f',
    })
  })
  it.each([
    ['inline', 'inline'],
    ['https://metrics.example/x.js?user=1', 'address'],
    ['about', 'address'],
  ])('what the policy blocked: %s as %s', (blocked, said) => {
    expect(written({ kind: 'violation', directive: 'script-src-elem', blocked })).toMatchObject({
      'paket.directive': 'script-src-elem',
      'paket.blocked': said,
    })
  })
})

describe('the type of an attribute', () => {
  const number = fc.oneof(fc.double({ min: 0, max: 5000, noNaN: true }), fc.integer({ min: 0, max: 5000 }))
  const count = fc.integer({ min: 0, max: 599 })
  const withNumbers = fc.oneof(
    fc.record({ kind: fc.constant('vital'), name: fc.constant('CLS'), value: number, rating: fc.constant('good') }),
    fc.record({ kind: fc.constant('longFrames'), count, longest: number, blocking: number }),
    fc.record({
      kind: fc.constant('failure'),
      failure: fc.record({ operation: fc.constant('createOrder'), status: count, code: count }),
    }),
  ) as fc.Arbitrary<Report>

  it('is the same in every record, whether a number is whole or not', () => {
    const types = new Map<string, Set<string>>()
    const note = ({ key, value }: Attribute) =>
      types.set(key, (types.get(key) ?? new Set()).add(Object.keys(value).join()))
    holds(
      fc.property(withNumbers, (report) =>
        recordOf({ report, path: '/', at: 0 }, page).attributes.forEach((each) => void note(each)),
      ),
    )
    for (const sample of [1, 0.1]) note(attribute('paket.sample', sample))
    expect(Object.fromEntries([...types].map(([key, all]) => [key, [...all].join(' or ')]))).toEqual({
      'paket.route': 'stringValue',
      'paket.vital': 'stringValue',
      'paket.value': 'doubleValue',
      'paket.rating': 'stringValue',
      'paket.operation': 'stringValue',
      'http.response.status_code': 'intValue',
      'paket.code': 'intValue',
      'paket.count': 'intValue',
      'paket.longest_ms': 'intValue',
      'paket.blocking_ms': 'intValue',
      'paket.sample': 'doubleValue',
    })
  })
})

const canaries = {
  token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl',
  phone: '79991234567',
  name: 'Иван Канарейкин',
  latinName: 'Ivan Kanareykin',
  email: 'ivan.kanareykin@mail.example',
  card: '2200700000051234',
  typed: 'тут то, что набрано в поле',
}
const values = Object.values(canaries)
const canary = fc.constantFrom(...values)
/** Addresses with a canary in each part. */
const address = fc
  .tuple(canary, fc.constantFrom('path', 'query', 'fragment', 'user', 'file', 'host'))
  .map(([value, part]) => {
    const text = encodeURIComponent(value)
    const file = `${script.replace('start-', `${text}-`)}:1:1`
    return {
      path: `https://paket.example/offers/${text}`,
      query: `https://paket.example/?code=${text}`,
      fragment: `https://paket.example/#${value}`,
      user: `https://${text}@paket.example/assets/start-B1c2D3e4.js:1:1`,
      host: `https://${value.replaceAll(/[^\da-z]/gi, '') || 'a'}.example/`,
      file,
    }[part]
  })
const text = fc.oneof(
  canary,
  address,
  fc.tuple(canary, address).map(([a, b]) => `${a} at ${b}`),
)
const anyNumber = fc.constantFrom(Number(canaries.phone), Number(canaries.card), 79_991_234_567)
const thrown = fc
  .record({ message: text, name: text, stack: text, cause: text }, { requiredKeys: [] })
  .chain((fields) => fc.constantFrom(Object.assign(new Error(fields.message), fields), fields, fields.message))
// At run time, closed sets get any value too.
const reports = fc.oneof(
  fc.record({ kind: fc.constant('error'), error: thrown, where: text }),
  fc.record({
    kind: fc.constant('failure'),
    failure: fc.record({
      operation: text,
      name: text,
      outcome: text,
      status: anyNumber,
      code: anyNumber,
      requestId: text,
      message: text,
    }),
  }),
  fc.record({ kind: fc.constant('refresh'), refresh: fc.record({ ok: fc.boolean(), reason: text, cause: text }) }),
  fc.record({ kind: fc.constant('order'), intent: text, order: text }),
  fc.record({ kind: fc.constant('violation'), directive: text, blocked: text }),
  fc.record({
    kind: fc.constant('vital'),
    name: text,
    value: fc.double({ min: 0, max: 60_000, noNaN: true }),
    rating: text,
  }),
) as unknown as fc.Arbitrary<Report>

/** Everything that could reveal a value: also encoded, or without its spaces and punctuation. */
const traces = values
  .flatMap((value) => [value, encodeURIComponent(value), value.replaceAll(/[^\dA-Za-z]/g, '')])
  .filter((trace) => trace.length > 5)
const found = (record: string) => traces.filter((trace) => record.toLowerCase().includes(trace.toLowerCase()))

it('has no token, phone, name, e-mail, card or typed text in 10,000 reports that are full of them', () => {
  holds(
    fc.property(reports, text, (report, path) => {
      expect(found(JSON.stringify(recordOf({ report, path, at: 1_764_000_000_000 }, page)))).toEqual([])
    }),
    10_000,
  )
})
it('the check finds a secret that is put into a record', () => {
  for (const value of values) expect(found(JSON.stringify({ field: `x ${value}` }))).not.toEqual([])
})
