import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { nodeCommand, root, runToEnd } from '../../../scripts/processes.ts'
import { thirdParty } from '../../../web/build/third-party.ts'
import { bundleServer } from '../../../scripts/server-program.ts'
import { publicPaths, ruleFor } from '../../../web/deploy/rules.ts'
import { folderOfFile, temporaryFolder } from '#support/folders.ts'
import { installed, namesInMap, namesInNotices, namesInSbom, readSbom, schemaErrors } from '#support/third-party.ts'

const BUILD_MS = 180_000
const origin = 'https://club.example:8443'
const dist = join(folderOfFile().path, 'dist')
const read = (file: string) => readFile(join(dist, file), 'utf8')
let files: string[]
let sbom: string
beforeAll(async () => {
  const vite = nodeCommand('build', 'node_modules/vite/bin/vite.js', ['build', '--outDir', dist])
  const { ok, output } = await runToEnd(
    { ...vite, cwd: join(root, 'web'), env: { NODE_ENV: 'production', PAKET_ORIGIN: origin } },
    BUILD_MS,
  )
  if (!ok) throw new Error(output)
  files = await readdir(dist, { recursive: true })
  sbom = await read('.vite/sbom.cdx.json')
}, BUILD_MS)

/** The packages in the server's program. */
const ofServer = async () => namesInMap(JSON.stringify({ sources: (await bundleServer()).modules }))
/** The packages in the output itself, and in the server's program: by its source maps, by the banners of its styles, by the names of its fonts. */
async function shipped(): Promise<string[]> {
  const maps = await Promise.all(files.filter((file) => file.endsWith('.map')).map(read))
  const styles = await Promise.all(files.filter((file) => file.endsWith('.css')).map(read))
  const banners = styles.flatMap((css) =>
    [...css.matchAll(/\/\*! (\S+) v(\S+) \|/g)].map(([, ...found]) => found.join(' ')),
  )
  const fonts = files
    .filter((file) => /\.woff2?$/.test(file))
    .map((file) => (file.startsWith('assets/onest-') ? installed('node_modules/@fontsource-variable/onest') : file))
  return [...new Set([...maps.flatMap(namesInMap), ...banners, ...fonts, ...(await ofServer())])].toSorted()
}

describe('a build of the app', () => {
  it('for an origin names it in its pages, and its worker knows the content of each hashed file', async () => {
    expect(JSON.parse(await read('release.json'))).toMatchObject({ origin })
    expect(await read('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(await read('sitemap.xml')).toContain(`<loc>${origin}/</loc>`)
    const pages = [['/', 'index.html'], ...publicPaths.map((path) => [path, `pages${path}.html`])] as [string, string][]
    for (const [path, file] of pages) {
      const html = await read(file)
      expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`)
      expect(html).toContain(`<meta property="og:url" content="${origin}${path}">`)
    }
    for (const file of ['app.html', 'robots.txt', 'sitemap.xml', ...pages.map(([, page]) => page)])
      expect(await read(file)).not.toContain('https://paket.example')

    const worker = await read('sw.js')
    const hashed = (await readdir(join(dist, 'assets'))).filter((name) => !name.endsWith('.map'))
    expect(hashed.length).toBeGreaterThan(20)
    for (const name of hashed) {
      const sum = createHash('sha256')
        .update(await readFile(join(dist, 'assets', name)))
        .digest('hex')
      expect(worker).toContain(`"/assets/${name}":\`${sum.slice(0, 16)}\``)
    }
  })
  it('lists in its bill of materials exactly the packages that it contains', async () => {
    expect(namesInSbom(sbom)).toEqual(await shipped())
    expect(namesInSbom(sbom).map((name) => name.split(' ')[0])).toEqual(
      expect.arrayContaining([
        '@fontsource-variable/onest',
        'jose',
        'react',
        'tailwindcss',
        'valibot',
        'workbox-routing',
      ]),
    )
  })
  it('serves the licence of each of them', async () => {
    const notices = await read('licenses.txt')
    expect(namesInNotices(notices)).toEqual(await shipped())
    expect(notices).toContain('Copyright (c) Meta Platforms')
    expect(notices).toContain('SIL OPEN FONT LICENSE')
    expect(ruleFor('/licenses.txt')?.name).toBe('other files')
  })
  it('has a bill of materials that is valid CycloneDX, of this release, with the hashes of the lock file', async () => {
    expect(schemaErrors(sbom)).toBeNull()
    const { metadata, components } = readSbom(sbom)
    const { release } = JSON.parse(await read('release.json')) as { release: string }
    expect(metadata.component).toMatchObject({ type: 'application', name: '@paket/web', version: release })
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    for (const { name, hashes } of components) {
      const content = Buffer.from(hashes?.[0]?.content ?? '', 'hex').toString('base64')
      expect(`sha512-${content}`).toBe(packages[`node_modules/${name}`]?.integrity)
    }
  })
  it('lists the packages of the server’s program too, which is released with it', async () => {
    const names = await ofServer()
    expect(names.map((name) => name.split(' ')[0])).toEqual(expect.arrayContaining(['leven', 'valibot']))
    expect(names.filter((name) => !namesInSbom(sbom).includes(name))).toEqual([])
  })
  it('maps the service worker too, for reports of its errors', async () => {
    expect(files).toContain('sw.js.map')
    expect(await read('sw.js')).not.toContain('sourceMappingURL')
  })
})

it('a font whose package is not known stops the build', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'other.woff2'), 'wOF2')
  await writeFile(join(folder, 'a.css'), "@font-face { font-family: 'Other'; src: url('./other.woff2') }")
  await writeFile(join(folder, 'a.js'), "import './a.css'")
  const { collect } = thirdParty()
  const rolldownOptions = { input: join(folder, 'a.js') }
  await expect(
    build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [collect],
      build: { assetsInlineLimit: 0, write: false, rolldownOptions },
    }),
  ).rejects.toThrow('other.woff2 comes from no known package: name the package in web/build/third-party.ts')
})
