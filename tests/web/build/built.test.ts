import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/processes.ts'
import { publicPaths } from '../../../web/deploy/rules.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

const origin = 'https://club.example:8443'

it('a build for an origin names it in its pages, and its worker knows the content of each hashed file', async () => {
  const dist = await temporaryFolder()
  const vite = startNode([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', dist, '--emptyOutDir'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production', PAKET_ORIGIN: origin },
  })
  expect(await vite.exitCode, vite.output()).toBe(0)
  const text = (file: string) => readFile(join(dist, file), 'utf8')

  expect(JSON.parse(await text('release.json'))).toMatchObject({ origin })
  expect(await text('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(await text('sitemap.xml')).toContain(`<loc>${origin}/</loc>`)
  const pages = [['/', 'index.html'], ...publicPaths.map((path) => [path, `pages${path}.html`])] as [string, string][]
  for (const [path, file] of pages) {
    const html = await text(file)
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`)
    expect(html).toContain(`<meta property="og:url" content="${origin}${path}">`)
  }
  for (const file of ['app.html', 'robots.txt', 'sitemap.xml', ...pages.map(([, page]) => page)])
    expect(await text(file)).not.toContain('https://paket.example')

  const worker = await text('sw.js')
  const files = (await readdir(join(dist, 'assets'))).filter((name) => !name.endsWith('.map'))
  expect(files.length).toBeGreaterThan(20)
  for (const name of files) {
    const sum = createHash('sha256')
      .update(await readFile(join(dist, 'assets', name)))
      .digest('hex')
    expect(worker).toContain(`"/assets/${name}":\`${sum.slice(0, 16)}\``)
  }
}, 120_000)
