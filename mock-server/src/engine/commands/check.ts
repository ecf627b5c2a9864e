import { Clock } from '#engine/clock.ts'
import { type Folders, load, newUsers } from '#engine/load.ts'
import type { Product } from '#engine/product.ts'
import { usage, usageText } from '#engine/scenarios/usage.ts'

/**
 * Plays the product's scenarios through, then lists each example, code and scenario with its users. Exits with 1 when
 * an answer is wrong or something is unused or missing. Of another contract it validates the scenarios only, by loading
 * them: no scenario has to use its examples.
 */
export async function check(product: Product, folders: Partial<Folders>): Promise<void> {
  const loaded = await load(product, folders)
  const { contract, scenarios, behaviour } = loaded
  if (contract.isForeign)
    return console.log(`${contract.operations.length} calls, ${scenarios.length} scenarios: no mistake.`)
  const productProblems = behaviour.problems(scenarios, newUsers(loaded, new Clock()))
  const used = usage({ contract, scenarios, rules: product.scenarios, uses: behaviour.uses, productProblems })
  const walked = used.problems.length > 0 ? undefined : await behaviour.walk?.(loaded)
  if (walked) console.log([...walked.problems.map((problem) => `✗ ${problem}`), walked.summary, ''].join('\n'))
  console.log(usageText(used))
  if (used.problems.length > 0 || (walked?.problems.length ?? 0) > 0) process.exitCode = 1
}
