import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { callsOf, examplesOf, examplesOfRequest, loadContract, loadDocument } from '@paket/contract'
import { Contract } from '../../mock-server/src/engine/contract/contract.ts'
import { createPrism } from '../../mock-server/src/engine/prism/prism.ts'
import { root } from '../processes.ts'
import { parseOptions, runMain } from '../run-main.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { median, wholeNumber } from './numbers.ts'

const ROUNDS = 5
const help = `npm run bench:drift: how many recorded exchanges a second the drift check takes, and how much memory.

Every example of a 200 of the contract, as an exchange of about 1 kB, again and again; the same with a mistake in each. Beside it, on the same
exchanges: Redocly's own \`drift\`, and Prism in this process, which looks at the request only. Seconds are those of the processor, of all threads,
and those of starting are taken off. A HAR is read by drift and by Redocly in turn, ${ROUNDS} times; the medians count, because other work on the machine
slows each down at other times. It fails when a budget is exceeded: so many exchanges a second, as many of a HAR as Redocly, so much memory.

  --exchanges <n>   how many (200000); those with mistakes a half, HAR and Prism a tenth
  --json            prints JSON
  --help`
const EXCHANGE_BYTES = 1000
const FEW = 50
/** Budgets per CPU second, for a machine of 2026. A machine half as fast misses them; the output says by how much. */
const NDJSON_PER_SECOND = 60_000
const DRIFTING_PER_SECOND = 25_000
const MEGABYTES = 350

/** HAR entries as JSON: one for each example of a 200. */
async function entries(): Promise<string[]> {
  const contract = await loadContract(join(root, 'openapi'))
  return callsOf(contract).flatMap(({ path, operation }) => {
    const [request] = examplesOfRequest(operation)
    const successes = examplesOf(contract, operation).filter(({ status }) => status === 200)
    return successes.map((answer) => {
      const text = JSON.stringify(answer.value)
      const headers = [{ name: 'content-type', value: 'application/json' }]
      const entry = {
        startedDateTime: '2026-11-20T10:00:00.000Z',
        time: 12,
        request: {
          method: 'POST',
          url: `https://shop.example/bff/api${path}`,
          httpVersion: 'HTTP/1.1',
          headers: [{ name: 'authorization', value: 'Bearer x.y.z' }, ...headers],
          queryString: [],
          postData: { mimeType: 'application/json', text: JSON.stringify(request?.value) },
        },
        response: {
          status: 200,
          statusText: 'OK',
          httpVersion: 'HTTP/1.1',
          headers,
          content: { size: text.length, mimeType: 'application/json', text },
        },
      }
      const missing = EXCHANGE_BYTES - JSON.stringify(entry).length - 25
      return JSON.stringify({ ...entry, ...(missing > 0 && { comment: 'x'.repeat(missing) }) })
    })
  })
}

/** Writes `count` exchanges, as NDJSON or, by the file's extension, as HAR. */
async function write(file: string, lines: readonly string[], count: number): Promise<void> {
  const isHar = file.endsWith('.har')
  const out = createWriteStream(file)
  if (isHar) out.write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[')
  for (let at = 0; at < count; at += 1) {
    const line = lines[at % lines.length]!
    if (!out.write(isHar ? `${at > 0 ? ',' : ''}${line}` : `${line}\n`)) await once(out, 'drain')
  }
  out.end(isHar ? ']}}' : '')
  await once(out, 'finish')
}

/** The same exchanges, each with one kind of drift: a code, a field, a type, a format. */
function drifting(lines: readonly string[]): string[] {
  return lines.map((line, at) => {
    const entry = JSON.parse(line) as { response: { content: { text: string } } }
    const { content } = entry.response
    const body = JSON.parse(content.text) as Record<string, unknown>
    const mistakes = [{ code: 9000 + (at % 5) }, { result: at }, { surprise: 'x' }, { code: '0' }]
    content.text = JSON.stringify({ ...body, ...mistakes[at % mistakes.length] })
    return JSON.stringify(entry)
  })
}

interface Run {
  /** CPU time. */
  seconds: number
  megabytes: number
}
/** Runs a program with this project's Node; returns its CPU time and peak memory. */
async function run(program: string, args: readonly string[]): Promise<Run> {
  const script = `process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); console.error('peak', maxRSS, userCPUTime + systemCPUTime) }); process.argv.splice(1, 0, ''); ${program}`
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  const [, peak, cpuMicroseconds] = /peak (\d+) (\d+)/.exec(output) ?? []
  if (peak === undefined) throw new Error(`the program ended early: ${output}`)
  return { seconds: Number(cpuMicroseconds) / 1e6, megabytes: Number(peak) / 1024 }
}
type ArgsOf = (file: string) => readonly string[]
interface Files {
  many: string
  few: string
  count: number
}
/** Exchanges per CPU second, without the time of the start. */
async function speed(program: string, argsOf: ArgsOf, files: Files): Promise<Row> {
  const fewRun = await run(program, argsOf(files.few))
  const manyRun = await run(program, argsOf(files.many))
  return {
    perSecond: Math.round(files.count / Math.max(0.001, manyRun.seconds - fewRun.seconds)),
    megabytes: Math.round(manyRun.megabytes),
  }
}
/** The speeds of programs that run in turn, and the median share of the first one's speed in the second one's. */
async function speedsInTurn(programs: readonly [[string, ArgsOf], [string, ArgsOf]], files: Files) {
  const rounds: [Row, Row][] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await speed(...programs[0], files), await speed(...programs[1], files)])
  const rowOf = (nth: 0 | 1): Row => ({
    perSecond: median(rounds.map((rows) => rows[nth].perSecond)),
    megabytes: Math.max(...rounds.map((rows) => rows[nth].megabytes ?? 0)),
  })
  return {
    rows: [rowOf(0), rowOf(1)] as const,
    ratio: median(rounds.map(([one, other]) => one.perSecond / other.perSecond)),
  }
}
async function prismSpeed(count: number): Promise<number> {
  const contract = await Contract.load(join(root, 'openapi'))
  const ask = await createPrism(contract)
  const all = contract.operations.map((operation) => ({
    operation,
    body: operation.requests[0]?.value,
    example: operation.examples.find(({ status }) => status === 200)!,
  }))
  const { user } = process.cpuUsage()
  for (let at = 0; at < count; at += 1) {
    const { operation, body, example } = all[at % all.length]!
    await ask(operation, { body, url: operation.path, headers: {} }, example)
  }
  return Math.round((count * 1e6) / (process.cpuUsage().user - user))
}

type Row = { perSecond: number; megabytes: number | null }
/** Compares the measurements with the budgets, one line for each. */
function budgetsOf(rows: Record<string, Row>, ofRedocly: number): { line: string; isMet: boolean }[] {
  const speedOf = (name: string) => rows[name]?.perSecond ?? 0
  const atLeast = (name: string, least: number) => ({
    line: `${name}: ${speedOf(name)} a second, at least ${least}`,
    isMet: speedOf(name) >= least,
  })
  const own = Object.entries(rows).filter(([name]) => name.startsWith('drift'))
  const most = Math.max(...own.map(([, { megabytes }]) => megabytes ?? 0))
  return [
    atLeast('drift traffic, NDJSON', NDJSON_PER_SECOND),
    atLeast('drift traffic, mistakes', DRIFTING_PER_SECOND),
    { line: `drift traffic, HAR: ${ofRedocly.toFixed(2)} of Redocly's speed, at least 1`, isMet: ofRedocly >= 1 },
    { line: `memory: ${most} MB, at most ${MEGABYTES}`, isMet: most <= MEGABYTES },
  ]
}

async function main() {
  const { values } = parseOptions(help, {
    exchanges: { type: 'string', default: '200000' },
    json: { type: 'boolean', default: false },
  })
  const count = wholeNumber('exchanges', values.exchanges, 1000)
  await inTemporaryFolder('paket-bench-', async (folder) => {
    const lines = await entries()
    const place = (name: string) => join(folder, name)
    const tenth = Math.round(count / 10)
    await Promise.all([write(place('many.ndjson'), lines, count), write(place('few.ndjson'), lines, FEW)])
    await Promise.all([write(place('many.har'), lines, tenth), write(place('few.har'), lines, FEW)])
    const half = Math.round(count / 2)
    await Promise.all([
      write(place('drifting.ndjson'), drifting(lines), half),
      write(place('few-drifting.ndjson'), drifting(lines), FEW),
    ])
    await writeFile(place('contract.json'), JSON.stringify(await loadDocument(join(root, 'openapi'))))
    const own = `const { main } = await import(${JSON.stringify(join(root, 'scripts/drift/cli/main.ts'))}); process.exitCode = await main(process.argv.slice(2))`
    const redocly = `await import(${JSON.stringify(join(root, 'node_modules/@redocly/cli/bin/cli.js'))})`
    const har = { many: place('many.har'), few: place('few.har'), count: tenth }
    const ndjson = { many: place('many.ndjson'), few: place('few.ndjson'), count }
    const traffic = (file: string) => ['traffic', file]
    const readByRedocly = (file: string) => [
      'drift',
      file,
      '--api',
      place('contract.json'),
      '--server',
      'https://shop.example/bff/api',
    ]
    const inTurn = await speedsInTurn(
      [
        [own, traffic],
        [redocly, readByRedocly],
      ],
      har,
    )
    const rows = {
      'drift traffic, NDJSON': await speed(own, traffic, ndjson),
      'drift traffic, mistakes': await speed(own, traffic, {
        many: place('drifting.ndjson'),
        few: place('few-drifting.ndjson'),
        count: half,
      }),
      'drift traffic, HAR': inTurn.rows[0],
      'redocly drift, HAR': inTurn.rows[1],
      'Prism, requests only': { perSecond: await prismSpeed(tenth), megabytes: null },
    }
    const budgets = budgetsOf(rows, inTurn.ratio)
    if (values.json) console.log(JSON.stringify({ exchanges: count, rows, budgets }, null, 2))
    else {
      const best = rows['drift traffic, NDJSON'].perSecond
      for (const [name, { perSecond, megabytes }] of Object.entries(rows))
        console.log(
          `${name.padEnd(24)} ${String(perSecond).padStart(8)} a second  ${(perSecond / best).toFixed(2)}×  ${megabytes === null ? '' : `${megabytes} MB at most`}`,
        )
      for (const { line, isMet } of budgets) console.log(`${isMet ? 'met    ' : 'BROKEN '} ${line}`)
    }
    if (!budgets.every(({ isMet }) => isMet)) process.exitCode = 1
  })
}
await runMain(main)
