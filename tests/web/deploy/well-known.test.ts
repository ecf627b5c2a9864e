import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, hasNginx, isUp, smallSite, start, type Started } from './served.ts'

describe.skipIf(!hasNginx)('nginx with PAKET_WELL_KNOWN', { timeout: 60_000 }, () => {
  let site: string
  let folder: string
  let server: Started
  beforeAll(async () => {
    site = await smallSite()
    // A name that has all that means something to nginx in it, except for a $, which it cannot take.
    folder = join(site, String.raw`.a "well" \known' {};#`)
    await mkdir(join(folder, 'acme-challenge'), { recursive: true })
    const files = {
      'security.txt': 'Contact: mailto:security@paket.example',
      'assetlinks.json': '[]',
      'apple-app-site-association': '{"applinks":{}}',
      'acme-challenge/-_token': 'token.thumbprint',
      '.hidden': 'hidden',
      'page.html': '<script>alert(1)</script>',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    server = await start(site, { PAKET_WELL_KNOWN: folder })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await rm(site, { recursive: true })
  })
  const get = async (path: string) => {
    const { status, headers, body } = await ask(server.port, `/.well-known/${path}`)
    return { status, type: headers['content-type'], sniff: headers['x-content-type-options'], text: String(body) }
  }
  const sniff = 'nosniff'
  const text = 'text/plain; charset=utf-8'

  it.each([
    ['security.txt', text, 'Contact: mailto:security@paket.example'],
    ['assetlinks.json', 'application/json', '[]'],
    ['apple-app-site-association', 'application/json', '{"applinks":{}}'],
    ['acme-challenge/-_token', text, 'token.thumbprint'],
    // Never a page of this origin.
    ['page.html', text, '<script>alert(1)</script>'],
  ])('serves %s as %s', async (path, type, content) => {
    expect(await get(path)).toEqual({ status: 200, type, sniff, text: content })
  })
  it.each([
    '',
    'acme-challenge',
    'acme-challenge/',
    '.hidden',
    'gone.txt',
    '..%2fnginx.conf',
    '%2e%2e/nginx.conf',
    'a/../../nginx.conf',
  ])('answers 404, or the app’s page, to /.well-known/%s', async (path) => {
    const { status, text: body } = await get(path)
    expect(body).toMatch(status === 404 ? /^Not Found\n$/ : /<title>shell/)
  })
  it('serves a file that comes while it runs, such as one for a certificate', async () => {
    await writeFile(join(folder, 'acme-challenge/later'), 'later')
    expect((await get('acme-challenge/later')).text).toBe('later')
  })
  it('without the setting has no such files, and refuses one that is no folder', async () => {
    const other = await start(site, {})
    await isUp(other)
    expect((await ask(other.port, '/.well-known/security.txt')).status).toBe(404)
    other.signal('SIGTERM')
    expect(await other.ended).toBe(0)
    const file = join(site, 'robots.txt')
    for (const wrong of [file, join(site, 'nowhere')]) {
      const refused = await start(site, { PAKET_WELL_KNOWN: wrong }, ['--check'])
      expect(await refused.ended).toBe(1)
      expect(await refused.output()).toBe(`paket: PAKET_WELL_KNOWN must be a folder: ${wrong}\n`)
    }
  })
})

it.skipIf(!hasNginx)(
  'nginx serves a build from a folder whose name is full of signs, but for a $',
  { timeout: 60_000 },
  async () => {
    const site = await smallSite()
    const odd = String.raw`${site} "a" \b'; {} #`
    await rename(site, odd)
    const server = await start(odd, {})
    await isUp(server)
    expect(String((await ask(server.port, '/')).body)).toContain('main')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    const variable = `${site}$http_cookie`
    await rename(odd, variable)
    const refused = await start(variable, {}, ['--check'])
    expect(await refused.ended).toBe(1)
    expect(await refused.output()).toMatch(/^paket: [^\n]*\$http_cookie[^\n]* cannot be a value for nginx: [^\n]*\n$/)
    await rm(variable, { recursive: true })
  },
)
