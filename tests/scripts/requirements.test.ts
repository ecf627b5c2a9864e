import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanRequirements } from '../../scripts/requirements.ts'
import { root } from '../../scripts/processes.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

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

describe('a row of a screen', () => {
  /** A repository with one row of the layer web, whose only citation is in this test file. */
  async function screenRow(test: string, own = '') {
    const folder = await temporaryFolder()
    for (const part of ['tests/requirements', 'tests/web', 'e2e/specs'])
      await mkdir(join(folder, part), { recursive: true })
    const row = `- id: ${id('POLL-01')}\n  what: "It polls."\n  layer: web\n  check: "web"\n${own}`
    await writeFile(join(folder, 'tests/requirements/core.yaml'), row)
    await writeFile(
      join(folder, 'tests/web/open-page.tsx'),
      "import { render } from '@testing-library/react'\nexport const openPage = () => render(null)",
    )
    await writeFile(join(folder, 'tests/web/a.test.tsx'), test.replaceAll('ROW', `[${id('POLL-01')}]`))
    return folder
  }
  const undrawnIn = async (test: string) => (await scanRequirements(await screenRow(test))).undrawn.length
  const imports =
    "import { render, renderHook } from '@testing-library/react'\nimport { openPage as open } from './open-page.tsx'\n"

  it.each([
    ['itself', "test('polls ROW', () => render(null))"],
    ['by a function of the file', "const show = () => render(null)\ntest('polls ROW', () => show())"],
    ['by a function of another file', "test('polls ROW', async () => { await open() })"],
    ['by what a function returned', "const page = open()\ntest('polls ROW', () => page.press())"],
    ['by a hook of its group', "describe('it', () => { beforeEach(() => open()); test('polls ROW', () => {}) })"],
    ['and its group cites the row', "describe('it ROW', () => { test('polls', () => open()) })"],
    ['and its table cites the row', "const rows = [['a', 'ROW']]\ntest.each(rows)('%s polls %s', () => open())"],
    [
      'though an outer function of the same name does not',
      "const show = () => 1\ndescribe('it', () => { const show = () => open(); test('polls ROW', () => show()) })",
    ],
  ])('is drawn by a test that renders %s', async (_, test) => expect(await undrawnIn(imports + test)).toBe(0))

  it.each([
    ['another test of the file renders', "test('polls ROW', () => {})\ntest('draws', () => open())"],
    [
      'a hook of another group renders',
      "describe('it', () => { beforeEach(() => open()) })\ntest('polls ROW', () => {})",
    ],
    ['only a hook is rendered', "test('polls ROW', () => renderHook(() => 1))"],
    ['a method is called render', "test('polls ROW', () => page.render())"],
    ['a comment cites the row', "test('polls', () => { open() /* ROW */ })"],
    [
      'another table cites the row',
      "const rows = [['a', 'ROW']]\ntest.each(rows)('%s %s', () => {})\ntest('draws', () => open())",
    ],
  ])('is not drawn when %s', async (_, test) => expect(await undrawnIn(imports + test)).toBe(1))

  it('is drawn by a browser test', async () => {
    const folder = await screenRow('')
    await writeFile(join(folder, 'e2e/specs/a.spec.ts'), `test('polls [${id('POLL-01')}]')`)
    expect((await scanRequirements(folder)).undrawn).toEqual([])
  })

  it('is an error when no test draws it, unless it says why', async () => {
    const scripted = "test('polls ROW', () => {})"
    const run = (folder: string) => startNode(['scripts/requirements.ts', '--root', folder])
    const listed = run(await screenRow(scripted))
    expect(await listed.exitCode).toBe(1)
    expect(listed.output()).toContain('Of 1 rows about a screen, 1 lack a test that draws it.')
    expect(listed.output()).toContain(
      `${id('POLL-01')} is about a screen, but no test that cites it draws one: It polls.`,
    )
    const reason = '  not_drawn: "Nothing is shown."\n'
    expect(await run(await screenRow(scripted, reason)).exitCode).toBe(0)
    const drawn = run(await screenRow(`${imports}test('polls ROW', () => open())`, reason))
    expect(await drawn.exitCode).toBe(1)
    expect(drawn.output()).toContain(`${id('POLL-01')} has not_drawn, but a test draws it`)
  })
})

it('finds all rows of the product, each with the tests that cite it, and draw it when it is about a screen', async () => {
  const { areas, stale, undrawn, drawnAnyway } = await scanRequirements(root)
  expect(areas.flatMap(({ rows }) => rows).length).toBeGreaterThan(800)
  expect({ stale, undrawn, drawnAnyway }).toEqual({ stale: [], undrawn: [], drawnAnyway: [] })
})
