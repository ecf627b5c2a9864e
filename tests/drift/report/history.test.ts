import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Found, grouped } from '#drift/report/finding.ts'
import { withHistory } from '#drift/report/history.ts'
import { contract, contractFile, drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const findings = (...subjects: string[]) =>
  grouped(subjects.map((subject): Found => ({ rule: 'response-null', subject, calls: ['getA'], says: subject })))
const sinceOf = async (file: string, subjects: string[], day: string) =>
  Object.fromEntries(
    (await withHistory(file, findings(...subjects), day)).map(({ subject, since }) => [subject, since]),
  )

describe('a history', () => {
  it('shows since when a finding exists, and starts again after it was gone', async () => {
    const file = join(folder.path, 'history.ndjson')
    expect(await sinceOf(file, ['a'], '2026-11-01')).toEqual({ a: '2026-11-01' })
    expect(await sinceOf(file, ['a', 'b'], '2026-11-02')).toEqual({ a: '2026-11-01', b: '2026-11-02' })
    expect(await sinceOf(file, ['b'], '2026-11-03')).toEqual({ b: '2026-11-02' })
    expect(await sinceOf(file, ['a', 'b'], '2026-11-04')).toEqual({ a: '2026-11-04', b: '2026-11-02' })
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(4)
  })
  it('stays unchanged when nothing has changed', async () => {
    const file = join(folder.path, 'same.ndjson')
    await sinceOf(file, ['a'], '2026-11-01')
    const before = await readFile(file, 'utf8')
    await sinceOf(file, ['a'], '2026-11-09')
    expect(await readFile(file, 'utf8')).toBe(before)
  })
  it('is shown by a command; a malformed one is rejected with its line', { timeout: 60_000 }, async () => {
    const bundle = contract()
    Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
    const place = await folder.file(bundle.document)
    const file = join(folder.path, 'shown.ndjson')
    await drift(['spec', place, '--history', file])
    const [line] = (await readFile(file, 'utf8')).split('\n')
    const { id } = JSON.parse(line!) as { id: string }
    const old = await folder.file(`{"day":"2026-01-02","id":"${id}","is":"new"}\n`, 'old.ndjson')
    expect((await drift(['spec', place, '--history', old])).out).toMatch(/since +2026-01-02\n/)
    expect((await drift(['spec', place, '--history', old, '--format', 'markdown'])).out).toMatch(/Since `2026-01-02`\./)
    const broken = await folder.file(`{"day":"2026-01-02","id":"${id}","is":"new"}\nx\n`, 'broken.ndjson')
    expect(await drift(['spec', contractFile, '--history', broken])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/broken\.ndjson:2 is no line of a history/),
    })
  })
})

describe('owners of accepted findings', { timeout: 60_000 }, () => {
  it('is shown beside the finding, with its expiry', async () => {
    const bundle = contract()
    Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
    const place = await folder.file(bundle.document)
    const { out } = await drift(['spec', place, '--format', 'json'])
    const { id } = (JSON.parse(out) as { findings: { id: string }[] }).findings[0]!
    const entry = (until: string) => `- { id: ${id}, reason: BACK-1, until: ${until}, owner: accounts }\n`
    const still = await folder.file(entry('2999-01-01'), 'still.yaml')
    expect(await drift(['spec', place, '--ignore', still])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id} BACK-1 (accounts, until 2999-01-01)`),
    })
    const over = await folder.file(entry('2020-01-01'), 'over.yaml')
    expect(await drift(['spec', place, '--ignore', over])).toMatchObject({
      code: 1,
      out: expect.stringContaining('was accepted until 2020-01-01, which is over: BACK-1 (accounts)'),
    })
    const ownerless = await folder.file(entry('2999-01-01').replace('accounts', "''"), 'ownerless.yaml')
    expect(await drift(['spec', place, '--ignore', ownerless])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/`owner` must be a name/),
    })
  })
})
