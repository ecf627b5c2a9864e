import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { callsOf, loadContract } from '@paket/contract'
import { freePort } from './ports.ts'
import { launch, nodeCommand, onStop, type Running, runToEnd, stopAll } from './processes.ts'

const help = `npm run bench -- --mock: what the mock costs, beside Prism alone.

Both are processes of their own behind the same HTTP server, and are asked for the same call by the same number of connections, in
interleaved rounds; the median is shown. The mock checks the token, the state and the answer; Prism alone checks request and answer.

  --rounds <n>   rounds of 1000 calls for each (9)
  --json         prints JSON; without it a missed budget is a failure
  --help`

const CALLS_A_ROUND = 1000
const CONNECTIONS = 16
const START_MS = 30_000
const TOOL_MS = 5000

interface Server {
  running: Running
  origin: string
  startMs: number
  pid: number
}

/** Starts a mock and waits for its first words. */
async function start(name: string, script: string, argumentsOf: (port: string) => string[]): Promise<Server> {
  const port = await freePort()
  const startedAt = performance.now()
  const { promise: spoken, resolve, reject } = Promise.withResolvers<void>()
  const command = nodeCommand(name, script, argumentsOf(String(port)))
  const running = launch({ ...command, onLine: () => resolve() })
  void running.ended.then(({ why }) => reject(new Error(`${name} has ended (${why}): ${running.output()}`)))
  const timer = setTimeout(() => reject(new Error(`${name} says nothing for ${START_MS} ms`)), START_MS)
  await spoken.finally(() => clearTimeout(timer))
  return { running, origin: `http://127.0.0.1:${port}`, startMs: performance.now() - startedAt, pid: running.pid }
}

async function rss(pid: number): Promise<number> {
  const { output } = await runToEnd({ name: 'ps', file: 'ps', args: ['-o', 'rss=', '-p', String(pid)] }, TOOL_MS)
  return Number(output.trim()) / 1024
}

/** Asks for one call as often as a round has it; gives calls a second. An answer that is not 200 ends the benchmark. */
async function round(origin: string, path: string, token: string, calls = CALLS_A_ROUND): Promise<number> {
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
  let left = calls
  const worker = async () => {
    while (left-- > 0) await ask()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return calls / seconds
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** `npm run bench -- --mock`, with what is typed after it. */
export async function benchMock(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--mock'),
    options: {
      rounds: { type: 'string', default: '9' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number from 1, not ${values.rounds}`)
  onStop(() => void stopAll().then(() => process.exit(130)))
  const calls = callsOf(await loadContract(new URL('../openapi', import.meta.url).pathname))
  const { path = '' } = calls.find(({ id }) => id === 'getClientData') ?? {}
  try {
    const mock = await start('mock', 'mock-server/src/main.ts', (port) => ['--port', port])
    const plain = await start('prism', 'scripts/bench/prism-alone.ts', (port) => [port])
    // A subscriber whose answer has an overlay.
    const issued = await fetch(`${mock.origin}/__mock/users/activated/token?expiresIn=86400`)
    const { accessToken } = (await issued.json()) as { accessToken: string }
    const took: Record<'mock' | 'prism', number[]> = { mock: [], prism: [] }
    for (let nth = -1; nth < rounds; nth++)
      for (const [name, { origin }] of [
        ['mock', mock],
        ['prism', plain],
      ] as const) {
        const rate = await round(origin, path, accessToken)
        if (nth >= 0) took[name].push(rate)
      }
    const [rate, bare] = [median(took.mock), median(took.prism)]
    const measured = {
      callsASecond: { mock: Math.round(rate), prism: Math.round(bare) },
      ratio: Number((rate / bare).toFixed(2)),
      startMs: Math.round(mock.startMs),
      memoryMb: Math.round(await rss(mock.pid)),
    }
    if (values.json) return console.log(JSON.stringify(measured, null, 2))
    console.log(asText(measured, rounds))
    const problems = overBudget(measured)
    if (problems.length > 0) process.exitCode = 1
    for (const problem of problems) console.error(problem)
  } finally {
    await stopAll()
  }
}

/** What was measured. */
export interface Measured {
  callsASecond: { mock: number; prism: number }
  ratio: number
  startMs: number
  memoryMb: number
}
/** Of a quiet machine. */
const budgets = { ratio: 0.8, startMs: 3000, memoryMb: 300 }

/** The budgets that are missed, a sentence each. */
export function overBudget({ ratio, startMs, memoryMb }: Measured): string[] {
  return [
    ratio < budgets.ratio &&
      `The mock answers ${ratio.toFixed(2)} times as many calls as Prism; its budget is ${budgets.ratio.toFixed(2)}.`,
    startMs > budgets.startMs && `The mock starts in ${startMs} ms; its budget is ${budgets.startMs} ms.`,
    memoryMb > budgets.memoryMb &&
      `The mock takes ${memoryMb} MB after the rounds; its budget is ${budgets.memoryMb} MB.`,
  ].filter((problem) => problem !== false)
}

const asText = ({ callsASecond, ratio, startMs, memoryMb }: Measured, rounds: number): string =>
  [
    `Node ${process.version}; getClientData over HTTP, ${CONNECTIONS} connections, medians of ${rounds} interleaved rounds of ${CALLS_A_ROUND} calls.`,
    '',
    `mock         ${callsASecond.mock} calls/s`,
    `Prism alone  ${callsASecond.prism} calls/s`,
    `ratio        ${ratio.toFixed(2)}     (budget: at least ${budgets.ratio.toFixed(2)})`,
    `start        ${startMs} ms   (budget: ${budgets.startMs} ms)`,
    `memory       ${memoryMb} MB    (after the rounds; budget: ${budgets.memoryMb} MB)`,
  ].join('\n')
