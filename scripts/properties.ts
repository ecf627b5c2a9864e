import { randomInt } from 'node:crypto'
import { launch, nodeCommand } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run properties: examines the properties and random walks of the tests with another seed, and more often than npm test.

  --seed <n>   the seed; a random one without it
  --times <n>  how many times more often (20)
  --help

npm test always uses the same seed. A failure prints its seed: give it to --seed to repeat it.`
const LONG_MS = 3_600_000

function whole(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} is a whole number from ${least} on, not ${text}.`)
  return number
}

async function main(): Promise<void> {
  const { values } = parseOptions(help, { seed: { type: 'string' }, times: { type: 'string', default: '20' } })
  const seed = whole('seed', values.seed ?? String(randomInt(2 ** 31)), 0)
  const times = whole('times', values.times, 1)
  const again = `npm run properties -- --seed ${seed} --times ${times}`
  console.log(`Seed ${seed}, ${times} times as often. Again: ${again}`)
  // All test files that import it.
  const args = ['related', '--run', `--testTimeout=${LONG_MS}`, 'tests/support/property.ts']
  const vitest = nodeCommand('vitest', 'node_modules/vitest/vitest.mjs', args)
  const env = { PAKET_SEED: String(seed), PAKET_TIMES: String(times) }
  const { code } = await launch({ ...vitest, env, onLine: 'inherit' }).ended
  if (code !== 0) throw new Error(`A property does not hold. Again: ${again}`)
}

await runMain(main)
