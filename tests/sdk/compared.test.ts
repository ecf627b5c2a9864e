import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ours } from '../../scripts/bench/callers.ts'
import { plainContract } from '../../scripts/bench/contract.ts'
import { measureMatrix } from '../../scripts/bench/matrix.ts'

const page = await readFile(resolve(import.meta.dirname, '../../sdk/COMPARED.md'), 'utf8')

/** Returns the table under a heading: its header, and its rows by their first cell. */
function tableUnder(heading: string) {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return { head, rows }
}

test('the comparison of COMPARED.md shows what is measured for our columns', async () => {
  const { head, rows } = tableUnder('Compared')
  const { calls } = await plainContract()
  const measured = await measureMatrix(ours, calls)
  expect(measured).toHaveLength(21)
  const written = rows.map(([what, ...cells]) => ({
    what,
    cells: Object.fromEntries(Object.keys(ours).map((name) => [name, cells[head.indexOf(name) - 1]])),
  }))
  expect(written).toEqual(measured)
})
