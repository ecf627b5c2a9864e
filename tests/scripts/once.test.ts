import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { once } from '../../scripts/once.ts'
import { root } from '../../scripts/processes.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

/** Creates a value if there is none, after others have had time to request it. */
function maker() {
  const made: string[] = []
  const ready = () => Promise.resolve(made[0] ?? null)
  const make = async () => {
    await new Promise((done) => setTimeout(done, 20))
    made.push('value')
    return 'value'
  }
  return { made, ready, make }
}

it('makes a value once for concurrent callers', async () => {
  const lock = join(await temporaryFolder(), 'deep/thing.lock')
  const { made, ready, make } = maker()
  expect(await Promise.all([1, 2, 3].map(() => once(lock, ready, make)))).toEqual(['value', 'value', 'value'])
  expect(made).toHaveLength(1)
  expect(await readdir(dirname(lock))).toEqual([])
})

it('makes the value at the next call after a failure', async () => {
  const lock = join(await temporaryFolder(), 'thing.lock')
  const { ready, make } = maker()
  await expect(once(lock, ready, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
  expect(await once(lock, ready, make)).toBe('value')
})

it('does not wait for a process that has ended without removing its lock', async () => {
  const lock = join(await temporaryFolder(), 'thing.lock')
  const { child, exitCode } = startNode(['--version'])
  await exitCode
  await writeFile(lock, String(child.pid))
  const { ready, make } = maker()
  expect(await once(lock, ready, make)).toBe('value')
})

/** Requests several things from many processes; each `make` appends a line to the thing's file. */
const asker = `
  import { appendFile, readFile } from 'node:fs/promises'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { once } from ${JSON.stringify(join(root, 'scripts/once.ts'))}
  const make = async (file) => {
    await appendFile(file, 'begun ')
    await sleep(150)
    await appendFile(file, 'made ')
  }
  for (const file of process.argv.slice(1)) {
    const ready = async () => (await readFile(file, 'utf8').catch(() => '')).includes('made') || null
    const ask = async () => (await sleep(Math.random() * 60), await once(file + '.lock', ready, () => make(file)))
    await Promise.all(Array.from({ length: 15 }, ask))
  }
`
it('makes a value once when many processes find the lock of one that has ended', async () => {
  const folder = await temporaryFolder()
  const { child, exitCode } = startNode(['--version'])
  await exitCode
  const files = ['one', 'two', 'three'].map((name) => join(folder, name))
  for (const file of files) await writeFile(`${file}.lock`, String(child.pid))
  const askers = Array.from({ length: 3 }, () => startNode(['--input-type=module', '-e', asker, ...files]))
  await Promise.all(askers.map((each) => each.exitCode))
  for (const file of files) expect(await readFile(file, 'utf8')).toBe('begun made ')
  expect(await readdir(folder)).toHaveLength(files.length)
})
