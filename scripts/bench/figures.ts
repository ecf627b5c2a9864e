import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../processes.ts'
import { timeColumn, timeReference } from './budgets.ts'
import type { GeneratedCosts } from './generated.ts'
import { inKilobytes, type Numbers } from './numbers.ts'

const page = join(root, 'sdk/COMPARED.md')
const begin = '<!-- figures: written by npm run bench -- --write -->\n'
const end = '<!-- end of figures -->'

/** Reads the cost tables of the SDK's page, between their two markers. */
export async function writtenFigures(): Promise<string> {
  const text = await readFile(page, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`sdk/COMPARED.md has no figures between ${begin.trim()} and ${end}`)
  return text.slice(from + begin.length, to)
}
export async function writeFigures(text: string): Promise<void> {
  const old = await writtenFigures()
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace(begin + old + end, () => begin + text + end),
  )
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`
const tableOf = (rows: string[][]) =>
  [rows[0] ?? [], (rows[0] ?? []).map(() => '---'), ...rows.slice(1)].map(row).join('')
const clients = ['raw fetch', 'openapi-fetch', timeReference, '@paket/sdk', '@hey-api/client-fetch', 'ky', 'axios']

/** Two tables: bytes by client, and times as ratios. */
export function figures(times: Record<string, Numbers>, costs: GeneratedCosts): string {
  const bytes = Object.keys(costs.allCalls).map((name) => [
    name,
    inKilobytes(costs.oneCall[name] ?? Number.NaN),
    inKilobytes(costs.allCalls[name] ?? Number.NaN),
  ])
  const columns = Object.keys(times)
  const ratio = (name: string, column: string) =>
    ((times[column]?.[name] ?? Number.NaN) / (times[column]?.[timeReference] ?? Number.NaN)).toFixed(2)
  const taken = clients.map((name) => [name, ...columns.map((column) => ratio(name, column))])
  return `
${tableOf([['min+gzip', 'one call', `all ${costs.calls} calls`], ...bytes])}
${tableOf([[`time of a call, × ${timeReference}`, ...columns], ...taken])}
A platform's \`fetch\` builds a Request: the column \`${timeColumn}\` is the one that counts.

`
}

/** Parses the bytes of one call and of all calls in such a table, by client. */
export function bytesIn(text: string): Map<string, { one: number; all: number }> {
  const rows = [...text.matchAll(/^\| (.+?) \| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)]
  return new Map(rows.map(([, name = '', one, all]) => [name, { one: Number(one) * 1000, all: Number(all) * 1000 }]))
}
