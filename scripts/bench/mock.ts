import { Agent, request } from 'node:http'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callsOf, loadContract } from '@paket/contract'
import { npm } from '../npm.ts'
import { freePort } from '../ports.ts'
import { type Command, launch, nodeCommand, type Running, runToEnd, stopAll } from '../processes.ts'
import { parseOptions } from '../run-main.ts'
import { median, wholeNumber } from './numbers.ts'

const help = `npm run bench -- --mock: what the packed mock costs, beside Prism alone.

The mock is packed and installed in an empty folder. Its first answer is timed from the command on, in starts without what an earlier one has
compiled. Both are then processes of their own behind the same HTTP server, and are asked for the same call by the same number of connections, in
interleaved rounds; the median is shown. The mock checks the token, the state and the answer; Prism alone checks request and answer.
It ends with an error where a budget is exceeded.

  --rounds <n>   rounds of calls for each (9)
  --calls <n>    calls of a round (1000)
  --starts <n>   starts of the mock (5)
  --json         prints JSON
  --help`

const CONNECTIONS = 16
const START_MS = 30_000
const TOOL_MS = 5000
const INSTALL_MS = 120_000
const RETRY_MS = 5

interface Server {
  running: Running
  origin: string
  pid: number
  /** Time until the first answer. */
  startMs: number
}

/** Starts a server and polls it until it answers. */
async function start(
  name: string,
  script: string,
  probePath: string,
  options: Partial<Command> & { before?: string[] } = {},
): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { before = [], ...command } = options
  const startedAt = performance.now()
  const running = launch({ ...nodeCommand(name, script, [...before, String(port)]), ...command })
  const ended = running.ended.then(({ why }) =>
    Promise.reject(new Error(`${name} has ended (${why}): ${running.output()}`)),
  )
  const signal = AbortSignal.timeout(START_MS)
  await Promise.race([answerOf(`${origin}${probePath}`, signal), ended]).catch(async (error: unknown) => {
    await running.stop()
    throw signal.aborted ? new Error(`${name} does not answer for ${START_MS} ms`, { cause: error }) : error
  })
  return { running, origin, startMs: performance.now() - startedAt, pid: running.pid }
}
async function answerOf(address: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await fetch(address, { signal }).catch(() => null)
    if (answer) return void (await answer.arrayBuffer())
    signal.throwIfAborted()
    await sleep(RETRY_MS)
  }
}

/** The packed mock, installed in an empty folder. */
interface Installed {
  /** Starts it without Node's compile cache of an earlier start. */
  start: () => Promise<Server>
  packagesMb: number
  remove: () => Promise<void>
}
async function install(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-bench-mock-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // Imported lazily, because it loads the mock.
    const { packMock } = await import('../pack-mock.ts')
    const { path } = await packMock(join(folder, 'packed'))
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', join(folder, 'cache')]
    const { ok, output } = await runToEnd(npm('npm install', ['install', path, ...offline], folder), INSTALL_MS)
    if (!ok) throw new Error(`The packed mock cannot be installed: ${output}`)
    const packages = join(folder, 'node_modules')
    let starts = 0
    return {
      start: () =>
        start('mock', join(packages, '@paket/mock/dist/paket-mock.js'), '/__mock/health', {
          before: ['--port'],
          cwd: folder,
          env: { NODE_COMPILE_CACHE: join(folder, `compiled-${(starts += 1)}`) },
        }),
      packagesMb: (await bytesIn(packages)) / 1e6,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map(async (file) => (await stat(join(file.parentPath, file.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function rss(pid: number): Promise<number> {
  const { output } = await runToEnd({ name: 'ps', file: 'ps', args: ['-o', 'rss=', '-p', String(pid)] }, TOOL_MS)
  return Number(output.trim()) / 1024
}

/** Makes one call `calls` times; returns calls per second. Throws for an answer that is not 200. */
async function round(origin: string, path: string, token: string, calls: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'content-length': 2 }
  const ask = () =>
    new Promise<void>((done, fail) => {
      const sent = request(`${origin}/bff/api${path}`, { method: 'POST', agent, headers }, (answer) => {
        answer
          .resume()
          .once('end', () =>
            answer.statusCode === 200 ? done() : fail(new Error(`${origin}: HTTP ${answer.statusCode}`)),
          )
      })
      sent.once('error', fail).end('{}')
    })
  let remaining = calls
  const worker = async () => {
    while (remaining-- > 0) await ask()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return calls / seconds
}

/** Runs `npm run bench -- --mock`. */
export async function benchMock(): Promise<void> {
  const { values } = parseOptions(help, {
    mock: { type: 'boolean' },
    rounds: { type: 'string', default: '9' },
    calls: { type: 'string', default: '1000' },
    starts: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  })
  const [rounds, starts] = [wholeNumber('rounds', values.rounds), wholeNumber('starts', values.starts)]
  const callsARound = wholeNumber('calls', values.calls)
  const calls = callsOf(await loadContract(new URL('../../openapi', import.meta.url).pathname))
  const { path = '' } = calls.find(({ id }) => id === 'getClientData') ?? {}
  let installed: Installed | null = null
  try {
    installed = await install()
    const startsMs: number[] = []
    for (let nth = 1; nth < starts; nth++) {
      const { running, startMs } = await installed.start()
      startsMs.push(startMs)
      await running.stop()
    }
    const mock = await installed.start()
    startsMs.push(mock.startMs)
    const readyMb = await rss(mock.pid)
    const plain = await start('prism', 'scripts/bench/prism-alone.ts', '/')
    // A subscriber whose answer has an overlay.
    const issued = await fetch(`${mock.origin}/__mock/users/activated/token?expiresIn=86400`)
    const { accessToken } = (await issued.json()) as { accessToken: string }
    const rates: Record<'mock' | 'prism', number[]> = { mock: [], prism: [] }
    for (let nth = -1; nth < rounds; nth++)
      for (const [name, { origin }] of [
        ['mock', mock],
        ['prism', plain],
      ] as const) {
        const rate = await round(origin, path, accessToken, callsARound)
        if (nth >= 0) rates[name].push(rate)
      }
    const [rate, prismRate] = [median(rates.mock), median(rates.prism)]
    const measured = {
      callsASecond: { mock: Math.round(rate), prism: Math.round(prismRate) },
      ratio: Number((rate / prismRate).toFixed(2)),
      startMs: Math.round(median(startsMs)),
      readyMb: Math.round(readyMb),
      memoryMb: Math.round(await rss(mock.pid)),
      packagesMb: Number(installed.packagesMb.toFixed(1)),
    }
    console.log(values.json ? JSON.stringify(measured, null, 2) : asText(measured, rounds, callsARound))
    const problems = overBudget(measured)
    if (problems.length > 0) process.exitCode = 1
    for (const problem of problems) console.error(problem)
  } finally {
    await stopAll()
    await installed?.remove()
  }
}

/** The measurements. */
export interface Measured {
  callsASecond: { mock: number; prism: number }
  ratio: number
  startMs: number
  /** Memory at the first answer (`readyMb`) and after the rounds. */
  readyMb: number
  memoryMb: number
  packagesMb: number
}
/** Budgets on an idle machine. */
const budgets = { ratio: 0.8, startMs: 2000, readyMb: 150, memoryMb: 200, packagesMb: 200 }

/** Returns a sentence for each missed budget. */
export function overBudget({ ratio, startMs, readyMb, memoryMb, packagesMb }: Measured): string[] {
  return [
    ratio < budgets.ratio &&
      `The mock answers ${ratio.toFixed(2)} times as many calls as Prism; its budget is ${budgets.ratio.toFixed(2)}.`,
    startMs > budgets.startMs &&
      `The mock's first answer comes after ${startMs} ms; its budget is ${budgets.startMs} ms.`,
    readyMb > budgets.readyMb &&
      `The mock takes ${readyMb} MB at its first answer; its budget is ${budgets.readyMb} MB.`,
    memoryMb > budgets.memoryMb &&
      `The mock takes ${memoryMb} MB after the rounds; its budget is ${budgets.memoryMb} MB.`,
    packagesMb > budgets.packagesMb &&
      `The installed mock takes ${packagesMb} MB of packages; its budget is ${budgets.packagesMb} MB.`,
  ].filter((problem) => problem !== false)
}

const asText = (
  { callsASecond, ratio, startMs, readyMb, memoryMb, packagesMb }: Measured,
  rounds: number,
  calls: number,
): string =>
  [
    `Node ${process.version}; getClientData over HTTP, ${CONNECTIONS} connections, medians of ${rounds} interleaved rounds of ${calls} calls.`,
    '',
    `mock         ${callsASecond.mock} calls/s`,
    `Prism alone  ${callsASecond.prism} calls/s`,
    `ratio        ${ratio.toFixed(2)}     (budget: at least ${budgets.ratio.toFixed(2)})`,
    `first answer ${startMs} ms   (median of starts; budget: ${budgets.startMs} ms)`,
    `memory       ${readyMb} MB    (at the first answer; budget: ${budgets.readyMb} MB)`,
    `             ${memoryMb} MB    (after the rounds; budget: ${budgets.memoryMb} MB)`,
    `packages     ${packagesMb} MB   (installed; budget: ${budgets.packagesMb} MB)`,
  ].join('\n')
