import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleOptions } from '../../scripts/pack-program.ts'
import { driftProgram } from '../../scripts/pack-drift.ts'
import { mockProgram } from '../../scripts/pack-mock.ts'
import { root } from '../../scripts/processes.ts'
import { formatNotices, formatSbom, readThirdParties } from '../../scripts/third-party.ts'
import { folderOfFile, temporaryFolder } from '#support/folders.ts'
import { packed } from '#support/packed.ts'
import { namesInMap, namesInNotices, namesInSbom, readSbom, schemaErrors } from '#support/third-party.ts'

const PACK_MS = 180_000
const folder = folderOfFile()
const unpacked = (name: string) => join(folder.path, name, 'package')
async function unpack(name: Parameters<typeof packed>[0]): Promise<void> {
  const { path } = await packed(name, join(folder.path, name))
  await promisify(execFile)('tar', ['-xzf', path, '-C', join(folder.path, name)])
}

/** Packages have maps of their own, to sources that are not in them. */
const withoutOwnMaps: Plugin = {
  name: 'without own maps',
  setup: (building) =>
    building.onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('sourceMappingURL=', ''),
    })),
}

describe.each([
  ['drift', driftProgram, '@paket/drift'],
  ['mock', mockProgram, '@paket/mock'],
] as const)('the tarball of %s, which contains all its packages,', { timeout: PACK_MS }, (name, program, own) => {
  beforeAll(() => unpack(name), PACK_MS)
  const read = (file: string) => readFile(join(unpacked(name), file), 'utf8')

  /** The packages by the source maps of the same bundle. */
  async function bundled(): Promise<string[]> {
    const outdir = join(folder.path, `${name}-maps`)
    const options = await bundleOptions(program)
    const plugins = [withoutOwnMaps, ...(options.plugins ?? [])]
    const { outputFiles } = await build({ ...options, plugins, outdir, sourcemap: 'external', write: false })
    const maps = outputFiles.filter(({ path }) => path.endsWith('.map'))
    return [...new Set(maps.flatMap(({ text }) => namesInMap(text)))].toSorted()
  }

  it('lists exactly them in its bill of materials and in its notices', async () => {
    const names = await bundled()
    expect(names.length).toBeGreaterThan(10)
    expect(namesInSbom(await read('sbom.cdx.json'))).toEqual(names)
    expect(namesInNotices(await read('LICENSES.txt'))).toEqual(names)
  })
  it('has a valid bill of materials, of this version', async () => {
    const sbom = await read('sbom.cdx.json')
    expect(schemaErrors(sbom)).toBeNull()
    const { version } = JSON.parse(await read('package.json')) as { version: string }
    expect(readSbom(sbom).metadata.component).toMatchObject({ name: own, version })
  })
})

it.each(['sdk', 'codegen'] as const)(
  'the tarball of %s contains no package of others: package.json lists them all',
  async (name) => {
    await unpack(name)
    const files = await readdir(unpacked(name), { recursive: true })
    expect(files.filter((file) => /LICENSES|sbom|node_modules/.test(file))).toEqual([])
    const manifest = JSON.parse(await readFile(join(unpacked(name), 'package.json'), 'utf8')) as Record<string, object>
    const declared = Object.keys({
      ...manifest['dependencies'],
      ...manifest['peerDependencies'],
      [`@paket/${name}`]: '',
    })
    const programs = files.filter((file) => /^dist\/.*\.js$/.test(file))
    const texts = await Promise.all(programs.map((file) => readFile(join(unpacked(name), file), 'utf8')))
    const imports = /^(?:import|export) (?:[\w*{},\s]+ from )?['"]((?:@[\w-]+\/)?[\w-]+)(?:\/[\w./-]+)?['"];$/gm
    const imported = texts.flatMap((text) => [...text.matchAll(imports)].map(([, found = '']) => found))
    expect(imported.length).toBeGreaterThan(0)
    expect([...new Set(imported)].filter((found) => !declared.includes(found))).toEqual([])
  },
  PACK_MS,
)

describe('the packages of files', () => {
  /** Makes a package with a file; returns the path of that file. */
  async function plant(
    manifest: { name: string; version: string; license?: string; licenses?: object[] },
    files: Readonly<Record<string, string>> = {},
  ) {
    const place = join(await temporaryFolder(), 'node_modules', manifest.name)
    await mkdir(place, { recursive: true })
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files }))
      await writeFile(join(place, file), text)
    return join(place, 'index.js')
  }

  it('are each listed once, by name, whatever the form of the path', async () => {
    const files = [
      'node_modules/react/index.js',
      join(root, 'node_modules/react/cjs/react.production.js'),
      `${join(root, 'node_modules/@tanstack/react-query/build/modern/index.js')}?v=1`,
      String.raw`node_modules\react\jsx-runtime.js`,
      '\0rolldown/runtime.js',
      'web/src/boot.ts',
    ]
    const packages = await readThirdParties(files)
    expect(packages.map(({ name }) => name)).toEqual(['@tanstack/react-query', 'react'])
  })
  it('have all their notices, with the line ends of this repository', async () => {
    const texts = { LICENSE: 'Copyright A\r\nMIT\r\n', 'NOTICE.txt': 'This is by A.', 'license.js': 'code()' }
    const packages = await readThirdParties([await plant({ name: 'a', version: '1.0.0', license: 'MIT' }, texts)])
    expect(formatNotices(packages)).toBe('a 1.0.0: MIT\n\nCopyright A\nMIT\n\nThis is by A.\n')
  })
  it('say so when they have no licence text', async () => {
    const packages = await readThirdParties([await plant({ name: 'a', version: '1.0.0', license: 'MIT' })])
    expect(formatNotices(packages)).toBe('a 1.0.0: MIT\n\nThe package contains no text of its licence.\n')
  })
  it('may name their licence in the form of old packages', async () => {
    const licenses = [{ type: 'MIT', url: 'https://mit.example' }, { type: 'Apache-2.0' }]
    const packages = await readThirdParties([await plant({ name: '@a/b', version: '1.0.0-rc.1+x', licenses })])
    const sbom = formatSbom({ type: 'library', name: 'own', version: '2.0.0' }, packages)
    expect(schemaErrors(sbom)).toBeNull()
    expect(readSbom(sbom).components).toMatchObject([
      { licenses: [{ expression: 'MIT OR Apache-2.0' }], purl: 'pkg:npm/%40a/b@1.0.0-rc.1%2Bx' },
    ])
  })
  it('are refused when they name no licence', async () => {
    const file = await plant({ name: 'a', version: '1.0.0' })
    await expect(readThirdParties([file])).rejects.toThrow(
      /a\/package\.json names no licence, so a 1\.0\.0 cannot be shipped\./,
    )
  })
})
