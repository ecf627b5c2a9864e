import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { changesBetween } from '../../../scripts/drift/compare/compare-versions.ts'
import { grouped } from '../../../scripts/drift/report/finding.ts'
import { drift, driftOf, folderOfFile, root } from '../support.ts'
import { clean, drifts, library, notes, type Part } from './library.ts'

const folder = folderOfFile()
const changedBy = (change: (document: Part) => Part) => {
  const document = library()
  return change(document) ?? document
}
const reported = (findings: Awaited<ReturnType<typeof driftOf>>) =>
  findings.map(({ rule, severity, subject }) => `${rule} (${severity}) ${subject}`).join('\n')

describe('of a contract without a word of ours it finds', { timeout: 60_000 }, () => {
  it.concurrent.each(drifts)('%s: %s', async (_what, rule, subject, change) => {
    const findings = await driftOf(await folder.file(changedBy(change)), await folder.file(library()))
    const found = findings.find((finding) => finding.rule === rule && subject.test(finding.subject))
    expect(found, reported(findings)).toBeDefined()
    expect(['breaking', 'risky']).toContain(found?.severity)
    const others = findings.filter((finding) => finding.severity === 'breaking' && finding.rule !== rule)
    expect(others.length, reported(findings)).toBeLessThanOrEqual(1)
  })
})
describe('of a contract without a word of ours it notes', { timeout: 60_000 }, () => {
  it.concurrent.each(notes)('%s: %s', async (_what, rule, subject, change) => {
    const findings = await driftOf(await folder.file(changedBy(change)), await folder.file(library()))
    expect(findings.map((finding) => [finding.rule, finding.severity])).toEqual([[rule, 'note']])
    expect(findings[0]?.subject).toMatch(subject)
  })
})
describe('of a contract without a word of ours it is silent about', { timeout: 60_000 }, () => {
  it.concurrent.each(clean)('%s', async (_what, change) => {
    const findings = await driftOf(await folder.file(changedBy(change)), await folder.file(library()))
    expect(reported(findings.filter(({ severity }) => severity !== 'note'))).toBe('')
  })
})
test('there are as many as are promised', () => {
  expect(drifts.length).toBeGreaterThanOrEqual(60)
  expect(clean.length).toBeGreaterThanOrEqual(40)
})
it('says by name what it has not compared', { timeout: 60_000 }, async () => {
  const document = library()
  document.paths['/books/{id}'].get.responses['200'].links = { all: { operationId: 'listBooks' } }
  document.webhooks.bookLost.post.security = [{ token: [] }]
  document.paths['/covers'].post.requestBody.content['multipart/form-data'].encoding = { note: { style: 'form' } }
  const many = Array.from({ length: 80 }, (_, nth) => ({ type: 'object', required: [`a${nth}`] }))
  document.components.schemas.Merged = { oneOf: many }
  const place = await folder.file(document, 'unchecked.json')
  const { out } = await drift(['spec', place, '--contract', place])
  const [, section] = out.split('Not looked at\n')
  expect(section).toMatch(/getBook 200: links\n/)
  expect(section).toMatch(/webhook bookLost, POST: security\n/)
  expect(section).toMatch(/addCover: the encoding of fields in multipart\/form-data\n/)
  expect(section).toMatch(/unchecked\.json:1: alternatives of a schema beyond the first 64\n/)
})
test('two versions of it are compared as well', { timeout: 60_000 }, async () => {
  const before = await folder.file(library())
  for (const [, rule, subject, change] of drifts.slice(0, 12)) {
    const { found } = await changesBetween(before, await folder.file(changedBy(change)))
    expect(grouped(found).some((finding) => finding.rule === rule && subject.test(finding.subject))).toBe(true)
  }
  expect((await changesBetween(before, before)).found).toEqual([])
})

describe('the bookstore, whose codes are texts and truth values', { timeout: 60_000 }, () => {
  const place = join(root, 'tests/support/bookstore.yaml')
  it('agrees with itself', async () => {
    const { code, out } = await drift(['spec', place, '--contract', place])
    expect([code, out]).toEqual([0, expect.stringMatching(/2 of 2 calls[^]*No drift\.\n$/)])
    expect(await drift(['changes', place, place])).toMatchObject({ code: 0 })
  })
})
