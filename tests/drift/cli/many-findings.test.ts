import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processIo } from '#drift/cli/io.ts'
import { parseOptions } from '#drift/cli/options.ts'
import { writeReport } from '#drift/cli/write-report.ts'
import { type Found, grouped, idOf } from '#drift/report/finding.ts'
import { written } from '#drift/report/formats.ts'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
/** More than a report for people has. */
const MANY = 600

const range = (count: number) => Array.from({ length: count }, (_, nth) => String(nth).padStart(3, '0'))
const fieldNames = range(MANY).map((nth) => `f${nth}`)
const fields = (type: string) => ({
  type: 'object',
  properties: Object.fromEntries(fieldNames.map((name) => [name, { type }])),
})
const call = (operationId: string, schema: object) => ({
  get: { operationId, responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } },
})
const described = (paths: object) =>
  folder.file({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, servers: [{ url: '/' }], paths })
/** The last call is the last finding in any order by name and by the number of calls. */
const things = (type: string) =>
  described({
    '/things': call('aThings', fields(type)),
    '/last': call('zlast', { type: 'object', properties: { zz: { type } } }),
  })
const use = (does: string) => [{ at: 'src/a.ts:2', does }]
const consumer = (name: string, field: string) =>
  folder.file({
    consumer: name,
    calls: { zlast: use('calls zlast') },
    failures: {},
    reads: { [`zlast answer.${field}`]: use(`reads ${field}`) },
    sends: {},
  })
interface JsonReport {
  verdict: string
  counts: Record<string, number>
  findings: { id: string; rule: string; severity: string }[]
  settled: unknown[]
}
const jsonOf = async (...args: string[]) => {
  const { code, out } = await drift([...args, '--format', 'json'])
  return { code, report: JSON.parse(out) as JsonReport }
}
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

describe.each(['spec', 'changes'])('drift %s with more findings than a person reads', (check) => {
  const compared = async (old: string, now: string) =>
    check === 'spec' ? ['spec', now, '--contract', old] : ['changes', old, now]
  const typed = async () => compared(await things('string'), await things('integer'))

  it('fails for a consumer that only the last of them breaks, and shows that one first', async () => {
    const args = [...(await typed()), '--consumers', await consumer('T2', 'zz')]
    for (const format of ['text', 'markdown', 'html'])
      expect(await drift([...args, '--format', format])).toMatchObject({
        code: 1,
        out: expect.stringMatching(/`?T2`?: `?src\/a\.ts:2`? reads zz/),
      })
    const { code } = await drift([...(await typed()), '--consumers', await consumer('T3', 'other')])
    expect(code).toBe(0)
  })
  it('counts all of them, in every format', async () => {
    const args = await typed()
    const { report } = await jsonOf(...args)
    expect(report.counts).toEqual({ breaking: MANY + 1, risky: 0, note: 0 })
    expect(report.findings).toHaveLength(MANY + 1)
    for (const format of ['text', 'github']) {
      const { out } = await drift([...args, '--format', format])
      expect(lastLine(out)).toBe(`Drift: ${MANY + 1} breaking.`)
    }
    const whole = { junit: /<testcase /g, sarif: /"partialFingerprints"/g, github: /^::error /gm }
    for (const [format, each] of Object.entries(whole))
      expect((await drift([...args, '--format', format])).out.match(each)).toHaveLength(MANY + 1)
  })
  it('says how many a report for people leaves out', async () => {
    const args = await typed()
    const left = (shown: number) => `Not shown here: ${MANY + 1 - shown} breaking. All are in the report of`
    const texts = { text: left(500), markdown: left(60), html: left(500) }
    for (const [format, says] of Object.entries(texts))
      expect((await drift([...args, '--format', format])).out).toContain(says)
  })
  it('finds nothing new against its own baseline, and counts what that holds', async () => {
    const args = await typed()
    const base = await folder.file((await drift([...args, '--format', 'json'])).out, 'base.json')
    const { code, report } = await jsonOf(...args, '--baseline', base)
    expect({ code, ...report }).toMatchObject({
      code: 0,
      verdict: `No new drift; in the baseline: ${MANY + 1} breaking.`,
      findings: [],
    })
    expect(report.settled).toHaveLength(MANY + 1)
    const text = (await drift([...args, '--baseline', base])).out
    expect(text).toContain('Accepted too, and not shown here: 101 breaking.')
    expect(lastLine(text)).toBe(report.verdict)
  })
  it('accepts all of them, and writes all of them into the history', async () => {
    const args = await typed()
    const history = join(folder.path, `${check}.ndjson`)
    const report = await folder.file((await drift([...args, '--format', 'json', '--history', history])).out, 'r.json')
    expect((await readFile(history, 'utf8')).trimEnd().split('\n')).toHaveLength(MANY + 1)
    const ignore = join(folder.path, `${check}-ignore.yaml`)
    await drift(['accept', report, '--reason', 'x', '--until', '2999-01-01', '--ignore', ignore])
    expect(await drift([...args, '--ignore', ignore])).toMatchObject({ code: 0 })
  })
  it('shows removed calls before fields that differ', async () => {
    const gone = range(MANY).map((nth) => [`/gone${nth}`, call(`gone${nth}`, {})] as const)
    const few = gone.slice(0, 30)
    const other = (type: string) => [['/things', call('aThings', fields(type))]] as const
    const args = await compared(
      await described(Object.fromEntries([...few, ...other('string')])),
      await described(Object.fromEntries(other('integer'))),
    )
    for (const format of ['text', 'markdown', 'html']) {
      const { out } = await drift([...args, '--format', format])
      expect(few.filter(([path]) => !out.includes(`GET ${path}\``))).toEqual([])
    }
    const all = await compared(await described(Object.fromEntries([...gone, ...other('string')])), await described({}))
    const { code, report } = await jsonOf(...all)
    expect(code).toBe(1)
    expect(report.findings.filter(({ rule }) => rule === 'call-missing')).toHaveLength(MANY + 1)
  })
})

describe('other checks with more findings than a person reads', () => {
  const body = Object.fromEntries(fieldNames.map((name) => [name, 1]))
  const contract = () => described({ '/things': call('aThings', fields('string')) })
  const expectWhole = ({ code, out }: { code: number; out: string }) => {
    const { counts, verdict, findings } = JSON.parse(out) as JsonReport
    expect(code).toBe(1)
    expect(findings.length).toBeGreaterThanOrEqual(MANY)
    expect(counts['breaking']! + counts['risky']! + counts['note']!).toBe(findings.length)
    expect(verdict).toContain(`${counts['breaking']} breaking`)
  }
  const withService = async (use_: (origin: string) => Promise<void>) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    try {
      await use_(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    }
  }
  it('traffic counts all, also of a baseline and of merged parts', async () => {
    const headers = { 'content-type': 'application/json' }
    const line = JSON.stringify({
      method: 'GET',
      url: '/things',
      status: 200,
      responseHeaders: headers,
      responseBody: body,
    })
    const [recording, place] = [await folder.file(line, 'day.ndjson'), await contract()]
    const args = ['traffic', recording, '--contract', place]
    const json = await drift([...args, '--format', 'json'])
    expectWhole(json)
    const base = await folder.file(json.out, 'base.json')
    expect(await drift([...args, '--baseline', base])).toMatchObject({ code: 0 })
    const part = await folder.file((await drift([...args, '--partial'])).out, 'a.part')
    expectWhole(await drift(['merge', part, '--contract', place, '--format', 'json']))
  })
  it('live counts all', async () => {
    await withService(async (origin) => {
      expectWhole(await drift(['live', origin, '--contract', await contract(), '--format', 'json']))
    })
  })
  it('proxy counts all', async () => {
    await withService(async (origin) => {
      const args = ['proxy', origin, '--contract', await contract(), '--port', '0', '--format', 'json']
      let isAsked = false
      const result = await drift(args, {
        onError: (text, stop) => {
          const [own] = /http:\/\/\S+/.exec(text) ?? []
          if (own === undefined || isAsked) return
          isAsked = true
          void fetch(`${own}/things`)
            .then((answer) => answer.text())
            .finally(stop)
        },
      })
      expectWhole(result)
    })
  })
})

describe('findings whose ids are equal by chance', () => {
  const one = (subject: string): Found => ({ rule: 'response-null', subject, calls: [], says: subject })
  it('are both counted and both written', () => {
    const seen = new Map<string, string>()
    let pair: string[] = []
    for (let nth = 0; pair.length === 0; nth += 1) {
      const id = idOf(one(`A.f${nth}`))
      const other = seen.get(id)
      if (other !== undefined) pair = [other, `A.f${nth}`]
      seen.set(id, `A.f${nth}`)
    }
    const findings = grouped(pair.map(one))
    expect(findings.map(({ subject }) => subject)).toEqual(pair)
    const report = { check: 'spec', about: 'x', findings, suppressed: [], facts: [], sections: [] } as const
    const { counts } = JSON.parse(
      written({ ...report, suppressed: [], facts: [], sections: [], failOn: 'breaking' }, 'json'),
    ) as JsonReport
    expect(counts['breaking']).toBe(2)
  })
})

describe('SARIF', () => {
  it.each([
    [5_000, ''],
    [5_001, 'The SARIF file has 5001 results: GitHub shows the gravest 5000. A --baseline leaves out what is known.\n'],
    [
      25_001,
      'The SARIF file has 25001 results: GitHub refuses a file with more than 25000. A --baseline leaves out what is known.\n',
    ],
  ])('of %i results has all, and the log names the limit of GitHub', async (count, says) => {
    const found = Array.from({ length: count }, (_, nth): Found => {
      const subject = `A.f${nth}`
      return { rule: 'response-null', subject, calls: ['a'], says: subject }
    })
    let [out, err] = ['', '']
    const io = {
      ...processIo,
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      env: {},
    }
    const { common } = parseOptions(['--format', 'sarif'], {})!
    await writeReport(io, common, found, { check: 'spec', about: 'x', facts: [], sections: [] })
    expect(err).toBe(says)
    const { runs } = JSON.parse(out) as { runs: { results: unknown[] }[] }
    expect(runs[0]!.results).toHaveLength(count)
  })
})
