import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judged, timeColumn, timeReference } from './bench/budgets.ts'
import { bundleSizes } from './bench/bundles.ts'
import { plainContract } from './bench/contract.ts'
import { figures, writeFigures } from './bench/figures.ts'
import { generatedCosts, generatedTable } from './bench/generated.ts'
import { matrix } from './bench/matrix.ts'
import { benchMock } from './bench/mock.ts'
import { inKilobytes, inMicroseconds, type Numbers, table, wholeNumber } from './bench/numbers.ts'
import { benchPages } from './bench/pages.ts'
import { benchPresses } from './bench/presses.ts'
import { installOwnPackages } from './own-packages.ts'
import { onStop, stopAll } from './processes.ts'

const help = `npm run bench: what the SDK costs, beside other clients, in time and in bytes.

A call: every client posts the same order to the same stubbed fetch and reads the JSON; rounds are interleaved, and the
median of the processor's time is shown. Only the SDK checks a token, judges the answer, names the failure and limits its size; the SDK ends in
time, and so does '+ time-out'. '+ Request': the stub builds a Request of an address and an init, as a platform does;
openapi-fetch, hey-api and ky come with one. The budget of time is judged there.
Bytes: min+gzip of one call and of all calls of the contract, with the runtime.

A generated client: what each tool writes from the same contract, with and without its checks of answers. Bytes as above;
type check: tsc on a file that makes every call (ours as partners install it, and from its sources); generation: the
tool's own command. Interleaved medians. It ends with an error where a budget is exceeded.

  --write              also writes the figures of sdk/README.md
  --matrix             instead: what each client makes of what a server or a network may do, as a Markdown table
  --without-refusals   with --matrix: the others take a 200 as a success, never as a refusal
  --mock               instead: what the mock costs beside Prism alone; --mock --help
  --pages              instead: how soon a page of the account can be used on a slow phone; --pages --help
  --presses            instead: how soon the app answers each press of a purchase on a slow phone; --presses --help
  --quick              fewer rounds
  --rounds <n>         rounds of 1000 calls for each client (25; quick: 9)
  --json               prints JSON
  --help`
const ROUNDS = { calls: 25, generated: 3 }
const QUICK_ROUNDS = { calls: 9, generated: 1 }

const { values } = parseArgs({
  options: {
    matrix: { type: 'boolean', default: false },
    mock: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    presses: { type: 'boolean', default: false },
    // Of --mock alone.
    starts: { type: 'string' },
    // Of --pages alone.
    path: { type: 'string' },
    as: { type: 'string' },
    base: { type: 'string' },
    'without-refusals': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function callTable(times: Record<string, Numbers>, bytes: Record<string, Numbers>): string {
  const reference = timeReference
  const columns = [
    ...Object.entries(times).map(([head, numbers]) => ({ head, numbers, show: inMicroseconds, reference })),
    ...Object.entries(bytes).map(([head, numbers]) => ({ head, numbers, show: inKilobytes })),
  ]
  return table(Object.keys(times[timeColumn] ?? {}), columns)
}

async function costs(rounds: number, generatedRounds: number): Promise<void> {
  const { calls } = await plainContract()
  const { CALLS_A_ROUND, callTimes } = await import('./bench/call-time.ts')
  const times = await callTimes(calls, rounds)
  const bytes = {
    '1 call': await bundleSizes(calls.filter(({ id }) => id === 'createOrder')),
    [`${calls.length} calls`]: await bundleSizes(calls),
  }
  if (!values.json) {
    console.log(
      `Node ${process.version}. Rounds of ${CALLS_A_ROUND} calls, interleaved: ${rounds}, medians. Bytes: min+gzip.\n`,
    )
    console.log(
      `${callTable(times, bytes)}\n\nGenerated clients. Rounds, interleaved: ${generatedRounds}, medians. Bytes: min+gzip.\n`,
    )
  }
  const generated = await generatedCosts(generatedRounds)
  if (values.json) return console.log(JSON.stringify({ microseconds: times, bytes, generated }, undefined, 2))
  const budgets = judged(times, generated)
  const lines = budgets.map(({ line, isWithin }) => `${isWithin ? 'within' : 'OVER'}  ${line}`)
  console.log(`${generatedTable(generated)}\n\nBudgets of @paket/sdk:\n${lines.join('\n')}`)
  if (values.write) await writeFigures(figures(times, generated))
  if (budgets.some(({ isWithin }) => !isWithin)) process.exitCode = 1
}

async function main() {
  if (values.mock) return benchMock(process.argv.slice(2))
  if (values.pages) return benchPages(process.argv.slice(2))
  if (values.presses) return benchPresses(process.argv.slice(2))
  if (values.help) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  await installOwnPackages(join(import.meta.dirname, 'bench'))
  if (values.matrix) return console.log(await matrix(values['without-refusals']))
  const { calls, generated } = values.quick ? QUICK_ROUNDS : ROUNDS
  return costs(wholeNumber('rounds', values.rounds ?? String(calls)), generated)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
