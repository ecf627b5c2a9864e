import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { formatNotices, formatSbom, readThirdParties } from '../../scripts/third-party.ts'
import { bundleServer } from '../../scripts/server-program.ts'

/** Fonts of ours, by their beginning, that were cut from those of a package; see `src/ui/README.md`. */
const cutFrom = { 'src/ui/fonts/onest-': '@fontsource-variable/onest' }

function packageOfFont(font: string): string {
  const found = Object.entries(cutFrom).find(([start]) => font.startsWith(start))
  if (!found) throw new Error(`${font} comes from no known package: name the package in web/build/third-party.ts`)
  return `node_modules/${found[1]}/package.json`
}

/** Returns the files of packages that a stylesheet imports, also by those of ours that it imports. */
function importsOfStyles(file: string): string[] {
  const imports = [...readFileSync(file, 'utf8').matchAll(/@import\s+['"]([^'"]+)['"]/g)].map(([, path = '']) => path)
  return imports.flatMap((path) =>
    path.startsWith('.') ? importsOfStyles(resolve(file, '..', path)) : [`node_modules/${path}/package.json`],
  )
}

/**
 * Lists the packages of others that a build contains. `collect` notes what the bundler writes, also of the separate build of
 * the service worker; `write` adds `licenses.txt`, which is served, and `.vite/sbom.cdx.json`, the bill of materials. Both list what the
 * server's program contains too, because a release has it.
 */
export function thirdParty(): { collect: Plugin; write: Plugin } {
  const files = new Set<string>()
  const add = (file: string) => void files.add(file)
  const collect: Plugin = {
    name: 'collect-third-party',
    apply: 'build',
    transform(_code, id) {
      if (id.endsWith('.css')) [id, ...importsOfStyles(id)].forEach(add)
    },
    generateBundle(_options, bundle) {
      const fonts = (names: readonly string[]) => names.filter((name) => /\.woff2?$/.test(name)).map(packageOfFont)
      for (const file of Object.values(bundle))
        (file.type === 'chunk' ? file.moduleIds : fonts(file.originalFileNames)).forEach(add)
    },
  }
  const write: Plugin = {
    name: 'write-third-party',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const released = bundle['release.json']
        // Other builds with this configuration, such as the gallery, are not shipped.
        if (released?.type !== 'asset') return
        const { release } = JSON.parse(String(released.source)) as { release: string }
        const packages = await readThirdParties([...files, ...(await bundleServer()).modules])
        const sbom = formatSbom({ type: 'application', name: '@paket/web', version: release }, packages)
        await writeFile(join(dir, 'licenses.txt'), formatNotices(packages))
        await mkdir(join(dir, '.vite'), { recursive: true })
        await writeFile(join(dir, '.vite/sbom.cdx.json'), sbom)
      },
    },
  }
  return { collect, write }
}
