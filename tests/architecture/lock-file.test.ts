import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  /** The package is bundled in the tarball of the one that it is locked under. */
  inBundle?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Locked>
interface Manifest extends Locked {
  workspaces: string[]
  allowScripts: Record<string, boolean>
  overrides: Record<string, string>
}

const root = resolve(import.meta.dirname, '../..')
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Packages }
/** Lock files of single commands. */
const otherLockFiles = ['scripts/bench', 'scripts/mutants', 'tests/package']
const { workspaces, allowScripts, overrides } = read('package.json') as Manifest

const REGISTRY = 'https://registry.npmjs.org/'
const exact = /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
/** Matches a version, a range, a tag or an alias of another package; not a URL, a folder or a repository. */
const ofRegistry = /^(npm:(@[\w-]+\/)?[\w.-]+@)?([\w^~<>=*.|+ -]*)$/

/** Whether a package is locked where Node resolves it from another: in its folder, or further up. */
function isLocked(locked: Packages, name: string, from: string): boolean {
  const parts = from.split(/\/?node_modules\//).filter(Boolean)
  const places = [...parts.keys(), parts.length].map((depth) => [...parts.slice(0, depth), name].join('/node_modules/'))
  return places.some((place) => `node_modules/${place}` in locked)
}

/** Lists what could make an installation differ from the tested one, or run unreviewed code. */
function faultsOf(locked: Packages, allowed: Record<string, boolean>): string[] {
  return Object.entries(locked).flatMap(([place, one]) => {
    const faults: string[] = []
    const isWorkspace = place === '' || workspaces.includes(place)
    const isOfBundle =
      one.inBundle === true && locked[place.replace(/\/node_modules\/.*$/, '')]?.integrity !== undefined
    if (one.link) {
      if (!workspaces.includes(one.resolved ?? '')) faults.push(`is a link to ${one.resolved}`)
    } else if (!isWorkspace) {
      if (!one.version) faults.push('has no version')
      if (!/^sha512-[\w+/]{86}==$/.test(one.integrity ?? '') && !isOfBundle) faults.push('has no integrity')
      if (one.resolved?.startsWith(REGISTRY) === false) faults.push('is resolved elsewhere')
      const name = place.replace(/^.*node_modules\//, '')
      if (one.hasInstallScript && allowed[name] !== false) faults.push('has an install script that no one has refused')
    }
    const ranges = { ...one.dependencies, ...one.devDependencies, ...one.optionalDependencies }
    for (const [name, range] of Object.entries(ranges)) {
      if (!ofRegistry.test(range)) faults.push(`wants ${name} from ${range}`)
      if (isWorkspace && !workspaces.includes(packages[`node_modules/${name}`]?.resolved ?? '') && !exact.test(range))
        faults.push(`wants ${name} of no exact version`)
    }
    for (const name of Object.keys(one.optionalDependencies ?? {}))
      if (!isLocked(locked, name, place)) faults.push(`has no entry for ${name}`)
    return faults.map((fault) => `${place || 'package.json'} ${fault}`)
  })
}

describe('the lock file', () => {
  it('pins every package for every system by its content, from the registry, without install scripts', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(500)
    expect(faultsOf(packages, allowScripts)).toEqual([])
  })

  it.each(otherLockFiles)('in %s pins every package too, and its packages run no install scripts', (folder) => {
    const { packages: own } = read(`${folder}/package-lock.json`) as { packages: Packages }
    const refused = Object.fromEntries(
      Object.entries(own).flatMap(([place, { hasInstallScript }]) =>
        hasInstallScript ? [[place.replace(/^.*node_modules\//, ''), false]] : [],
      ),
    )
    expect(Object.keys(own).length).toBeGreaterThan(10)
    expect(faultsOf(own, refused)).toEqual([])
  })

  it.each(Object.entries(overrides))(
    'has %s only in the version that package.json forces: %s',
    (overridden, version) => {
      const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${overridden}`))
      expect(places.map((place) => packages[place]?.version)).toEqual([version])
    },
  )

  const name = 'node_modules/yaml'
  const native = Object.keys(packages).find((place) => place.endsWith('binding-win32-arm64-msvc'))!
  const without = (place: string, field: keyof Locked): Packages => {
    const { [field]: _, ...rest } = packages[place]!
    return { ...packages, [place]: rest }
  }
  const changed = (place: string, change: Locked): Packages => ({
    ...packages,
    [place]: { ...packages[place], ...change },
  })
  it.each<[string, Packages, string]>([
    ['without integrity', without(name, 'integrity'), `${name} has no integrity`],
    ['of another system without integrity', without(native, 'integrity'), `${native} has no integrity`],
    ['with a weak hash', changed(name, { integrity: 'sha1-AAAA' }), `${name} has no integrity`],
    ['without a version', without(name, 'version'), `${name} has no version`],
    ['from another host', changed(name, { resolved: 'https://npm.example/yaml.tgz' }), `${name} is resolved elsewhere`],
    [
      'from a host that begins like the registry’s',
      changed(name, { resolved: 'https://registry.npmjs.org.example/yaml.tgz' }),
      `${name} is resolved elsewhere`,
    ],
    ['from a disk', changed(name, { link: true, resolved: '../yaml' }), `${name} is a link to ../yaml`],
    [
      'with an install script',
      changed(name, { hasInstallScript: true }),
      `${name} has an install script that no one has refused`,
    ],
    ...['git+ssh://git@host.example/a.git', 'https://host.example/a.tgz', 'github:a/b', 'a/b', 'file:../a'].map(
      (range): [string, Packages, string] => [
        `that wants ${range}`,
        changed(name, { dependencies: { a: range } }),
        `${name} wants a from ${range}`,
      ],
    ),
    [
      'of ours in any version',
      changed('web', { dependencies: { yaml: '^2.0.0' } }),
      'web wants yaml of no exact version',
    ],
    [
      'with a native part that is not there',
      changed(name, { optionalDependencies: { 'yaml-windows': '1.0.0' } }),
      `${name} has no entry for yaml-windows`,
    ],
  ])('is rejected with a package %s', (_, locked, fault) => expect(faultsOf(locked, allowScripts)).toContain(fault))

  it.each(['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64', 'bin-darwin-arm64'])('has Node for %s', (machine) => {
    const node = packages[`node_modules/node-${machine}`]
    expect(Number(node?.version?.split('.')[0])).toBeGreaterThanOrEqual(24)
    expect(packages['']?.optionalDependencies).toHaveProperty(`node-${machine}`, node?.version)
    expect(node).toMatchObject({ bin: { node: machine === 'win-x64' ? 'bin/node.exe' : 'bin/node' } })
  })
})
