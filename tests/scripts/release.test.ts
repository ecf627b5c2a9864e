import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addRelease, currentOf, makeCurrent, prune, publish } from '../../scripts/release.ts'
import { releaseId } from '../../web/deploy/release-id.ts'
import { temporaryFolder } from '../support/folders.ts'

/** Creates a build with its own file, one that all builds share, and files that are not served. */
async function built(release: string): Promise<string> {
  const dist = await temporaryFolder()
  for (const folder of ['assets', 'strip', '.vite']) await mkdir(join(dist, folder))
  const files = {
    'release.json': JSON.stringify({ release }),
    'index.html': release,
    'strip/frame.js': 'frame',
    'assets/react-same.js': 'react',
    [`assets/main-${release}.js`]: release,
    [`assets/main-${release}.js.br`]: 'compressed',
    [`assets/main-${release}.js.map`]: '{}',
    '.vite/manifest.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text)
  return dist
}
const sbom = '{"bomFormat":"CycloneDX"}'
async function releases(...ids: readonly string[]): Promise<string> {
  const out = await temporaryFolder()
  for (const id of ids) await publish({ dist: await built(id), sbom }, out)
  return out
}
const assetsOf = async (out: string) => (await readdir(join(out, 'assets'))).toSorted()

describe('a folder of releases', () => {
  it('has the pages of each, a common folder of assets, and source maps outside the served folders', async () => {
    const out = await releases('2026-01-01.0000-a')
    const folder = join(out, 'releases/2026-01-01.0000-a')
    expect(await readdir(join(folder, 'site'))).toEqual(['index.html', 'release.json', 'strip'])
    expect(await readdir(join(folder, 'maps'))).toEqual(['main-2026-01-01.0000-a.js.map'])
    expect(await assetsOf(out)).toEqual(['main-2026-01-01.0000-a.js', 'main-2026-01-01.0000-a.js.br', 'react-same.js'])
    expect(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')).toBe(sbom)
    expect(await readFile(join(out, 'current/site/index.html'), 'utf8')).toBe('2026-01-01.0000-a')
    const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
    expect(sums).toHaveLength(6)
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ')
      expect(sum).toBe(
        createHash('sha256')
          .update(await readFile(join(folder, file)))
          .digest('hex'),
      )
    }
  })

  it('retains assets of the current release and the two before it, also those that older ones share', async () => {
    const out = await releases('1', '2', '3', '4')
    expect(await readdir(join(out, 'releases'))).toEqual(['2', '3', '4'])
    const own = ['2', '3', '4'].flatMap((id) => [`main-${id}.js`, `main-${id}.js.br`])
    expect(await assetsOf(out)).toEqual([...own, 'react-same.js'])
    expect(await currentOf(out)).toBe('4')
  })

  it('is rolled back by its link, and never removes the release that is served', async () => {
    const out = await releases('1', '2', '3')
    await makeCurrent('1', out)
    expect(await currentOf(out)).toBe('1')
    await addRelease({ dist: await built('4'), sbom }, out)
    await addRelease({ dist: await built('5'), sbom }, out)
    expect(await prune(out)).toEqual(['2'])
    expect(await readdir(join(out, 'releases'))).toEqual(['1', '3', '4', '5'])
    expect(await assetsOf(out)).toContain('main-1.js')
  })

  it('retains the assets of the release that was served until now, also after a rollback', async () => {
    const out = await releases('1', '2', '3', '4')
    await makeCurrent('2', out)
    expect(await publish({ dist: await built('5'), sbom }, out)).toEqual([])
    expect(await currentOf(out)).toBe('5')
    expect(await assetsOf(out)).toContain('main-2.js')
    expect(await publish({ dist: await built('6'), sbom }, out)).toEqual(['2', '3'])
  })

  it('has no release that was interrupted while it was written, and removes it with the next one', async () => {
    const out = await releases('1')
    expect(await addRelease({ dist: await built('2'), sbom }, out)).toBe('2')
    // The state after Ctrl-C: the list of files is written last.
    await rm(join(out, 'releases/2/SHA256SUMS'))
    await expect(makeCurrent('2', out)).rejects.toThrow(/has no release 2\. It has: 1\.$/)
    expect(await publish({ dist: await built('3'), sbom }, out)).toEqual(['2'])
    expect(await readdir(join(out, 'releases'))).toEqual(['1', '3'])
    expect(await assetsOf(out)).not.toContain('main-2.js')
  })

  it('lists the releases when an unknown one is requested', async () => {
    await expect(makeCurrent('9', await releases('1', '2'))).rejects.toThrow(/has no release 9\. It has: 1, 2\.$/)
  })
})

describe("a release's id", () => {
  it('is the same for the same sources, greater for later ones, different for another build', () => {
    const id = (epoch: string, ...builtFiles: string[]) => {
      process.env['SOURCE_DATE_EPOCH'] = epoch
      return releaseId('.', builtFiles)
    }
    const first = id('1700000000', 'a.js')
    expect(first).toMatch(/^2023-11-14\.2213-[0-9a-f]{8}$/)
    expect(id('1700000000', 'a.js')).toBe(first)
    expect(id('1700000000', 'b.js')).not.toBe(first)
    expect(id('1700086400', 'a.js') > first).toBe(true)
    delete process.env['SOURCE_DATE_EPOCH']
  })
})
