import { join } from 'node:path'
import { compareWithBudgets, timeColumn, timeReference } from './bench/budgets.ts'
import { bundleSizes } from './bench/bundles.ts'
import { plainContract } from './bench/contract.ts'
import { figures, writeFigures } from './bench/figures.ts'
import { generatedCosts, generatedTable } from './bench/generated.ts'
import { matrix } from './bench/matrix.ts'
import { benchMock } from './bench/mock.ts'
import { inKilobytes, inMicroseconds, type Numbers, table, wholeNumber } from './bench/numbers.ts'
import { installOwnPackages } from './own-packages.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run bench: the cost of the SDK in time and bytes, compared with other clients.

A call: every client posts the same order to the same stubbed fetch and reads the JSON. Rounds are interleaved; shown is the
median of CPU time. Only the SDK checks a token, judges the answer, names the failure and limits the size of the body; like
'+ time-out', it has a time limit. '+ Request': the stub builds a Request from a URL and an init, as platforms do; openapi-fetch,
hey-api and ky pass one themselves. The time budget applies to that column.
Bytes: min+gzip of one call and of all calls of the contract, with the runtime.

A generated client: what each tool writes from the same contract, with and without validation of answers. Bytes as above;
type check: tsc on a file that makes every call (ours as partners install it, and from source); generation: the tool's own
command. Interleaved medians. Exits with 1 when a budget is exceeded.

  --write              also update the figures in sdk/COMPARED.md
  --matrix             instead: how each client handles answers and network errors, as a Markdown table, and which do not compile
  --without-refusals   with --matrix: treat every 200 of the other clients as a success
  --mock               instead: the cost of the mock, compared with Prism alone; --mock --help
  --pages              instead: how soon an account page is usable on a slow phone; --pages --help
  --presses            instead: how fast the app responds to each click of a purchase on a slow phone; --presses --help
  --quick              fewer rounds
  --rounds <n>         rounds of 1000 calls per client (25; with --quick 9)
  --json               print JSON
  --help`
const ROUNDS = { calls: 25, generated: 3 }
const QUICK_ROUNDS = { calls: 9, generated: 1 }

function callTable(times: Record<string, Numbers>, bytes: Record<string, Numbers>): string {
  const reference = timeReference
  const columns = [
    ...Object.entries(times).map(([head, numbers]) => ({ head, numbers, show: inMicroseconds, reference })),
    ...Object.entries(bytes).map(([head, numbers]) => ({ head, numbers, show: inKilobytes })),
  ]
  return table(Object.keys(times[timeColumn] ?? {}), columns)
}

async function costs(
  values: { json: boolean; write: boolean },
  rounds: number,
  generatedRounds: number,
): Promise<void> {
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
  const budgets = compareWithBudgets(times, generated)
  const lines = budgets.map(({ line, isWithin }) => `${isWithin ? 'within' : 'OVER'}  ${line}`)
  console.log(`${generatedTable(generated)}\n\nBudgets of @paket/sdk:\n${lines.join('\n')}`)
  if (values.write) await writeFigures(figures(times, generated))
  if (budgets.some(({ isWithin }) => !isWithin)) process.exitCode = 1
}

async function main() {
  const is = (option: string) => process.argv.includes(option)
  // The commands that load a browser are imported lazily.
  if (is('--mock')) return benchMock()
  if (is('--pages')) return (await import('./bench/pages.ts')).benchPages()
  if (is('--presses')) return (await import('./bench/presses.ts')).benchPresses()
  const { values } = parseOptions(help, {
    matrix: { type: 'boolean', default: false },
    'without-refusals': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  await installOwnPackages(join(import.meta.dirname, 'bench'))
  if (values.matrix) return console.log(await matrix(values['without-refusals']))
  const { calls, generated } = values.quick ? QUICK_ROUNDS : ROUNDS
  return costs(values, wholeNumber('rounds', values.rounds ?? String(calls)), generated)
}

await runMain(main)
