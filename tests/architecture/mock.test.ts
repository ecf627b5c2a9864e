import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { readContract } from '../contract/contract.ts'
import { arrow, type Import, importsIn, type Source, sourcesIn } from './sources.ts'

// The mock's engine gets its product as a value. The product may import the engine; the entry points import both.
const engine = 'mock-server/src/engine'
const product = 'mock-server/src/product'
const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`)

const outOfEngine = (imports: readonly Import[]) =>
  imports.filter(({ to }) => to.startsWith('mock-server/') && !isIn(engine, to))
/** Import order inside the engine: each folder imports only later ones. */
const folders = [
  'commands',
  'control',
  'calls',
  'identity',
  'record',
  'scenarios',
  'prism',
  'state',
  'contract',
  'http',
]
const folderOf = (path: string) => path.slice(engine.length + 1).split('/')[0] ?? ''
const isBackward = ({ from, to }: Import) => {
  const [above, below] = [folders.indexOf(folderOf(from)), folders.indexOf(folderOf(to))]
  return isIn(engine, to) && above >= 0 && below >= 0 && below < above
}

describe('the mock’s engine', () => {
  const imports = importsIn(engine)
  it('imports nothing of the product', () => expect(outOfEngine(imports).map(arrow)).toEqual([]))
  it('would be reported if it did', () => {
    const planted = { from: `${engine}/server.ts`, to: `${product}/paket.ts`, isTypeOnly: true, names: [] }
    expect(outOfEngine([...imports, planted]).map(arrow)).toEqual([arrow(planted)])
  })
  it('imports only downwards', () => {
    expect(imports.filter(isBackward).map(arrow)).toEqual([])
    const planted = {
      from: `${engine}/state/users.ts`,
      to: `${engine}/calls/answering.ts`,
      isTypeOnly: true,
      names: [],
    }
    expect(isBackward(planted)).toBe(true)
  })
  test('the scan sees imports of every folder', () => {
    const scanned = new Set(imports.map(({ from }) => folderOf(from)))
    expect([...scanned].filter((folder) => !folder.endsWith('.ts')).toSorted()).toEqual(folders.toSorted())
  })
})

describe('the engine’s sources contain no names of the contract:', async () => {
  const { calls } = await readContract()
  const folder = resolve(import.meta.dirname, '../..', product, 'scenarios')
  const scenarios = readdirSync(folder).flatMap((file) => /^(?!defaults)(.+)\.yaml$/.exec(file)?.[1] ?? [])
  const codes = calls.flatMap(({ answers }) => answers.map(({ value }) => (value as { code?: unknown } | null)?.code))
  // Numbers below 1000 are excluded, because they may be an HTTP status or a count.
  const business = [...new Set(codes)].filter((code) => typeof code === 'number' && code >= 1000)
  const sources = sourcesIn(engine)
  const linesWith = (pattern: RegExp, files: readonly Source[] = sources) =>
    files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    )
  const terms: [string, RegExp][] = [
    ['operation ids', new RegExp(`\\b(${calls.map(({ id }) => id).join('|')})\\b`)],
    ['paths', new RegExp(`(${calls.map(({ path }) => path).join('|')})\\b`)],
    ['business codes', new RegExp(`(?<![\\w.-])(${business.join('|')})(?![\\w.])(?!.*_MS)`)],
    ['scenarios', new RegExp(`['"\`](${scenarios.join('|')})['"\`]`)],
  ]
  const isDuration = (line: string) => /_MS\b/.test(line)
  it.each(terms)('%s', (_what, pattern) => {
    expect(linesWith(pattern).filter((line) => !isDuration(line))).toEqual([])
  })
  test('the search terms exist, and occur in the product and its scenarios', () => {
    expect([calls.length > 30, scenarios.length > 80, business.length > 5]).toEqual([true, true, true])
    const [ids, , , names] = terms.map(([, pattern]) => pattern)
    expect(linesWith(ids!, sourcesIn(join(product, 'scenarios'), /\.yaml$/)).length).toBeGreaterThan(100)
    expect(linesWith(names!, sourcesIn(product))).not.toEqual([])
    expect(sources.length).toBeGreaterThan(40)
  })
})
