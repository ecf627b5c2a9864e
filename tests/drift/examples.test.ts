import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { serveDrift } from './drift-server.ts'
import { drift, folderOfFile, root } from './support.ts'

const run = promisify(execFile)
const folder = folderOfFile()
const examples = join(root, 'scripts/drift/examples')
const isThere = (name: string) => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`]).length > 0
  } catch {
    return false
  }
}

const COUNT = 240
/** Exchanges of three kinds, distributed so that no two parts of the list are equal. */
const lines = Array.from({ length: COUNT }, (_, at) =>
  JSON.stringify({
    method: 'POST',
    url: at % 7 === 0 ? '/bff/api/v1/nothing' : '/bff/api/v1/create_order',
    status: 200,
    responseBody: { code: at % 3 === 0 ? 9999 : 2004, message: 'x' },
    time: new Date(Date.UTC(2026, 10, 20, 10, 0, at)).toISOString(),
  }),
)
let whole: string
let bin: string
let server: Server
/** A folder with the program itself, which is started for one partition of an example. */
let real: string
beforeAll(async () => {
  bin = await mkdtemp(join(folder.path, 'bin-'))
  real = await mkdtemp(join(folder.path, 'real-'))
  const socket = join(folder.path, 'drift.sock')
  server = await serveDrift(socket)
  const client = join(import.meta.dirname, 'drift-client.mjs')
  await program('paket-drift', `DRIFT_SOCKET=${socket} exec ${process.execPath} ${client} "$@"`)
  await program('paket-drift', `exec ${process.execPath} ${join(root, 'scripts/drift.ts')} "$@"`, real)
  const { out } = await drift(['traffic', '-', '--partial'], { input: lines.join('\n') })
  whole = await merged([out])
})
afterAll(() => void server.close())
async function program(name: string, text: string, place = bin): Promise<void> {
  await writeFile(join(place, name), `#!/bin/sh\n${text}\n`)
  await chmod(join(place, name), 0o755)
}
async function merged(parts: readonly string[]): Promise<string> {
  const { out } = await drift(['merge', '-', '--format', 'json'], { input: parts.join('\n') })
  return out
}
const environment = (more: Record<string, string> = {}, first = '') => ({
  ...process.env,
  // Files of a killed worker are removed with the folder.
  TMPDIR: folder.path,
  PATH: `${first === '' ? '' : `${first}:`}${bin}:${process.env['PATH']}`,
  ...more,
})
const partsIn = async (place: string) => {
  const names = (await readdir(place)).filter((name) => name.endsWith('.part'))
  return Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
}

describe('the examples for other systems', { timeout: 120_000 }, () => {
  it('divide files among the pods of a Kubernetes job, one of which is started again', async () => {
    const place = await mkdtemp(join(folder.path, 'volumes-'))
    for (const name of ['recordings', 'parts']) await mkdir(join(place, name))
    await writeFile(join(place, 'recordings/a.ndjson'), lines.slice(0, 100).join('\n'))
    await writeFile(join(place, 'recordings/b.ndjson'), lines.slice(100).join('\n'))
    const jobs = parseAllDocuments(await readFile(join(examples, 'kubernetes/drift.yaml'), 'utf8')).map(
      (one) => one.toJS() as Job,
    )
    const commandOf = ({ spec }: Job) => {
      const [{ command, args } = { command: [], args: [] }] = spec.template.spec.containers
      const [file = '', ...rest] = [...command, ...args]
      return { file, args: rest.map((text) => text.replaceAll(/\/(recordings|parts)\//g, `${place}/$1/`)) }
    }
    const [check, merge] = jobs.map(commandOf)
    const pod = (index: number) =>
      run(check!.file, check!.args, { env: environment({ JOB_COMPLETION_INDEX: String(index) }) })
    expect(jobs[0]!.spec.completions).toBe(8)
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 3]) await pod(index)
    expect(await merged(await partsIn(join(place, 'parts')))).toBe(whole)
    // The second job writes the report; it exits with 1, because there are findings.
    await expect(run(merge!.file, merge!.args, { env: environment() })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('createOrder returned the code 9999'),
    })
  })
  it.skipIf(!isThere('parallel'))(
    'divide a file, or what comes, with GNU parallel; one that fails ends all',
    async () => {
      const place = join(folder.path, 'day.ndjson')
      await writeFile(place, `${lines.join('\n')}\n`)
      const check = async (file: string, first = '', input = '') => {
        const child = run('bash', [join(examples, 'parallel/check.sh'), file, '--format', 'json'], {
          env: environment({ BLOCK: '9k', PARALLEL: '--will-cite' }, first),
        })
        child.child.stdin!.end(input)
        return child.then(
          ({ stdout }) => ({ code: 0, stdout }),
          (error: unknown) => error as { code: number; stdout: string },
        )
      }
      // It exits with 1, because there are findings.
      expect(await check(place)).toMatchObject({ code: 1, stdout: whole })
      expect(await check('-', '', lines.join('\n'))).toMatchObject({ code: 1, stdout: whole })
      const broken = await mkdtemp(join(folder.path, 'broken-'))
      await program(
        'paket-drift',
        `case "$1" in traffic) mkdir ${broken}/first 2>/dev/null || exit 9 ;; esac; exec ${bin}/paket-drift "$@"`,
        broken,
      )
      const { code, stdout } = await check(place, broken)
      expect({ isBroken: code > 1, stdout }).toEqual({ isBroken: true, stdout: '' })
    },
  )
  it("run Spark's command over partitions, one of them empty", async () => {
    const source = await readFile(join(examples, 'spark/drift.py'), 'utf8')
    const [, command = ''] = /CHECK = "(.*)"/.exec(source) ?? []
    const parts = await Promise.all(
      [lines.slice(0, 90), [], lines.slice(90)].map(async (some, nth) => {
        const child = run('sh', ['-c', command], { env: environment({}, nth === 0 ? real : '') })
        child.child.stdin!.end(some.map((line) => `${line}\n`).join(''))
        return (await child).stdout
      }),
    )
    expect(await merged(parts)).toBe(whole)
  })
  it('read a partition of Kafka in batches, with offsets missing, and again after a crash', async () => {
    const place = await mkdtemp(join(folder.path, 'kafka-'))
    // Offsets with gaps, as in a compacted topic.
    await writeFile(join(place, 'topic'), lines.map((line, at) => `${at + Math.floor(at / 50) * 5} ${line}\n`).join(''))
    await program(
      'kcat',
      `case "$1" in
        -Q) echo "exchanges [0] offset 300" ;;
        *) while [ $# -gt 0 ]; do case "$1" in -o) from=$2 ;; -c) count=$2 ;; esac; shift; done
           awk -v from="$from" '$1 >= from' ${place}/topic | head -n "$count" ;;
      esac`,
    )
    const worker = (first = '') =>
      run('sh', [join(examples, 'kafka/worker.sh'), '0'], {
        env: environment({ PARTS: join(place, 'parts'), BATCH: '70' }, first),
      })
    // The first worker is killed during the third batch.
    const broken = await mkdtemp(join(folder.path, 'broken-'))
    await program(
      'paket-drift',
      `n=$(cat ${broken}/n 2>/dev/null || echo 0); echo $((n + 1)) > ${broken}/n; [ $n -lt 2 ] || exit 9; exec ${bin}/paket-drift "$@"`,
      broken,
    )
    await expect(worker(broken)).rejects.toMatchObject({ code: 9 })
    expect((await partsIn(join(place, 'parts'))).length).toBe(2)
    await worker()
    expect((await partsIn(join(place, 'parts'))).length).toBe(5)
    expect(await merged(await partsIn(join(place, 'parts')))).toBe(whole)
  })
})
interface Job {
  spec: {
    completions: number
    template: { spec: { containers: { command: string[]; args: string[] }[] } }
  }
}

describe.skipIf(!isThere('redis-server') || !isThere('jq'))(
  'Redis streams with a consumer group',
  { timeout: 180_000 },
  () => {
    let redisServer: ChildProcess
    let socket: string
    const workers: ChildProcess[] = []
    const redis = async (...args: string[]) => (await run('redis-cli', ['-s', socket, ...args])).stdout.trim()
    beforeAll(async () => {
      const place = await mkdtemp(join(folder.path, 'redis-'))
      socket = join(place, 'redis.sock')
      redisServer = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', place], {
        stdio: 'ignore',
      })
      while ((await redis('PING').catch(() => '')) !== 'PONG') await pause(50)
      // This machine's Redis listens on a socket; a real worker uses REDIS_URL.
      const cli = execFileSync('sh', ['-c', 'command -v redis-cli']).toString().trim()
      await program('redis-cli', `exec ${cli} -s ${socket} "$@"`)
    }, 60_000)
    afterAll(async () => {
      for (const { pid } of workers)
        try {
          process.kill(-pid!, 'SIGKILL')
        } catch {
          // The worker has already exited.
        }
      redisServer.kill('SIGKILL')
      await once(redisServer, 'exit')
    })

    /** Starts a worker for a stream, with another program as its check if one is given. */
    function start(
      stream: string,
      { first = '', idle = '60000', more = {} } = {},
    ): ChildProcess & { ended: Promise<number | null>; errorOutput(): string } {
      const names = { STREAM: stream, PARTS: `${stream}-parts`, BATCH: '80', IDLE_MS: idle, WAIT_MS: '200', ...more }
      const child = spawn('sh', [join(examples, 'redis/worker.sh')], {
        env: environment(names, first),
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      workers.push(child)
      let errorOutput = ''
      child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
      const ended = once(child, 'close').then(([code]) => code as number | null)
      return Object.assign(child, { ended, errorOutput: () => errorOutput })
    }
    async function fill(stream: string): Promise<void> {
      const filling = run('redis-cli', ['-s', socket])
      filling.child.stdin!.end(lines.map((line) => `XADD ${stream} * source shop exchange '${line}'\n`).join(''))
      await filling
    }
    const reportOf = async (stream: string) => merged([await redis('LRANGE', `${stream}-parts`, '0', '-1')])
    /** A check that writes a file when it starts, and waits for another file before it continues. */
    async function waitingCheck(): Promise<{ place: string; begun: string; may: string }> {
      const place = await mkdtemp(join(folder.path, 'waiting-'))
      const [begun, may] = [join(place, 'begun'), join(place, 'may')]
      await program(
        'paket-drift',
        `cat > ${place}/in; touch ${begun}; while [ ! -e ${may} ]; do sleep 0.05; done; exec ${bin}/paket-drift "$@" < ${place}/in`,
        place,
      )
      return { place, begun, may }
    }
    const until = async (holds: () => Promise<boolean>) => {
      while (!(await holds())) await pause(50)
    }
    const exists = (place: string) =>
      readFile(place).then(
        () => true,
        () => false,
      )

    it('gives the report of the whole with three workers', async () => {
      await fill('three')
      const codes = await Promise.all(['three', 'three', 'three'].map((stream) => start(stream).ended))
      expect(codes).toEqual([0, 0, 0])
      expect(Number(await redis('LLEN', 'three-parts'))).toBe(COUNT / 80)
      expect(await reportOf('three')).toBe(whole)
    })
    it('loses nothing when a worker is killed, and counts nothing twice', async () => {
      await fill('killed')
      const { place, begun } = await waitingCheck()
      const victim = start('killed', { first: place })
      await until(() => exists(begun))
      process.kill(-victim.pid!, 'SIGKILL')
      await victim.ended
      expect((await redis('XPENDING', 'killed', 'drift')).split('\n')[0]).toBe('80')
      expect(await Promise.all([start('killed').ended, start('killed', { idle: '1' }).ended])).toEqual([0, 0])
      expect(await reportOf('killed')).toBe(whole)
    })
    it('a stopped worker leaves no files', async () => {
      await fill('stopped')
      const { place, begun } = await waitingCheck()
      const temporary = await mkdtemp(join(folder.path, 'stopped-'))
      const victim = start('stopped', { first: place, more: { TMPDIR: temporary } })
      await until(() => exists(begun))
      expect(await readdir(temporary)).toHaveLength(1)
      process.kill(-victim.pid!, 'SIGTERM')
      await victim.ended
      expect(await readdir(temporary)).toEqual([])
    })
    it('drops the part of a worker that was so slow that another one has taken its batch', async () => {
      await fill('slow')
      const { place, begun, may } = await waitingCheck()
      const slow = start('slow', { first: place })
      await until(() => exists(begun))
      expect(await start('slow', { idle: '1' }).ended).toBe(0)
      expect(await reportOf('slow')).toBe(whole)
      await writeFile(may, '')
      expect(await slow.ended).toBe(0)
      expect(slow.errorOutput()).toMatch(/a batch had been given to another worker/)
      expect(await reportOf('slow')).toBe(whole)
    })
    it('exits with an error when Redis cannot be reached, or an entry has no exchange', async () => {
      const { stderr } = await run('sh', [join(examples, 'redis/worker.sh')], {
        env: { ...process.env, PATH: process.env['PATH'], REDIS_URL: 'redis://127.0.0.1:1' },
      }).catch((error: unknown) => error as { stderr: string })
      expect(stderr).toMatch(/Could not connect to Redis/)
      await redis('XADD', 'odd', '*', 'other', 'x')
      const worker = start('odd')
      expect(await worker.ended).not.toBe(0)
      expect(worker.errorOutput()).toMatch(/an entry has no field exchange/)
      expect(await redis('LLEN', 'odd-parts')).toBe('0')
    })
  },
)
