import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { styleText } from 'node:util'
import { parse } from 'yaml'
import { citation, DrawnTests } from './requirements/drawn-tests.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run requirements: lists rows of tests/requirements that no test cites, rows whose \`check\` does not match the citing tests, and
rows of a screen that no test draws.

  --area <name>  only one area, for example POLL
  --all          list every row that no test cites
  --fix          update each row's \`check\` from the citing tests
  --json         print JSON
  --root <dir>   the repository (this one)
  --help`

interface Row {
  id: string
  what: string
  layer?: string
  /** The folders of the citing tests, and what they do: 'e2e + web: open /profile'. */
  check?: string
  same_as?: string
  core_row?: string
  /** Why no screen shows what a row of the layer web says. */
  not_drawn?: string
}
export interface Area {
  name: string
  rows: Row[]
  uncited: Row[]
}
/** A row whose `check` does not match the citing tests. */
export interface StaleCheck {
  id: string
  check: string
  proved: string
}
export interface Scan {
  areas: Area[]
  stale: StaleCheck[]
  /** Rows of the layer web that no drawing test cites, and that do not say why. */
  undrawn: Row[]
  /** Rows that say why nothing draws them, although a test does, or that are of another layer. */
  drawnAnyway: Row[]
  /** Cited ids without a row, with the files. */
  unknown: { id: string; file: string }[]
}

const testFile = /\.(test|spec)\.tsx?$/

const filesOf = async (root: string) => {
  const folder = join(root, 'tests/requirements')
  return (await readdir(folder))
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .map((name) => join(folder, name))
}

async function readRows(root: string): Promise<Row[]> {
  const lists = await Promise.all(
    (await filesOf(root)).map(async (file) => parse(await readFile(file, 'utf8')) as Row[]),
  )
  return lists.flat()
}

async function readCitations(root: string): Promise<{ id: string; file: string }[]> {
  const folders = ['tests', 'e2e']
  const names = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true }).catch(() => [])),
  )
  const files = names.flatMap((found, at) =>
    found.filter((name) => testFile.test(name)).map((name) => `${folders[at]}/${name}`),
  )
  const idsOf = async (file: string) => (await readFile(join(root, file), 'utf8')).match(citation) ?? []
  return (
    await Promise.all(files.map(async (file) => [...new Set(await idsOf(file))].map((id) => ({ id, file }))))
  ).flat()
}

const isScreen = ({ layer }: Row) => layer === 'web'
const areaOf = (id: string) => id.split('-')[1] ?? ''

/** Compares the rows with the citations. A row that repeats another counts as cited with it. */
export async function scanRequirements(root: string): Promise<Scan> {
  const [rows, citations] = await Promise.all([readRows(root), readCitations(root)])
  const cited = new Set(citations.map(({ id }) => id))
  const known = new Set(rows.map(({ id }) => id))
  const isAmong = (ids: ReadonlySet<string>) => (row: Row) =>
    ids.has(row.id) || (row.core_row !== undefined && ids.has(row.core_row))
  const isCited = isAmong(cited)
  const names = [...new Set(rows.map(({ id }) => areaOf(id)))].toSorted()
  const areas = names.map((name) => {
    const own = rows.filter(({ id }) => areaOf(id) === name)
    return { name, rows: own, uncited: own.filter((row) => !isCited(row)) }
  })
  const proved = (row: Row) => {
    const ids = [row.id, ...(row.core_row === undefined ? [] : [row.core_row])]
    const files = ids.map((id) => citations.filter((each) => each.id === id)).find((found) => found.length > 0) ?? []
    return [...new Set(files.map(({ file }) => folderOf(file)))].toSorted().join(' + ')
  }
  const stale = rows.flatMap((row) => {
    const check = row.check ?? ''
    return check.split(':')[0] === proved(row) ? [] : [{ id: row.id, check, proved: proved(row) }]
  })
  const isDrawn = isAmong(drawnIds(root, rows.filter(isScreen), citations))
  const hasReason = isAmong(new Set(rows.filter(({ not_drawn }) => not_drawn !== undefined).map(({ id }) => id)))
  return {
    areas,
    stale,
    undrawn: rows.filter((row) => isScreen(row) && isCited(row) && !isDrawn(row) && !hasReason(row)),
    drawnAnyway: rows.filter((row) => row.not_drawn !== undefined && (isDrawn(row) || !isScreen(row))),
    unknown: citations.filter(({ id }) => !known.has(id)),
  }
}

/** Returns the ids that a browser test, or a test that draws, cites. */
function drawnIds(root: string, rows: readonly Row[], citations: readonly { id: string; file: string }[]): Set<string> {
  const wanted = new Set(rows.flatMap(({ id, core_row }) => [id, core_row ?? id]))
  const citing = citations.filter(({ id }) => wanted.has(id))
  const isInBrowser = (file: string) => file.startsWith('e2e/')
  const tests = new DrawnTests(root)
  const files = new Set(citing.map(({ file }) => file).filter((file) => !isInBrowser(file)))
  return new Set([
    ...citing.filter(({ file }) => isInBrowser(file)).map(({ id }) => id),
    ...[...files].flatMap((file) => [...tests.citedIn(join(root, file))]),
  ])
}

/** Returns 'e2e' for a browser test, else the folder in `tests`. */
const folderOf = (file: string) => file.split('/').slice(file.startsWith('tests/') ? 1 : 0)[0] ?? ''

/** Updates the citing tests in `check`; preserves the description after the colon. */
async function fix(root: string, stale: readonly StaleCheck[]): Promise<void> {
  const provedBy = new Map(stale.map(({ id, proved }) => [id, proved]))
  for (const file of await filesOf(root)) {
    let id = ''
    const lines = (await readFile(file, 'utf8')).split('\n').map((line) => {
      id = /^- id: (\S+)/.exec(line)?.[1] ?? id
      const proved = provedBy.get(id)
      return proved === undefined ? line : line.replace(/^( {2}check: ")[^":]*/, `$1${proved}`)
    })
    await writeFile(file, lines.join('\n'))
  }
}

function print({ areas, undrawn }: Scan, isListing: (area: Area) => boolean): void {
  for (const area of areas) {
    const cited = area.rows.length - area.uncited.length
    const bar = '█'.repeat(Math.round((cited / area.rows.length) * 20)).padEnd(20, '░')
    console.log(
      `${area.name.padEnd(12)} ${styleText('green', bar)} ${String(cited).padStart(3)} of ${area.rows.length}`,
    )
    if (isListing(area)) for (const row of area.uncited) console.log(`  ${row.id.padEnd(16)} ${row.what}`)
  }
  const rows = areas.flatMap((area) => area.rows)
  const total = rows.length
  const uncited = areas.flatMap((area) => area.uncited).length
  console.log(`\nTests cite ${total - uncited} of ${total} rows.${uncited > 0 ? ' Rows: --area <name> or --all.' : ''}`)
  const screens = rows.filter(isScreen)
  console.log(
    `Of ${screens.length} rows about a screen, ${undrawn.filter((row) => screens.includes(row)).length} lack a test that draws it.`,
  )
}

async function main() {
  const { values } = parseOptions(help, {
    area: { type: 'string' },
    all: { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    root: { type: 'string', default: resolve(import.meta.dirname, '..') },
  })
  const scan = await scanRequirements(values.root)
  if (values.fix) await fix(values.root, scan.stale)
  const wanted = values.area?.toUpperCase()
  const areas = scan.areas.filter(({ name }) => wanted === undefined || name === wanted)
  if (areas.length === 0) {
    console.error(`Unknown area ${wanted}; known are ${scan.areas.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 1
    return
  }
  if (values.json) console.log(JSON.stringify({ ...scan, areas }, null, 2))
  else print({ ...scan, areas }, () => values.all || wanted !== undefined)
  for (const { id, file } of scan.unknown) console.error(`${file} cites ${id}, but there is no such row.`)
  const stale = values.fix ? [] : scan.stale
  for (const { id, check, proved } of stale)
    console.error(
      `${id} has the check "${check}", but is cited in: ${proved || 'no test'}. Fix: npm run requirements -- --fix`,
    )
  for (const { id, what } of scan.undrawn)
    console.error(
      `${id} is about a screen, but no test that cites it draws one: ${what} Cite it in a test that does, or say in not_drawn why no screen shows it.`,
    )
  for (const { id } of scan.drawnAnyway)
    console.error(`${id} has not_drawn, but a test draws it, or its layer is not web: remove not_drawn.`)
  if (scan.unknown.length + stale.length + scan.undrawn.length + scan.drawnAnyway.length > 0) process.exitCode = 1
}

if (import.meta.main) await runMain(main)
