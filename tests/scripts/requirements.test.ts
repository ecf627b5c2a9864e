import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scanRequirements } from '../../scripts/requirements.ts'
import { root } from '../../scripts/processes.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startNode } from '../support/processes.ts'

// Concatenated, so that the scan of this file does not count them as citations.
const id = (name: string) => `C-${name}`

async function repository(citations: string) {
  const folder = await temporaryFolder()
  const row = (name: string, rest = '') =>
    `- id: ${name}\n  what: "What ${name} says."\n  check: "e2e: it polls"\n${rest}`
  const yaml = [
    row(id('POLL-01')),
    row(id('POLL-02')),
    row(id('BUY-01'), `  same_as: core\n  core_row: ${id('POLL-02')}\n`),
  ]
  for (const part of ['tests/requirements', 'tests/sdk', 'e2e/specs'])
    await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, 'tests/requirements/core.yaml'), yaml.join('\n'))
  await writeFile(join(folder, 'tests/sdk/a.test.ts'), `test('polls [${citations}]')`)
  await writeFile(join(folder, 'tests/sdk/support.ts'), `// ${id('POLL-01')} ${id('NONE-01')}`)
  return folder
}

it('lists uncited rows by area; a row that repeats another counts as cited with it', async () => {
  const { areas, unknown } = await scanRequirements(await repository(`${id('POLL-02')}, ${id('POLL-03')}`))
  const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)
  expect(areas.map(({ name, rows, uncited }) => ({ name, rows: rows.length, uncited: idsOf(uncited) }))).toEqual([
    { name: 'BUY', rows: 1, uncited: [] },
    { name: 'POLL', rows: 2, uncited: [id('POLL-01')] },
  ])
  expect(unknown).toEqual([{ id: id('POLL-03'), file: 'tests/sdk/a.test.ts' }])
})

it('exits with 1 for a citation without a row, and lists the rows of an area', async () => {
  const folder = await repository(id('NONE-02'))
  const { exitCode, output } = startNode(['scripts/requirements.ts', '--root', folder, '--area', 'poll'])
  expect(await exitCode).toBe(1)
  expect(output()).toContain(`tests/sdk/a.test.ts cites ${id('NONE-02')}, but there is no such row.`)
  expect(output()).toContain(`${id('POLL-01')}        What ${id('POLL-01')} says.`)
  expect(output()).toContain('Tests cite 0 of 2 rows.')
})

it('exits with 1 for a row whose check does not match the citing tests, and --fix corrects it', async () => {
  const folder = await repository(id('POLL-02'))
  const run = (...rest: string[]) => startNode(['scripts/requirements.ts', '--root', folder, ...rest])
  const { exitCode, output } = run()
  expect(await exitCode).toBe(1)
  expect(output()).toContain(`${id('POLL-02')} has the check "e2e: it polls", but is cited in: sdk.`)
  expect(output()).toContain(`${id('BUY-01')} has the check "e2e: it polls", but is cited in: sdk.`)
  expect(output()).toContain(`${id('POLL-01')} has the check "e2e: it polls", but is cited in: no test.`)
  expect(await run('--fix').exitCode).toBe(0)
  const rows = await readFile(join(folder, 'tests/requirements/core.yaml'), 'utf8')
  expect(rows.match(/check: .*/g)).toEqual(['check: ": it polls"', 'check: "sdk: it polls"', 'check: "sdk: it polls"'])
  expect((await scanRequirements(folder)).stale).toEqual([])
})

it('finds all rows of the product, each with the tests that cite it', async () => {
  const { areas, stale } = await scanRequirements(root)
  expect(areas.flatMap(({ rows }) => rows).length).toBeGreaterThan(800)
  expect(stale).toEqual([])
})
