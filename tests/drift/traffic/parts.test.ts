import { array, asyncProperty, integer, nat, record, shuffledSubarray } from 'fast-check'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { describe as read } from '#drift/description/description.ts'
import { grouped } from '#drift/report/finding.ts'
import { written } from '#drift/report/formats.ts'
import { expectationsOf } from '#drift/traffic/expectations.ts'
import { mergePart, writtenPart } from '#drift/traffic/partial.ts'
import { Traffic } from '#drift/traffic/traffic.ts'
import { readContract } from '../../contract/contract.ts'
import { contractFile, drift, folderOfFile } from '../support.ts'
import { holds } from '#support/property.ts'

const folder = folderOfFile()
const { calls } = await readContract()
const description = await read(contractFile)
const expectations = expectationsOf(description)
const part = () => new Traffic(description, expectations, { isPartial: true })
const add = (traffic: Traffic, text: string) => mergePart(traffic, JSON.parse(text), 'x')
const EXCHANGES = 400

/** Exchanges with and without differences, some with equal times and some without a time. */
const exchanges = array(
  record({ call: nat(), answer: nat(), kind: nat(9), number: integer({ min: 0, max: 60 }), minute: nat(70) }),
  {
    minLength: EXCHANGES,
    maxLength: EXCHANGES,
  },
).map((all) =>
  all.map(({ call: which, answer, kind, number, minute }) => {
    const call = calls[which % calls.length]!
    const { status, value } = call.answers[answer % call.answers.length]!
    const request = call.requests[number % call.requests.length]!.value
    const bodies: unknown[] = [
      { code: 1000 + number },
      { ...(value as object), [`f${'x'.repeat(number)}`]: 1 },
      { code: 0, result: number },
      { code: 0, message: 'x'.repeat(number) },
      'no JSON',
    ]
    return {
      method: kind === 9 ? 'GET' : 'POST',
      url: kind === 8 ? `/bff/api/${'v1/'.repeat(number % 25)}x?q=${number}` : `/bff/api${call.path}`,
      status: kind === 7 ? 400 + number : status,
      requestBody: kind === 6 ? { source: number } : request,
      responseBody: kind < 5 && status === 200 ? bodies[kind] : kind === 5 ? null : value,
      ...(minute < 60 && { time: `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z` }),
    }
  }),
)
function reportOf(traffic: Traffic): string {
  const { found, facts, sections, data } = traffic
  return written(
    { check: 'traffic', about: 'x', findings: grouped(found), suppressed: [], facts, sections, data, failOn: 'note' },
    'json',
  )
}

describe('parts of a report', { timeout: 1_800_000 }, () => {
  it('of any division, merged in any order, give the report of the whole', async () => {
    let findings = 0
    await holds(
      asyncProperty(
        exchanges,
        integer({ min: 1, max: 9 }),
        shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
        nat(),
        (all, count, order, seed) => {
          const whole = part()
          const parts = Array.from({ length: count }, part)
          for (const [index, exchange] of all.entries()) {
            whole.add(exchange, 'whole', index)
            parts[(index * 7 + (index % (1 + (seed % 5)))) % count]!.add(exchange, `part ${index}`, 1)
          }
          findings += whole.found.length
          const texts = order.filter((index) => index < count).map((index) => writtenPart(parts[index]!))
          const flat = part()
          for (const text of texts) add(flat, text)
          // Merging in pairs must give the same result.
          const tree = part()
          for (let at = 0; at < texts.length; at += 2) {
            const pair = part()
            for (const text of texts.slice(at, at + 2)) add(pair, text)
            add(tree, writtenPart(pair))
          }
          expect(writtenPart(flat)).toBe(writtenPart(whole))
          expect(writtenPart(tree)).toBe(writtenPart(whole))
          expect(reportOf(flat)).toBe(reportOf(whole))
          return Promise.resolve()
        },
      ),
      20,
      { endOnFailure: true },
    )
    expect(findings).toBeGreaterThan(100)
  })
  it('of files, by bytes, contain every line once', async () => {
    const lines = Array.from({ length: 500 }, (_, at) =>
      JSON.stringify({
        method: 'POST',
        url: '/bff/api/v1/create_order',
        status: 200,
        responseBody: { code: 9000, message: 'x'.repeat((at * 37) % 900) },
      }),
    )
    const place = await folder.file(`${lines.join('\n')}\n`, 'day.ndjson')
    const har = await folder.file({ log: { entries: [JSON.parse(lines[0]!)] } }, 'day.har')
    const out: string[] = []
    for (let index = 1; index <= 7; index += 1) {
      const { code, out: text } = await drift(['traffic', place, har, '--partial', '--part', `${index}/7`])
      expect(code).toBe(0)
      out.push(text)
    }
    const merged = await drift(['merge', '-', '--format', 'json'], { input: out.toReversed().join('') })
    expect(JSON.parse(merged.out)).toMatchObject({
      read: 501,
      checked: 501,
      findings: [{ rule: 'seen-code-unknown', seen: { count: 501 } }],
    })
    const whole = await drift(['traffic', place, har, '--partial'])
    expect((await drift(['merge', '-', '--format', 'json'], { input: whole.out })).out).toBe(merged.out)
  })
  it.each([
    ['{"x":1}', /is no part of a report/],
    ['hello', /is no JSON/],
    ['{"driftPartial":3,"contract":"0","state":{}}', /another contract/],
    ['{"driftPartial":9}', /another version/],
    ['', /no part/],
  ])('are refused when they are none: %s', async (input, message) => {
    expect(await drift(['merge', '-'], { input })).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
})

describe('drift merge', () => {
  it('reads one part at a time: it stops at the first malformed one', async () => {
    const { out } = await drift(['traffic', '-', '--partial'])
    let given = 0
    function* endless() {
      for (;;) yield Buffer.from((given += 1) === 500 ? '{}\n' : out)
    }
    const { code, err } = await drift(['merge', '-'], { input: Readable.from(endless(), { objectMode: false }) })
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/standard input, line 500 is no part of a report/),
    })
  })
  it('rejects a part that was modified', async () => {
    const { out } = await drift(['traffic', '-', '--partial'])
    for (const changed of [out.replace('"read":0', '"read":"x"'), out.replace(/"state":\{/, '"states":{')])
      expect(await drift(['merge', '-'], { input: changed })).toMatchObject({
        code: 2,
        err: 'Could not check: standard input, line 1 is a part that is damaged: make it again\n',
      })
  })
  it('reads compressed parts, and names a truncated file', async () => {
    const { out } = await drift(['traffic', '-', '--partial'], { input: '{"method":"POST","url":"/x","status":200}\n' })
    const packed = gzipSync(out.repeat(3))
    const whole = await drift(['merge', await folder.file(packed, 'a.part.gz'), '--partial'])
    expect(JSON.parse(whole.out)).toMatchObject({ state: { read: 3 } })
    const cut = await drift(['merge', await folder.file(packed.subarray(0, -9), 'b.part.gz')])
    expect({ code: cut.code, err: cut.err }).toEqual({
      code: 2,
      err: expect.stringMatching(/b\.part\.gz is a gzip or zstd file that is cut off/),
    })
  })
})

describe('a sample', () => {
  it('shows which rate of a code may have been missed', async () => {
    const line = JSON.stringify({
      method: 'POST',
      url: '/bff/api/v1/create_order',
      status: 200,
      responseBody: { code: 2004 },
    })
    const { out } = await drift(['traffic', '-', '--sample', '10%'], { input: `${line}\n`.repeat(3000) })
    const [, looked] = /^(\d+) exchanges? read/m.exec(out)!
    expect(Number(looked)).toBeGreaterThan(250)
    expect(Number(looked)).toBeLessThan(350)
    expect(out).toMatch(
      /createOrder: a code in less than (0\.9\d?|1(\.[01])?) % of its answers \(\d+ looked at, 95 %\)/,
    )
  })
})
