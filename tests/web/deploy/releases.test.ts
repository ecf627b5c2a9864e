import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, open, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, hasNginx, isUp, smallSite, start, type Started, until } from './served.ts'

/** A folder of releases as `npm run release` writes it: one folder of pages per release, one of assets for all. */
describe.skipIf(!hasNginx)('nginx over a new release', { timeout: 60_000 }, () => {
  let out: string
  let server: Started

  async function add(release: string): Promise<void> {
    const site = await smallSite()
    await writeFile(join(site, 'release.json'), JSON.stringify({ release }))
    for (const page of ['index.html', 'app.html']) await writeFile(join(site, page), `${page} of ${release}`)
    await writeFile(join(out, `assets/main-${release}.js`), release)
    await cp(site, join(out, 'releases', release, 'site'), { recursive: true })
    await rm(site, { recursive: true })
  }
  async function point(release: string): Promise<void> {
    await symlink(join('releases', release), join(out, 'next'))
    await rename(join(out, 'next'), join(out, 'current'))
  }
  const text = async (path: string) => String((await ask(server.port, path)).body)

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'paket-releases-'))
    await chmod(out, 0o755)
    await mkdir(join(out, 'assets'))
    await add('1')
    await point('1')
    server = await start(join(out, 'current/site'), {}, ['--assets', out])
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await rm(out, { recursive: true })
  })

  it('sends the new pages only after a reload, the files of both releases, and can go back by the link', async () => {
    await point('1')
    server.signal('SIGHUP')
    await until(async () => (await text('/profile')) === 'app.html of 1')
    await add('2')
    await point('2')
    expect(await text('/profile')).toBe('app.html of 1')
    for (const release of ['2', '1']) {
      await point(release)
      server.signal('SIGHUP')
      await until(async () => (await text('/-/ready')) === `ready ${release}\n`)
      // An old worker may still accept a connection, so each page is awaited.
      await until(async () => (await text('/')) === `index.html of ${release}`)
      await until(async () => (await text('/release.json')) === JSON.stringify({ release }))
      for (const each of ['1', '2']) expect(await text(`/assets/main-${each}.js`)).toBe(each)
    }
  })

  it('serves the release of the last signal, even if an earlier one is slow to load', async () => {
    await add('slow')
    await add('last')
    const pipe = join(out, 'releases/slow/site/release.json')
    await rm(pipe)
    execFileSync('mkfifo', [pipe])
    await point('slow')
    server.signal('SIGHUP')
    // Opens when the server has begun to load that release.
    const slow = await open(pipe, 'w')
    await point('last')
    server.signal('SIGHUP')
    await slow.writeFile('{"release":"slow"}')
    await slow.close()
    await until(async () => (await text('/-/ready')) === 'ready last\n')
    // Nothing comes after it.
    await setTimeout(1000)
    expect(await text('/-/ready')).toBe('ready last\n')
  })
})
