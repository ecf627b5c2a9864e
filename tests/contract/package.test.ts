import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  assumedParts,
  callsOf,
  codeOf,
  durationMs,
  examplesOf,
  failureOf as failureByPackage,
  failuresOf,
  gracePriceKopecks,
  list,
  loadContract,
  loadContent,
  meaningOf,
  milliseconds,
  neededExamples,
  Places,
  priceKopecks,
  rejects,
  schemaName,
  valueAt,
} from '@paket/contract'
import { describe, expect, it, test } from 'vitest'
import { failureOf, readContract, root } from './contract.ts'

const directory = join(root, 'openapi')
const contract = await loadContract(directory)
const { calls, document } = await readContract()

describe('rejects', () => {
  it.each([
    [{ from: 2000 }, [2000, 2001, 9999], [0, 2, 1999, undefined, null]],
    [{ codes: [2], from: 2000 }, [2, 2000], [0, 1, 3, undefined, null]],
    [{ except: [0, 6] }, [1, 2000, -1, undefined, null], [0, 6]],
    [{}, [], [0, 2000, undefined, null]],
  ])('%j', (reject, rejected, accepted) => {
    expect(rejected.filter((code) => !rejects({ reject }, code))).toEqual([])
    expect(accepted.filter((code) => rejects({ reject }, code))).toEqual([])
  })
})

describe('the failure of an answer', () => {
  const statuses = [200, 400, 401, 403, 404, 409, 422, 429, 500, 503, 599]
  it.each(calls)('$id: is the one that the tests compute independently, for every code and status', (call) => {
    const codes = [null, -1, 0, 1, 2, 3, 4, 5, 6, 7, 999, 5002, ...Array.from({ length: 40 }, (_, at) => 1995 + at)]
    const named = (found: { name: string; outcome: string } | null | undefined) =>
      found ? `${found.name} → ${found.outcome}` : 'success'
    for (const status of statuses)
      for (const code of codes) {
        const expected = failureOf(document, call, status, code === null ? {} : { code })
        expect(named(failureByPackage(contract, call.operation, { status, code })), `${status} ${code}`).toBe(
          named(expected),
        )
      }
  })
  it('has the code’s name also under another 2xx status, as in the SDK', () => {
    const { operation } = callsOf(contract).find(({ id }) => id === 'createOrder')!
    expect(failureByPackage(contract, operation, { status: 201, code: 2004 })?.name).toBe('alreadyConnecting')
  })
  it('lists the call’s own failures first, then the common ones with the call’s overrides', () => {
    const { operation } = callsOf(contract).find(({ id }) => id === 'createOrder')!
    const failures = failuresOf(contract, operation)
    expect(failures.map(({ isCommon }) => isCommon)).toEqual(
      failures.map((_, at) => at >= failures.length - contract['x-failures'].length),
    )
    expect(failures.find(({ name }) => name === 'noConnection')).toMatchObject({
      when: 'no-connection',
      outcome: 'order-in-doubt',
    })
    expect(failures.filter(({ name }) => name === 'noConnection')).toHaveLength(1)
  })
  it('is described in words', () => {
    expect(meaningOf({ code: [2002, 2003], http: '5XX' })).toBe('code 2002, code 2003, HTTP 5XX')
    expect(meaningOf({})).toBe('')
  })
})

describe('examples', () => {
  it.each(calls)('$id: has every example that a failure requires, with its code', ({ operation }) => {
    const shown = examplesOf(contract, operation)
    const needed = operation['x-failures'].flatMap((entry) => neededExamples(entry, Object.keys(operation.responses)))
    const missing = needed.filter(
      ({ status, name, code }) =>
        !shown.some(
          (example) =>
            String(example.status) === status &&
            example.name === name &&
            (code === undefined || codeOf(example.value) === code),
        ),
    )
    expect(missing).toEqual([])
  })
  it.each([
    [{ code: 2004 }, ['200 failed 2004']],
    [{ code: [2, 3] }, ['200 failed2 2', '200 failed3 3']],
    [{ http: 422 }, ['422 failed undefined']],
    [{ http: '5XX' }, ['500 failed500 undefined', '503 failed503 undefined']],
    [{ http: [422, '5XX'] }, ['422 failed422 undefined', '500 failed500 undefined', '503 failed503 undefined']],
    [{ http: 500, code: [1, 2] }, ['500 failed1 1', '500 failed2 2']],
    [
      { http: '5XX', code: [1, 2] },
      ['500 failed1At500 1', '500 failed2At500 2', '503 failed1At503 1', '503 failed2At503 2'],
    ],
  ])('a failure of %j requires %j', (entry, wanted) => {
    const needed = neededExamples({ name: 'failed', outcome: 'error', ...entry }, ['200', '422', '500', '503'])
    expect(needed.map(({ status, name, code }) => `${status} ${name} ${code}`)).toEqual(wanted)
  })
})

describe('durations', () => {
  it.each([
    ['PT1S', 1000],
    ['PT5M', 300_000],
    ['PT1H', 3_600_000],
    ['PT1H2M3S', 3_723_000],
    ['P1DT2H', 93_600_000],
    ['P1W', 604_800_000],
    ['-PT1M', -60_000],
  ])('%s is %i ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms)
    expect(milliseconds(text)).toBe(ms)
  })
  it.each(['5 min', 'P', 'PT', 'P1DT', 'P1M', 'P1Y', 'pt1s', ''])('%j is not a duration', (text) => {
    expect(durationMs(text)).toBeNull()
    expect(() => milliseconds(text)).toThrow(`not a duration: ${text}`)
  })
})

describe('prices', () => {
  const bundle = contract['x-catalogue'].bundles.find(({ name }) => name === 'standard')!
  const now = Date.parse('2026-01-10T00:00:00Z')
  const period = {
    bundleId: bundle.id,
    isGracePeriod: true,
    endMs: Date.parse('2026-01-01T00:00:00Z'),
    deactivationMs: NaN,
  }
  it.each([
    ['in the grace period, the later price', period, 19_900],
    ['outside of the grace period, its own', { ...period, isGracePeriod: false }, null],
    ['of another bundle than the current one, its own', { ...period, bundleId: 'other' }, null],
    [
      'when the period ended before the border, its own',
      { ...period, endMs: Date.parse('2024-10-23T09:00:00Z') },
      null,
    ],
    ['without an end, its own', { ...period, endMs: Number.NaN }, null],
  ])('a monthly bundle costs: %s', (_, subscription, later) => {
    expect(gracePriceKopecks(contract['x-catalogue'], bundle, subscription, now)).toBe(later)
    expect(priceKopecks(contract['x-catalogue'], bundle, null, subscription, now)).toBe(later ?? 12_000)
  })
  it.each([
    [30, 89_900],
    [-30, 89_900],
    [31, null],
    [-31, null],
  ])('a long bundle with a deactivation in %i days costs %s', (days, later) => {
    const long = contract['x-catalogue'].bundles.find(({ name }) => name === 'standardsix')!
    const subscription = { ...period, bundleId: long.id, deactivationMs: now + days * 86_400_000 }
    expect(gracePriceKopecks(contract['x-catalogue'], long, subscription, now)).toBe(later)
  })
  it('a counter-offer has its own price', () => {
    const [offer] = contract['x-catalogue'].counterOffers
    expect(priceKopecks(contract['x-catalogue'], bundle, offer?.id, period, now)).toBe(offer?.priceKopecks)
  })
})

describe('places', () => {
  const places = new Places(directory)
  it.each([
    ['a call', places.ofCall('createOrder'), 'operationId: createOrder'],
    ['a rule', places.ofCall('createOrder', 'x-validity'), 'x-validity:'],
    ['a failure', places.ofCall('createOrder', 'x-failures', 2), 'name: alreadyConnecting'],
    ['a failure of every call', places.ofFile('openapi.yaml', 'x-failures', 1), 'name: tooManyRequests'],
    ['an outcome', places.ofFile('outcomes.yaml', 'ignore'), 'ignore:'],
    ['the nearest part above one that is not there', places.ofCall('createOrder', 'x-validity', 'no'), 'x-validity:'],
  ])('%s has a file and a line', async (_, { file, line }, text) => {
    const lines = (await readFile(file, 'utf8')).split('\n')
    expect(lines[line - 1]).toContain(text)
  })
  it('an unknown call is an error', () => {
    expect(() => places.ofCall('buyAll')).toThrow('the contract has no call buyAll')
  })
})

describe('reading', () => {
  it('names a folder without a contract', async () => {
    await expect(loadContract(join(root, 'tests'))).rejects.toThrow(/^The contract in .*tests cannot be read: /)
  })
  it('loads the contract of the content system', async () => {
    const [read] = Object.values((await loadContent(directory)).paths)
    expect(read?.get['x-cache'].freshFor).toBe('PT4H')
  })
  it('names a schema that is not in its own file', () => {
    expect(() => schemaName({}, 'getX, request')).toThrow(
      'getX, request: must be a $ref to a schema in openapi/schemas/',
    )
  })
  test('list converts one value, several or nothing', () => {
    expect(list(1)).toEqual([1])
    expect(list([1, 2])).toEqual([1, 2])
    expect(list(undefined)).toEqual([])
  })
  test('valueAt returns a value, or undefined', () => {
    const body = { result: { orderId: 'x', none: null } }
    expect(valueAt(body, 'result.orderId')).toBe('x')
    expect(valueAt(body, 'result.none.a')).toBeUndefined()
    expect(valueAt(body, '')).toBe(body)
  })
  test('the assumed parts of a call are marked by itself', () => {
    const { operation } = callsOf(contract).find(({ id }) => id === 'createOrder')!
    expect(assumedParts(contract, operation).map(({ what }) => what)).toEqual([
      'the failure underWay',
      'the header Idempotency-Key',
    ])
  })
})
