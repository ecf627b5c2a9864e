import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addRelease, currentOf, makeCurrent, prune, publish, publishedIn } from '../../scripts/release.ts'
import { releaseId } from '../../web/deploy/release-id.ts'
import { temporaryFolder } from '#support/folders.ts'

/** Creates a build with its own file, one that all builds share, and files that are not served. */
async function built(release: string, changed: Readonly<Record<string, string>> = {}): Promise<string> {
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
    ...changed,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text)
  return dist
}
const sbom = '{"bomFormat":"CycloneDX"}'
const add = async (id: string, out: string) => publish({ dist: await built(id), sbom }, out)
async function releases(...ids: readonly string[]): Promise<string> {
  const out = await temporaryFolder()
  for (const id of ids) await add(id, out)
  return out
}
const assetsOf = async (out: string) => (await readdir(join(out, 'assets'))).toSorted()
const idsOf = async (out: string) => (await publishedIn(out)).map(({ release }) => release)

/** What changes when a file is written or replaced, of everything in a folder. */
async function stateOf(folder: string): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))].filter((name) => !name.startsWith('current/'))
  const states = names.map(async (name) => {
    const { ino, mtimeNs, ctimeNs, size } = await lstat(join(folder, name), { bigint: true })
    return [name, [ino, mtimeNs, ctimeNs, size].join(' ')] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

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
    expect(await add('5', out)).toEqual([])
    expect(await currentOf(out)).toBe('5')
    expect(await assetsOf(out)).toContain('main-2.js')
    expect(await add('6', out)).toEqual(['2', '3'])
  })

  it('orders releases by their publication: a hotfix of an older commit is current, and is retained', async () => {
    const out = await releases('26', '27', '28')
    expect(await add('25-hotfix', out)).toEqual(['26'])
    expect(await currentOf(out)).toBe('25-hotfix')
    expect(await add('24-hotfix', out)).toEqual(['27'])
    expect(await idsOf(out)).toEqual(['28', '25-hotfix', '24-hotfix'])
    for (const { at } of await publishedIn(out)) expect(Date.parse(at)).not.toBeNaN()
  })

  it('takes the order of a folder without a list from the ids', async () => {
    const out = await releases('3', '1', '2')
    await rm(join(out, 'releases.json'))
    expect(await idsOf(out)).toEqual(['1', '2', '3'])
    expect(await add('0', out)).toEqual(['1'])
    expect(await idsOf(out)).toEqual(['2', '3', '0'])
  })

  it('names a list that cannot be read, and changes nothing', async () => {
    const out = await releases('1')
    await writeFile(join(out, 'releases.json'), '[{')
    await expect(add('2', out)).rejects.toThrow(/releases\.json is not a list of releases\. Restore it, or remove it/)
    expect(await readdir(join(out, 'releases'))).toEqual(['1'])
  })

  it('counts no release that was interrupted, and removes what it has left with the next one', async () => {
    const out = await releases('1')
    const list = await readFile(join(out, 'releases.json'))
    await addRelease({ dist: await built('2'), sbom }, out)
    // The state after Ctrl-C: the list is written last.
    await writeFile(join(out, 'releases.json'), list)
    await expect(makeCurrent('2', out)).rejects.toThrow(/has no release 2\. It has: 1\.$/)
    for (const folder of ['', 'assets', 'releases/1/site', 'releases/2/site'])
      await writeFile(join(out, folder, '.new-main.js'), 'cu')
    expect(await add('3', out)).toEqual(['2'])
    expect(await readdir(join(out, 'releases'))).toEqual(['1', '3'])
    expect(await assetsOf(out)).not.toContain('main-2.js')
    expect((await readdir(out, { recursive: true })).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('is complete when an interrupted release is published again', async () => {
    const out = await releases('1')
    await mkdir(join(out, 'releases/2/site'), { recursive: true })
    await writeFile(join(out, 'releases/2/site/index.html'), 'cu')
    await writeFile(join(out, 'releases/2/site/of-another-build.html'), '')
    await writeFile(join(out, 'assets/main-2.js'), '')
    await add('2', out)
    expect(await readFile(join(out, 'releases/2/site/index.html'), 'utf8')).toBe('2')
    expect(await readFile(join(out, 'assets/main-2.js'), 'utf8')).toBe('2')
    expect(await readdir(join(out, 'releases/2/site'))).not.toContain('of-another-build.html')
  })

  it('lists the releases when an unknown one is requested', async () => {
    await expect(makeCurrent('9', await releases('1', '2'))).rejects.toThrow(/has no release 9\. It has: 1, 2\.$/)
  })
})

describe('a release that is published', () => {
  it('again, with a bill of materials of another time, changes no file and no folder', async () => {
    const out = await releases('1', '2')
    const before = await stateOf(out)
    expect(await publish({ dist: await built('2'), sbom: `${sbom}\n` }, out)).toEqual([])
    expect(await stateOf(out)).toEqual(before)
  })

  it('again after a rollback becomes current, and the files that are served stay as they are', async () => {
    const out = await releases('1', '2')
    await makeCurrent('1', out)
    const before = await stateOf(out)
    await add('2', out)
    expect(await currentOf(out)).toBe('2')
    const { current: _link, '.': _folder, ...served } = await stateOf(out)
    expect(before).toMatchObject(served)
  })

  it('does not touch the files of another one, nor those that both have', async () => {
    const out = await releases('1')
    const before = await stateOf(out)
    await add('2', out)
    const after = await stateOf(out)
    const files = Object.keys(before).filter((name) => /\.|SUMS/.test(name) && !['.', 'releases.json'].includes(name))
    expect(files.length).toBeGreaterThan(7)
    for (const file of files) expect([file, after[file]]).toEqual([file, before[file]])
  })

  it('replaces a file that is empty or cut by a new one, which has no moment of being half there', async () => {
    const out = await releases('1')
    const file = join(out, 'assets/react-same.js')
    await writeFile(file, 're')
    const { ino } = await lstat(file)
    await add('2', out)
    expect(await readFile(file, 'utf8')).toBe('react')
    expect((await lstat(file)).ino).not.toBe(ino)
    await writeFile(join(out, 'releases/2/site/index.html'), '')
    await add('2', out)
    expect(await readFile(join(out, 'releases/2/site/index.html'), 'utf8')).toBe('2')
  })

  it('with other content under the same id is refused, and nothing changes', async () => {
    const out = await releases('1')
    const before = await stateOf(out)
    const dist = await built('1', { 'index.html': 'another' })
    await expect(publish({ dist, sbom }, out)).rejects.toThrow(
      /releases\/1 is published already, with other content\. Commit what has changed/,
    )
    expect(await stateOf(out)).toEqual(before)
  })

  it('removes nothing when the assets of the current release are unknown', async () => {
    const out = await releases('1', '2', '3', '4')
    await rm(join(out, 'releases/4/SHA256SUMS'))
    await expect(add('5', out)).rejects.toThrow(/releases\/4 is current and has no SHA256SUMS/)
    expect(await assetsOf(out)).toContain('main-4.js')
  })
})

describe("a release's id", () => {
  it('is the same for the same sources, different for another commit or build', () => {
    const id = (epoch: string, ...builtFiles: string[]) => {
      process.env['SOURCE_DATE_EPOCH'] = epoch
      return releaseId('.', builtFiles)
    }
    const first = id('1700000000', 'a.js')
    expect(first).toMatch(/^2023-11-14\.2213-[0-9a-f]{8}$/)
    expect(id('1700000000', 'a.js')).toBe(first)
    expect(id('1700000000', 'b.js')).not.toBe(first)
    expect(id('1700086400', 'a.js')).not.toBe(first)
    delete process.env['SOURCE_DATE_EPOCH']
  })
})
