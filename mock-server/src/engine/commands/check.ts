import { Clock } from '#engine/clock.ts'
import { load, newUsers } from '#engine/load.ts'
import type { Product } from '#engine/product.ts'
import { usage, usageText } from '#engine/scenarios/usage.ts'

/** Lists each example, code and scenario with who uses it; the process fails when one is unused or missing. */
export async function check(product: Product, contractDir: string): Promise<void> {
  const loaded = await load(product, { contractDir })
  const { contract, scenarios, behaviour } = loaded
  const productProblems = behaviour.problems(scenarios, newUsers(loaded, new Clock()))
  const used = usage({ contract, scenarios, rules: product.scenarios, productProblems })
  console.log(usageText(used))
  if (used.problems.length > 0) process.exitCode = 1
}
