import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { ask, echoBackend, smallSite, until } from './served.ts'

const program = resolve(import.meta.dirname, '../../../web/deploy/start.ts')

describe.skipIf(!existsSync('/usr/bin/caddy'))(
  'caddy with the written configuration, behind a proxy that ends TLS',
  { timeout: 60_000 },
  () => {
    let site: string
    let run: string
    let port: number
    let backend: Awaited<ReturnType<typeof echoBackend>>
    let stop: () => Promise<void>
    beforeAll(async () => {
      site = await smallSite()
      run = await mkdtemp(join(tmpdir(), 'paket-caddy-'))
      backend = await echoBackend()
      port = await freePort()
      const env = {
        PATH: process.env['PATH'],
        PAKET_ORIGIN: 'https://paket.example',
        PAKET_PORT: String(port),
        PAKET_BACKENDS: `/bff=${backend.origin} /otlp=${backend.origin}`,
        XDG_CONFIG_HOME: run,
        XDG_DATA_HOME: run,
      }
      const printed = spawnSync(process.execPath, [program, '--site', site, '--print', 'caddy'], {
        env,
        encoding: 'utf8',
      })
      await writeFile(join(run, 'Caddyfile'), printed.stdout.replaceAll('/run/paket', run))
      for (const copy of ['', '.br', '.gz', '.zst'])
        await cp(join(site, `config.json${copy}`), join(run, `config.json${copy}`))
      const args = ['run', '--config', join(run, 'Caddyfile'), '--adapter', 'caddyfile']
      const caddy = spawn('/usr/bin/caddy', args, { env, stdio: 'ignore' })
      const ended = new Promise<unknown>((done) => caddy.once('exit', done))
      stop = async () => {
        caddy.kill()
        await ended
      }
      await until(() =>
        ask(port, '/-/ready').then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
    }, 60_000)
    afterAll(async () => {
      await stop()
      backend.server.close()
      await Promise.all([site, run].map((folder) => rm(folder, { recursive: true })))
    })
    const host = { host: 'paket.example' }

    it.each([
      ['/', 200, 'text/html; charset=utf-8', 'no-cache'],
      ['/profile', 200, 'text/html; charset=utf-8', 'no-cache'],
      ['/config.json', 200, 'application/json', 'no-cache'],
      ['/icon.svg', 200, 'image/svg+xml', 'public, max-age=3600'],
      ['/assets/index-a1B2.js', 200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      ['/assets/gone-e5.js', 404, 'text/plain; charset=utf-8', 'no-store'],
      ['/assets/index-a1B2.js.map', 404, 'text/plain; charset=utf-8', 'no-store'],
      ['/.vite/manifest.json', 404, 'text/plain; charset=utf-8', 'no-store'],
      ['/index.html', 404, 'text/plain; charset=utf-8', 'no-store'],
    ])('answers %s with %i, %s, %s, and the policy', async (path, status, type, cache) => {
      const { headers, ...answer } = await ask(port, path, host)
      expect({
        status: answer.status,
        contentType: headers['content-type'],
        cacheControl: headers['cache-control'],
      }).toEqual({ status, contentType: type, cacheControl: cache })
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    })

    it('sends the copy that was compressed by the build', async () => {
      const whole = await ask(port, '/assets/index-a1B2.js', host)
      const { headers, body } = await ask(port, '/assets/index-a1B2.js', { ...host, 'accept-encoding': 'gzip, br' })
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(body)).toEqual(whole.body)
    })

    it('forwards the backend’s paths, and reports without their sender', async () => {
      const { body } = await ask(port, '/bff/api/x?y=1', { ...host, cookie: 'a=b' })
      expect(JSON.parse(String(body))).toMatchObject({
        url: '/bff/api/x?y=1',
        headers: { ...host, cookie: 'a=b', 'x-forwarded-proto': 'https' },
      })
      const reports = await ask(
        port,
        '/otlp/v1/logs',
        { ...host, cookie: 'session=canary', referer: 'https://paket.example/?code=canary' },
        'POST',
      )
      expect(String(reports.body)).toContain('/otlp/v1/logs')
      expect(String(reports.body)).not.toMatch(/canary|x-forwarded-for/)
    })
  },
)
