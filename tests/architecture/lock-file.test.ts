import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

interface Locked {
  version?: string
  optionalDependencies?: Record<string, string>
}
const file = resolve(import.meta.dirname, '../../package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }

/** Is a package locked where Node would look for it, seen from another: beside it, then further up? */
function isLocked(name: string, from: string): boolean {
  const parts = from.split(/\/?node_modules\//).filter(Boolean)
  const places = [...parts.keys(), parts.length].map((depth) => [...parts.slice(0, depth), name].join('/node_modules/'))
  return places.some((place) => `node_modules/${place}` in packages)
}

// `npm ci` refuses a lock file that lacks them. npm leaves out those that the registry at hand does not have: for such a
// package an entry with version, os and cpu is written by hand.
it('has the builds of native packages for every system', () => {
  const wanted = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ from, name })),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter(({ from, name }) => !isLocked(name, from))).toEqual([])
})

it('pins every package', () => {
  const loose = Object.entries(packages).filter(([place, { version }]) => place.startsWith('node_modules/') && !version)
  expect(loose.map(([place]) => place)).toEqual([
    'node_modules/@paket/mock-server',
    'node_modules/@paket/sdk',
    'node_modules/@paket/web',
  ])
})
