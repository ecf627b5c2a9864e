import { generatedSizes } from './bundles.ts'
import { type CheckResult, checkedPrograms } from './checking.ts'
import { plainContract } from './contract.ts'
import { type GeneratorName, generators, inWorkshop, runGenerator } from './generators.ts'
import { inKilobytes, interleaved, type Numbers, table } from './numbers.ts'

/** What generated clients cost: bytes, seconds and milliseconds per client. */
export interface GeneratedCosts {
  calls: number
  oneCall: Numbers
  allCalls: Numbers
  checking: Numbers
  types: Numbers
  /** Clients whose generated code does not compile. */
  broken: string[]
  generation: Numbers
}

/** Generates every client, bundles it, and type-checks a file with every call; repeats that `rounds` times. */
export async function generatedCosts(rounds: number): Promise<GeneratedCosts> {
  const { document, calls } = await plainContract()
  return inWorkshop(document, async (workshop) => {
    const names = Object.keys(generators) as GeneratorName[]
    const generation = await interleaved(names, rounds, (name) => runGenerator(name, workshop))
    const programs = await checkedPrograms(calls, workshop)
    const results = new Map<string, CheckResult>()
    const checking = await interleaved(programs.names, rounds, async (name) => {
      const checked = await programs.check(name)
      results.set(name, checked)
      return checked.seconds
    })
    return {
      calls: calls.length,
      oneCall: await generatedSizes(
        calls.filter(({ id }) => id === 'createOrder'),
        workshop,
      ),
      allCalls: await generatedSizes(calls, workshop),
      checking,
      types: Object.fromEntries([...results].map(([name, { types }]) => [name, types])),
      broken: [...results].filter(([, { errors }]) => errors > 0).map(([name]) => name),
      generation,
    }
  })
}

export function generatedTable({
  calls,
  oneCall,
  allCalls,
  checking,
  types,
  broken,
  generation,
}: GeneratedCosts): string {
  const reference = '@paket/sdk'
  const columns = [
    { head: '1 call', numbers: oneCall, show: inKilobytes },
    { head: `${calls} calls`, numbers: allCalls, show: inKilobytes, reference },
    { head: 'type check', numbers: checking, show: (seconds: number) => `${seconds.toFixed(2)} s`, reference },
    { head: 'types', numbers: types, show: String },
    { head: 'generation', numbers: generation, show: (ms: number) => `${(ms / 1000).toFixed(2)} s`, reference },
  ]
  const notes = broken.map((name) => `${name}: what is generated does not compile.`)
  return [table(Object.keys(checking), columns), ...notes].join('\n')
}
