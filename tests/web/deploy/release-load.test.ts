import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCurrent, publish } from '../../../scripts/release.ts'
import { compressFile } from '../../../web/deploy/compress.ts'
import { ask, hasNginx, isUp, smallSite, start, type Started, until } from './served.ts'

const REQUESTS = 20_000
const CLIENTS = 8
const CHUNKS = 12
const sbom = '{}'
const chunks = Array.from({ length: CHUNKS }, (_, at) => `/assets/part-${at}.js`)
const paths = [...chunks, '/', '/profile', '/icon.svg', '/release.json']

/** Folders of releases that nginx serves under load: no visitor may notice that one is written. */
describe.skipIf(!hasNginx)('while releases are published', { timeout: 240_000 }, () => {
  let out: string
  let dist: string
  let server: Started
  /** The texts that each path has in any release so far. */
  const right = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]))

  /** Turns the build into another one, whose pages differ and whose chunks do not. */
  async function build(release: string): Promise<void> {
    const files = {
      'release.json': JSON.stringify({ release }),
      'index.html': `<title>main of ${release}</title>`,
      'app.html': `<title>frame of ${release}</title>`,
    }
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(dist, name), text)
      await compressFile(join(dist, name))
    }
    for (const path of paths) {
      const file = { '/': '/index.html', '/profile': '/app.html' }[path] ?? path
      right.get(path)?.add(await readFile(join(dist, file), 'utf8'))
    }
  }
  const publishBuild = () => publish({ dist, sbom }, out)

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'paket-load-'))
    await chmod(out, 0o755)
    dist = await smallSite()
    for (const path of chunks) {
      await writeFile(join(dist, path), `export const part = '${path}'\n`.repeat(400))
      await compressFile(join(dist, path))
    }
    await build('0')
    await publishBuild()
    server = await start(join(out, 'current/site'), {}, ['--assets', out])
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await rm(out, { recursive: true })
    await rm(dist, { recursive: true })
  })

  /**
   * Sends the requests over connections that stay open, every second one for a compressed copy, while `work` is done `times` times, one after
   * another; returns what was wrong, and how many answers came. At a reload nginx closes connections on which nothing was asked yet: what gets no answer at
   * all is sent again.
   */
  async function underLoad(times: number, work: (nth: number) => Promise<void>) {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    const wrong: string[] = []
    let sent = 0
    const working = new AbortController()
    const load = (path: string, encoding: string, triesLeft = 3) =>
      new Promise<string>((done) => {
        const headers = { host: `localhost:${server.port}`, 'accept-encoding': encoding }
        const options = { port: server.port, host: '127.0.0.1', path, agent, headers }
        const asked = get(options, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', (error) => done(error.message))
          answer.on('end', () => {
            const body = Buffer.concat(parts)
            if (answer.statusCode !== 200) return done(`HTTP ${answer.statusCode}`)
            if (body.length === 0) return done('empty')
            const isCompressed = answer.headers['content-encoding'] === 'br'
            done(
              right.get(path)?.has(isCompressed ? textOf(body) : String(body)) ? '' : `other content: ${body.length} B`,
            )
          })
        })
        asked.on('error', (error) => done(triesLeft > 0 ? load(path, encoding, triesLeft - 1) : error.message))
      })
    async function client(): Promise<void> {
      while (sent < REQUESTS || !working.signal.aborted) {
        const nth = sent++
        // By then there was load enough.
        if (nth > REQUESTS) await setTimeout(10)
        const path = paths[nth % paths.length] ?? ''
        const problem = await load(path, nth % 2 ? 'br' : 'identity')
        if (problem) wrong.push(`${path}: ${problem}`)
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client))
    for (let nth = 1; nth <= times; nth++) await work(nth)
    working.abort()
    await clients
    agent.destroy()
    return { wrong, isEnough: sent >= REQUESTS }
  }

  it('every answer of 20,000 is whole and of a release: the same release, 12 times', async () => {
    const all = await underLoad(12, async () => void (await publishBuild()))
    expect(all).toEqual({ wrong: [], isEnough: true })
  })

  it('every answer of 20,000 is whole and of a release: 6 new ones, each served after a signal', async () => {
    const all = await underLoad(6, async (nth) => {
      await build(String(nth))
      await publishBuild()
      // A rollback and back, as in an incident.
      await makeCurrent(String(nth - 1), out)
      await makeCurrent(String(nth), out)
      server.signal('SIGHUP')
      await until(async () => String((await ask(server.port, '/-/ready')).body) === `ready ${nth}\n`)
    })
    expect(all).toEqual({ wrong: [], isEnough: true })
  })
})

/** Decodes brotli; a text that says so for what was cut. */
function textOf(body: Buffer): string {
  try {
    return String(brotliDecompressSync(body))
  } catch {
    return 'cut'
  }
}
