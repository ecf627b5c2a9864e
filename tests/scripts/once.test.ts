import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { once } from '../../scripts/once.ts'
import { startNode, temporaryFolder } from './support.ts'

/** Makes a value when there is none, after others had time to ask. */
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

it('makes a thing once for all who ask at the same time', async () => {
  const lock = join(await temporaryFolder(), 'deep/thing.lock')
  const { made, ready, make } = maker()
  expect(await Promise.all([1, 2, 3].map(() => once(lock, ready, make)))).toEqual(['value', 'value', 'value'])
  expect(made).toHaveLength(1)
  expect(await readdir(dirname(lock))).toEqual([])
})

it('makes it at the next attempt when one fails', async () => {
  const lock = join(await temporaryFolder(), 'thing.lock')
  const { ready, make } = maker()
  await expect(once(lock, ready, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
  expect(await once(lock, ready, make)).toBe('value')
})

it('does not wait for a process that has ended without removing its lock', async () => {
  const lock = join(await temporaryFolder(), 'thing.lock')
  const { child, ended } = startNode(['--version'])
  await ended
  await writeFile(lock, String(child.pid))
  const { ready, make } = maker()
  expect(await once(lock, ready, make)).toBe('value')
})
