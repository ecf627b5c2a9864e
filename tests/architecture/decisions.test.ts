import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

interface Row {
  id: string
  note?: string
}
const requirements = sourcesIn('tests/requirements', /\.(md|yaml)$/)
const rows = requirements.filter(({ path }) => path.endsWith('.yaml')).flatMap(({ text }) => parse(text) as Row[])
const decisions = [...requirements, ...sourcesIn('openapi', /^DECISIONS\.md$/)].filter(({ path }) =>
  /decisions\.md$/i.test(path),
)
/** The sections of the decisions, each with the rows that it lists. */
const sections = decisions
  .flatMap(({ text }) => text.split(/^### /m).slice(1))
  .map((text) => ({
    id: /^\S+/.exec(text)?.[0] ?? '',
    rows: /^- \*\*Rows:\*\* (.*)$/m.exec(text)?.[1]?.split(', ') ?? [],
  }))
const folders = ['openapi', 'sdk', 'web', 'mock-server', 'scripts', 'tests', 'e2e']
const sources = folders.flatMap((folder) => sourcesIn(folder, /\.(tsx?|cjs|md|ya?ml)$/))

test('every open point, decision and requirement that is named anywhere exists', () => {
  const known = new Set([...sections.map(({ id }) => id), ...rows.map(({ id }) => id)])
  expect(known.size).toBeGreaterThan(1000)
  const named = /\b(?:(?:OP|OO|D)-\d\d+|[CO]-[A-Z]+-\d+[a-z]?)\b/g
  const unknown = sources.flatMap(({ path, text }) =>
    (text.match(named) ?? []).filter((id) => !known.has(id)).map((id) => `${path} names ${id}`),
  )
  expect(unknown).toEqual([])
})
test('a row that an open point lists names the point in its note', () => {
  const noteOf = new Map(rows.map(({ id, note = '' }) => [id, note]))
  const isNamed = (id: string, row: string) => new RegExp(`\\b${id}\\b`).test(noteOf.get(row) ?? '')
  const unnamed = sections.flatMap(({ id, rows: listed }) =>
    listed.filter((row) => !isNamed(id, row)).map((row) => `${id} lists ${row}`),
  )
  expect(unnamed).toEqual([])
})
test('a specification extension that a decision names is one of the contract', () => {
  const contract = sources.filter(({ path }) => /^openapi\/.*\.yaml$/.test(path)).map(({ text }) => text)
  const keys = decisions.flatMap(({ text }) => text.match(/\bx-[a-z]+(?:-[a-z]+)*\b/g) ?? [])
  expect(keys).toContain('x-provenance')
  const unknown = [...new Set(keys)].filter((key) => !contract.some((text) => text.includes(`${key}:`)))
  // Headers, which start like an extension.
  expect(unknown).toEqual(['x-request-id'])
})
