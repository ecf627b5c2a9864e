import { readFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { parse } from 'yaml'

const help = `npm run requirements: which rows of tests/requirements no test cites.

  --area <name>  the rows of one area, for example POLL
  --all          every row that no test cites
  --json         prints JSON
  --root <dir>   the repository (this one)
  --help`

interface Row {
  id: string
  what: string
  same_as?: string
  core_row?: string
}
export interface Area {
  name: string
  rows: Row[]
  uncited: Row[]
}
export interface Scan {
  areas: Area[]
  /** Ids that tests cite and no row has, with the files. */
  unknown: { id: string; file: string }[]
}

const citation = /\b[CO]-[A-Z]+-\d+[a-z]?\b/g
const testFile = /\.(test|spec)\.tsx?$/

async function readRows(root: string): Promise<Row[]> {
  const folder = join(root, 'tests/requirements')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted()
  const lists = await Promise.all(files.map(async (name) => parse(await readFile(join(folder, name), 'utf8')) as Row[]))
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

const areaOf = (id: string) => id.split('-')[1] ?? ''

/** Compares the rows with what the tests cite. A row that repeats another is proved with it. */
export async function scanRequirements(root: string): Promise<Scan> {
  const [rows, citations] = await Promise.all([readRows(root), readCitations(root)])
  const cited = new Set(citations.map(({ id }) => id))
  const known = new Set(rows.map(({ id }) => id))
  const isCited = (row: Row) => cited.has(row.id) || (row.core_row !== undefined && cited.has(row.core_row))
  const names = [...new Set(rows.map(({ id }) => areaOf(id)))].toSorted()
  const areas = names.map((name) => {
    const own = rows.filter(({ id }) => areaOf(id) === name)
    return { name, rows: own, uncited: own.filter((row) => !isCited(row)) }
  })
  return { areas, unknown: citations.filter(({ id }) => !known.has(id)) }
}

function print({ areas }: Scan, isListing: (area: Area) => boolean): void {
  for (const area of areas) {
    const cited = area.rows.length - area.uncited.length
    const bar = '█'.repeat(Math.round((cited / area.rows.length) * 20)).padEnd(20, '░')
    console.log(
      `${area.name.padEnd(12)} ${styleText('green', bar)} ${String(cited).padStart(3)} of ${area.rows.length}`,
    )
    if (isListing(area)) for (const row of area.uncited) console.log(`  ${row.id.padEnd(16)} ${row.what}`)
  }
  const total = areas.flatMap(({ rows }) => rows).length
  const uncited = areas.flatMap((area) => area.uncited).length
  console.log(`\nTests cite ${total - uncited} of ${total} rows.${uncited > 0 ? ' Rows: --area <name> or --all.' : ''}`)
}

async function main() {
  const { values } = parseArgs({
    options: {
      area: { type: 'string' },
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      root: { type: 'string', default: resolve(import.meta.dirname, '..') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const scan = await scanRequirements(values.root)
  const wanted = values.area?.toUpperCase()
  const areas = scan.areas.filter(({ name }) => wanted === undefined || name === wanted)
  if (areas.length === 0) {
    console.error(`There is no area ${wanted}: ${scan.areas.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 1
    return
  }
  if (values.json) console.log(JSON.stringify({ ...scan, areas }, null, 2))
  else print({ ...scan, areas }, () => values.all || wanted !== undefined)
  for (const { id, file } of scan.unknown) console.error(`${file} cites ${id}, which no row has.`)
  if (scan.unknown.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
