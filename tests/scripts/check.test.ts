import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashFiles, keyOf } from '../../scripts/check-cache.ts'
import { type Check, runChecks } from '../../scripts/check.ts'
import { temporaryFolder } from '#support/folders.ts'

let folder: string
const put = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), text)
}
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  folder = await temporaryFolder()
  await put('node_modules/.package-lock.json', '{}')
  await put('a.ts', 'good')
  await put('README.md', 'x')
})

/** Passes if a.ts contains `good`; each run adds a mark to a file that no check reads. */
const script = `const fs = require('fs')
fs.appendFileSync('dist.log', 'x')
if (process.argv[1]) fs.writeFileSync('a.ts', process.argv[1])
else if (fs.readFileSync('a.ts', 'utf8') !== 'good') process.exit(1)`
const checkThat = (...args: string[]): Check => ({
  command: { name: 'a', file: process.execPath, args: ['-e', script, ...args], cwd: folder },
  advice: '',
  reads: /\.ts$/,
})
const run = async (check = checkThat(), isAll = false) => {
  const [result] = await runChecks({ isAll }, { checks: [check], folder })
  return result?.ok
}
const runs = async () => (await readFile(join(folder, 'dist.log'), 'utf8')).length

describe('npm run check', () => {
  it('skips a check while the files that it reads are unchanged', async () => {
    expect([await run(), await run()]).toEqual([true, true])
    await put('README.md', 'y')
    expect({ ok: await run(), runs: await runs() }).toEqual({ ok: true, runs: 1 })
  })
  it('runs it again when a file that it reads has changed, is new or was deleted', async () => {
    await run()
    await put('a.ts', 'bad')
    expect(await run()).toBe(false)
    await put('a.ts', 'good')
    await put('folder/b.ts', 'new')
    expect({ ok: await run(), runs: await runs() }).toEqual({ ok: true, runs: 3 })
    await rm(join(folder, 'folder'), { recursive: true })
    expect({ ok: await run(), runs: await runs() }).toEqual({ ok: true, runs: 4 })
  })
  it('passes where nothing can be stored, says so in a sentence, and runs everything again', async () => {
    // A file where its folder would be.
    await put('node_modules/.cache', '')
    expect([await run(), await run()]).toEqual([true, true])
    expect(await runs()).toBe(2)
    const said = vi.spyOn(console, 'log').mock.calls.map(([line]) => String(line))
    expect(said.filter((line) => line.includes('could not be stored, so every check will run again: '))).toHaveLength(2)
  })
  it('repeats a failed check until it passes', async () => {
    await put('a.ts', 'bad')
    expect({ first: await run(), second: await run(), runs: await runs() }).toEqual({
      first: false,
      second: false,
      runs: 2,
    })
  })
  it('runs it again with other tools, or when their versions are unknown', async () => {
    await run()
    await put('node_modules/.package-lock.json', '{ "a": 1 }')
    expect({ ok: await run(), runs: await runs() }).toEqual({ ok: true, runs: 2 })
    await rm(join(folder, 'node_modules/.package-lock.json'))
    expect({ first: await run(), second: await run(), runs: await runs() }).toEqual({
      first: true,
      second: true,
      runs: 4,
    })
  })
  it('runs it again with --all', async () => {
    expect({ first: await run(), withAll: await run(checkThat(), true), runs: await runs() }).toEqual({
      first: true,
      withAll: true,
      runs: 2,
    })
  })
  it('does not cache a pass if files were edited during the run', async () => {
    const editing = checkThat('edited')
    await run(editing)
    await put('a.ts', 'good')
    expect({ ok: await run(editing), runs: await runs() }).toEqual({ ok: true, runs: 2 })
  })
  it('ignores a damaged cache', async () => {
    await put('node_modules/.cache/paket-checks.json', '{"a":')
    expect({ ok: await run(), runs: await runs() }).toEqual({ ok: true, runs: 1 })
  })
})

describe('the key of a check', () => {
  it('depends only on its command, its tools and the files that it reads', async () => {
    const { command } = checkThat()
    const files = await hashFiles(folder)
    const key = keyOf(command, /\.ts$/, files, 'tools')
    const others = [
      keyOf({ ...command, args: ['--other'] }, /\.ts$/, files, 'tools'),
      keyOf({ ...command, env: { A: 'b' } }, /\.ts$/, files, 'tools'),
      keyOf(command, /\.ts$/, files, 'other tools'),
      keyOf(command, /\.ts$/, new Map([...files, ['b.ts', 'x']]), 'tools'),
      keyOf(command, /\.ts$/, new Map([['b.ts', files.get('a.ts')!]]), 'tools'),
      keyOf(command, /^/, files, 'tools'),
    ]
    expect(new Set([key, ...others]).size).toBe(others.length + 1)
    expect(keyOf(command, /\.ts$/, new Map([...files].toReversed()), 'tools')).toBe(key)
    expect(keyOf(command, /\.ts$/, new Map([...files, ['b.md', 'x']]), 'tools')).toBe(key)
  })
  it('ignores installed and generated files', async () => {
    await put('web/dist/a.ts', 'x')
    await put('web/src/b.ts', 'x')
    expect([...(await hashFiles(folder)).keys()].toSorted()).toEqual(['README.md', 'a.ts', 'web/src/b.ts'])
  })
})
