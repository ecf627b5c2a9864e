import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServing } from '../../../web/deploy/serving.ts'
import { buildSettings, hasNginx, smallSite, start } from './served.ts'

const origin = { PAKET_ORIGIN: 'https://paket.example' }

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
    [{ ...origin, PAKET_TRUSTED_TYPES: "chat 'allow-duplicates'" }, /^PAKET_TRUSTED_TYPES must be names of policies/],
    [{ ...origin, PAKET_TLS_CERT: '/a.pem' }, 'PAKET_TLS_CERT is not a setting: a misspelt name?'],
    [{ ...origin, PAKET_TLS_CERTIFICATE: '/a.pem' }, 'PAKET_TLS_KEY must be a path without spaces'],
    [
      { PAKET_ORIGIN: 'http://paket.example', PAKET_TLS_CERTIFICATE: '/a.pem', PAKET_TLS_KEY: '/a.key' },
      'PAKET_ORIGIN must be https where there is a certificate: http://paket.example',
    ],
  ])('is named when it is wrong: %j', (environment, sentence) => {
    expect(() => readServing(environment)).toThrow(sentence)
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
    expect(await failedStartOutput({ PAKET_CONFIG: '/nowhere.json' })).toBe(
      'paket: /nowhere.json cannot be read (ENOENT)\n',
    )
  })

  it.each([
    [
      { leastRelease: '2026-11-23.0415-1a2b3c4d' },
      'leastRelease is replaced by refusedReleases, a list of ids of releases',
    ],
    [{ refusedReleases: '2026-11-23.0415-1a2b3c4d' }, 'refusedReleases must be a list'],
    [
      { refusedReleases: ['2026-11-23.0415-1a2b3c4d', 'latest'] },
      'refusedReleases.1 must be the id of a release, such as 2026-11-23.0415-1a2b3c4d',
    ],
    [{ refusedReleases: [7] }, 'refusedReleases.0 must be a text'],
  ])('rejects %j in the settings', async (switches, sentence) => {
    const file = join(site, 'switches.json')
    await writeFile(
      file,
      JSON.stringify({ ...(JSON.parse(await readFile(buildSettings, 'utf8')) as object), ...switches }),
    )
    expect(await failedStartOutput({ PAKET_CONFIG: file }, ['--check'])).toBe(`paket: ${file}: ${sentence}\n`)
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

it.each(['caddy', 'nginx'])('prints a configuration of %s with all rules', async (kind) => {
  const site = await smallSite()
  const program = join(import.meta.dirname, '../../../web/deploy/start.ts')
  const args = [program, '--site', site, '--print', kind]
  const { stdout } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...origin },
    encoding: 'utf8',
  })
  for (const part of ['hashed files', 'immutable', "frame-ancestors 'self'", 'max-age=63072000', '/run/paket'])
    expect(stdout).toContain(part)
  await rm(site, { recursive: true })
})
