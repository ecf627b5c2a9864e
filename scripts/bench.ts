import { parseArgs } from 'node:util'
import { benchMock } from './bench-mock.ts'
import { bundleSizes } from './bench/bundles.ts'
import { CALLS_A_ROUND, callTimes } from './bench/call-time.ts'
import { plainContract } from './bench/contract.ts'
import { generatedCosts, generatedTable } from './bench/generated.ts'
import { matrix } from './bench/matrix.ts'
import { inKilobytes, inMicroseconds, type Numbers, table } from './bench/numbers.ts'
import { onStop, stopAll } from './processes.ts'

const help = `npm run bench: what the SDK costs, beside other clients, in time and in bytes.

A call: every client posts the same order to the same stubbed fetch and reads the JSON; rounds are interleaved and the
median is shown. Only the SDK checks a token, judges the answer, names the failure and can be timed out. '+ Request': the
stub builds a Request of an address and an init, as a platform does; openapi-fetch, hey-api and ky come with one.
Bytes: min+gzip of one call and of all calls of the contract, with the runtime.

A generated client: what each tool writes from the same contract, with and without its checks of answers. Bytes as above;
type check: tsc on a file that makes every call (ours as partners install it, and from its sources); generation: the
tool's own command. Interleaved medians.

  --matrix             instead: what each client makes of what a server or a network may do, as a Markdown table
  --without-refusals   with --matrix: the others are told that a 200 is a success, never a refusal
  --mock               instead: what the mock costs beside Prism alone; --mock --help
  --quick              fewer rounds
  --rounds <n>         rounds of 1000 calls for each client (25; quick: 5)
  --json               prints JSON
  --help`
const ROUNDS = { calls: 25, generated: 3 }
const QUICK_ROUNDS = { calls: 5, generated: 1 }

const { values } = parseArgs({
  options: {
    matrix: { type: 'boolean', default: false },
    mock: { type: 'boolean', default: false },
    'without-refusals': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

function callTable(times: Record<string, Numbers>, bytes: Record<string, Numbers>): string {
  const reference = 'openapi-fetch'
  const columns = [
    ...Object.entries(times).map(([head, numbers]) => ({ head, numbers, show: inMicroseconds, reference })),
    ...Object.entries(bytes).map(([head, numbers]) => ({ head, numbers, show: inKilobytes })),
  ]
  return table(Object.keys(bytes['1 call'] ?? {}), columns)
}

async function costs(rounds: number, generatedRounds: number): Promise<void> {
  const { calls } = await plainContract()
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
  console.log(`${generatedTable(generated)}

Budgets of @paket/sdk: a call at most 1.15 × openapi-fetch in time (success, business failure); one call at most 5 kB, all
calls with their rules at most 6 kB; first in bytes and in type checking among the clients that check answers.`)
}

async function main() {
  if (values.mock) return benchMock(process.argv.slice(2))
  if (values.help) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  if (values.matrix) return console.log(await matrix(values['without-refusals']))
  const { calls, generated } = values.quick ? QUICK_ROUNDS : ROUNDS
  const rounds = Number(values.rounds ?? calls)
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number from 1, not ${values.rounds}`)
  return costs(rounds, generated)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
