import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPaths } from '../../../web/deploy/rules.ts'
import { readServing } from '../../../web/deploy/serving.ts'
import { routes } from '#web/routes.ts'
import { buildSettings, hasNginx, smallSite, start } from './served.ts'

const origin = { PAKET_ORIGIN: 'https://paket.example' }
const certificate = { PAKET_TLS_CERTIFICATE: '/a.pem', PAKET_TLS_KEY: '/a.key' }

describe('a variable', () => {
  it.each([
    [{}, 'PAKET_ORIGIN is missing: where browsers see the app'],
    [{ PAKET_ORIGIN: 'paket.example' }, /^PAKET_ORIGIN must be an origin such as .*: paket\.example$/],
    [{ PAKET_ORIGIN: 'https://paket.example/' }, /^PAKET_ORIGIN must be an origin/],
    [{ ...origin, PAKET_PORT: '80800' }, 'PAKET_PORT must be a port, 1 to 65535: 80800'],
    [{ ...origin, PAKET_BACKENDS: '/bff' }, /^PAKET_BACKENDS must be pairs such as .*: \/bff$/],
    [{ ...origin, PAKET_BACKENDS: '/bff=https://bff.internal/api' }, /^PAKET_BACKENDS must be an origin/],
    [{ ...origin, PAKET_BACKENDS: '/bff=https://bff.internal;}' }, /^PAKET_BACKENDS must be an origin/],
    [{ ...origin, PAKET_FRAMED_BY: 'https://*.example"' }, /^PAKET_FRAMED_BY must be an origin/],
    [{ ...origin, PAKET_CSP_REPORTS: 'http://reports.example' }, /^PAKET_CSP_REPORTS must be an address with https/],
    [{ ...origin, PAKET_BACKENDS: '/bff=http://a /bff=http://b' }, 'PAKET_BACKENDS has a path twice: /bff'],
    [
      { ...origin, PAKET_BACKENDS: '/assets=http://a' },
      'PAKET_BACKENDS has a path that the app itself serves: /assets',
    ],
    [{ ...origin, PAKET_BACKENDS: '/profile=http://a' }, /^PAKET_BACKENDS has a path that the app itself serves/],
    [{ ...origin, PAKET_BACKENDS: '/config=http://a' }, /^PAKET_BACKENDS has a path that the app itself serves/],
    [{ ...origin, PAKET_BACKENDS: '/-=http://a' }, /^PAKET_BACKENDS has a path that the app itself serves/],
    [{ ...origin, PAKET_BACKENDS: '/bff/api=http://a' }, /^PAKET_BACKENDS must be pairs/],
    [{ ...origin, PAKET_BACKENDS: '/bff=https://user@bff.internal' }, /^PAKET_BACKENDS must be an origin/],
    [{ ...origin, PAKET_BACKENDS: '/bff=https://a,b' }, /^PAKET_BACKENDS must be an origin/],
    [{ PAKET_ORIGIN: 'https://a;b' }, /^PAKET_ORIGIN must be an origin/],
    [{ PAKET_ORIGIN: 'https://Paket.example' }, /^PAKET_ORIGIN must be an origin/],
    [{ PAKET_ORIGIN: 'https://paket.example:443' }, /^PAKET_ORIGIN must be an origin/],
    [{ PAKET_ORIGIN: 'https://*' }, /^PAKET_ORIGIN must be an origin/],
    [{ ...origin, PAKET_FRAMED_BY: 'https://a,b' }, /^PAKET_FRAMED_BY must be an origin/],
    [{ ...origin, PAKET_FRAMED_BY: '*' }, /^PAKET_FRAMED_BY must be an origin/],
    [{ ...origin, PAKET_FRAMED_BY: 'http://a' }, 'PAKET_FRAMED_BY must be https where PAKET_ORIGIN is: http://a'],
    [{ ...origin, PAKET_CSP_REPORTS: 'https://a.example/x,y' }, /^PAKET_CSP_REPORTS must be an address with https/],
    [{ ...origin, PAKET_CSP_REPORTS: 'https://a.example/x y' }, /^PAKET_CSP_REPORTS must be an address with https/],
    [{ ...origin, PAKET_HSTS: 'max-age=a' }, /^PAKET_HSTS must be max-age=<seconds>/],
    [{ ...origin, PAKET_HSTS: 'includeSubDomains' }, /^PAKET_HSTS must be max-age=<seconds>/],
    [{ ...origin, PAKET_HSTS: 'max-age=300; includeSubDomains; preload' }, /^PAKET_HSTS must have .* a year/],
    [{ PAKET_ORIGIN: 'http://localhost', PAKET_HSTS: 'max-age=300' }, /^PAKET_HSTS has no effect/],
    [{ ...origin, PAKET_CONFIG: '/a\nb' }, 'PAKET_CONFIG must be a path, without $ and control characters: "/a\\nb"'],
    [{ ...origin, PAKET_CONFG: '/a' }, 'PAKET_CONFG is not a setting; did you mean PAKET_CONFIG?'],
    [{ ...origin, PAKET_WELLKNOWN: '/a' }, 'PAKET_WELLKNOWN is not a setting; did you mean PAKET_WELL_KNOWN?'],
    [{ ...origin, PAKET_TRUSTED_TYPES: "chat 'allow-duplicates'" }, /^PAKET_TRUSTED_TYPES must be names of policies/],
    [{ ...origin, PAKET_TLS_CERT: '/a.pem' }, 'PAKET_TLS_CERT is not a setting; did you mean PAKET_TLS_CERTIFICATE?'],
    [{ ...origin, PAKET_TLS_PORT: '443' }, 'PAKET_TLS_PORT has no effect without PAKET_TLS_CERTIFICATE'],
    [
      { ...origin, ...certificate, PAKET_TLS_PORT: '8080' },
      'PAKET_TLS_PORT must be another port than PAKET_PORT: 8080',
    ],
    [{ ...origin, PAKET_TLS_CERTIFICATE: '/a.pem' }, 'PAKET_TLS_KEY must be a path, without $ and control characters'],
    [
      { PAKET_ORIGIN: 'http://paket.example', PAKET_TLS_CERTIFICATE: '/a.pem', PAKET_TLS_KEY: '/a.key' },
      'PAKET_ORIGIN must be https where there is a certificate: http://paket.example',
    ],
  ])('is named when it is wrong: %j', (environment, sentence) => {
    expect(() => readServing(environment)).toThrow(sentence)
  })
  it('can be a path of no page and no file of the app, and of none else', () => {
    const first = (path: string) => `/${path.split('/')[1] ?? ''}`
    const pages = Object.values(routes).flatMap(({ path }) => path)
    const files = readdirSync(join(import.meta.dirname, '../../../web/public'), { withFileTypes: true })
    const folders = files.filter((file) => file.isDirectory()).map(({ name }) => `/${name}`)
    const own = [...pages.filter((path) => path.startsWith('/') && path !== '/').map(first), ...folders, '/assets']
    expect(ownPaths.toSorted()).toEqual([...new Set([...own, '/pages', '/config', '/release'])].toSorted())
  })
  it('is let alone when it belongs to the scripts', () => {
    const scripts = { PAKET_WEB_PORT: '1', PAKET_MOCK_PORT: '2', PAKET_SITE: 'x', PAKET_E2E_JSON: 'y' }
    expect(readServing({ ...origin, ...scripts })).toEqual(readServing(origin))
  })
  it('is accepted when it is right', () => {
    const environment = {
      ...origin,
      PAKET_BACKENDS: '/bff=https://bff.internal /oidc=http://id:8080',
      PAKET_FRAMED_BY: ' ',
    }
    expect(readServing(environment)).toMatchObject({
      backends: { '/bff': 'https://bff.internal', '/oidc': 'http://id:8080' },
      framedBy: [],
      port: 8080,
    })
  })
})

describe.skipIf(!hasNginx)('the start', { timeout: 60_000 }, () => {
  let site: string
  beforeAll(async () => {
    site = await smallSite()
  })
  afterAll(() => rm(site, { recursive: true }))

  /** Returns the output of a start that must fail. */
  async function failedStartOutput(environment: Record<string, string>, args: readonly string[] = []): Promise<string> {
    const server = await start(site, environment, args)
    expect(await server.ended).toBe(1)
    return server.output()
  }

  it('rejects settings that the app rejects, in one line, and does not start', async () => {
    const file = join(site, 'broken.json')
    const settings = JSON.parse(await readFile(buildSettings, 'utf8')) as { identity: object }
    await writeFile(file, JSON.stringify({ ...settings, identity: { ...settings.identity, authority: 7 } }))
    expect(await failedStartOutput({ PAKET_CONFIG: file })).toBe(`paket: ${file}: identity.authority must be a text\n`)
    await writeFile(file, '{ "api": ')
    expect(await failedStartOutput({ PAKET_CONFIG: file })).toMatch(/^paket: .*broken\.json: .*JSON.*\n$/)
    await writeFile(file, '{ "api":\n\u001B[31m"')
    expect(await failedStartOutput({ PAKET_CONFIG: file })).toMatch(
      /^paket: [^\n\p{Cc}]*broken\.json: .*JSON[^\p{Cc}]*\n$/u,
    )
    expect(await failedStartOutput({ PAKET_CONFIG: '/nowhere.json' })).toBe(
      'paket: /nowhere.json cannot be read (ENOENT)\n',
    )
  })

  it.each([
    [
      'identity.authority',
      { authority: String.raw`/oidc\" always; } location ^~ /pwn/ { alias /etc/; } location /zz { #` },
    ],
    ['identity.authority', { authority: '/oidc$http_cookie' }],
    ['identity.clinetId', { clinetId: 'paket-web' }],
  ])('rejects a hostile or misspelt %s: %j', async (field, added) => {
    const file = join(site, 'hostile.json')
    const settings = JSON.parse(await readFile(buildSettings, 'utf8')) as { identity: object }
    await writeFile(file, JSON.stringify({ ...settings, identity: { ...settings.identity, ...added } }))
    for (const args of [[], ['--check']]) {
      const output = await failedStartOutput({ PAKET_CONFIG: file }, args)
      expect(output).toMatch(/^paket: [^\n]*\n$/)
      expect(output).toContain(`hostile.json: ${field} `)
    }
  })

  it('rejects a release.json without the id of a release', async () => {
    const other = await smallSite()
    const releases = ['a b', 'a"; }', '$http_cookie', '', 7, undefined].map((release) => JSON.stringify({ release }))
    for (const text of [...releases, 'null', '{']) {
      await writeFile(join(other, 'release.json'), text)
      const server = await start(other, {}, ['--check'])
      expect(await server.ended).toBe(1)
      expect(await server.output()).toBe(`paket: ${other}/release.json has no id of a release\n`)
    }
    await rm(other, { recursive: true })
  })

  it('rejects a release whose pages name another origin, in one line with both', async () => {
    const file = join(site, 'release.json')
    const before = await readFile(file, 'utf8')
    await writeFile(file, JSON.stringify({ release: '2026-11-23.0400-abcd', origin: 'https://paket.example' }))
    const sentence = `paket: PAKET_ORIGIN is http://localhost:1, but the pages of ${site} name https://paket.example: release them for it\n`
    expect(await failedStartOutput({ PAKET_ORIGIN: 'http://localhost:1' })).toBe(sentence)
    const server = await start(site, origin, ['--check'])
    expect(await server.ended).toBe(0)
    await writeFile(file, before)
  })

  it('rejects a missing build, and one without its pages', async () => {
    expect(await failedStartOutput({}, ['--site', '/nowhere'])).toBe(
      'paket: /nowhere is not there: is the app built?\n',
    )
    expect(await failedStartOutput({}, ['--site', join(site, 'assets')])).toMatch(
      /^paket: .* has no index\.html: is the app built\?\n$/,
    )
  })

  it('prints nginx’s message for a value that nginx rejects', async () => {
    const tls = { ...origin, PAKET_TLS_CERTIFICATE: '/none.pem', PAKET_TLS_KEY: '/none.key' }
    expect(await failedStartOutput(tls)).toMatch(/^paket: nginx refuses its configuration: .*\/none\.pem.*\n$/)
  })

  it('reads its settings once: they can be a pipe, and the checked settings are served', async () => {
    const pipe = join(site, 'pipe.json')
    execFileSync('mkfifo', [pipe])
    const server = await start(site, { PAKET_CONFIG: pipe }, ['--check'])
    await writeFile(pipe, await readFile(buildSettings))
    expect(await server.ended).toBe(0)
  })

  it('only checks with --check', async () => {
    const server = await start(site, {}, ['--check'])
    expect(await server.ended).toBe(0)
    expect(await server.output()).toBe('')
  })
})

it('prints the configuration of nginx with all rules', async () => {
  const site = await smallSite()
  const program = join(import.meta.dirname, '../../../web/deploy/start.ts')
  const args = [program, '--site', site, '--print', 'nginx']
  const { stdout } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...origin },
    encoding: 'utf8',
  })
  for (const part of ['hashed files', 'immutable', "frame-ancestors 'self'", 'max-age=63072000', '/run/paket'])
    expect(stdout).toContain(part)
  await rm(site, { recursive: true })
})
