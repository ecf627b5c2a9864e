import { valueAt } from '@paket/contract'
import type { Scenario } from '#engine/state/scenario.ts'
import type { Users } from '#engine/state/users.ts'
import type { Catalogue } from '@paket/contract'
import type { Lifecycle } from './lifecycle/source.ts'

/** Lists the bundles of the catalogue that no scenario has at its start, a sentence each. */
export function problems(
  { bundles }: Catalogue,
  { reads }: Lifecycle,
  scenarios: readonly Scenario[],
  users: Users,
): string[] {
  const covered = new Set(
    scenarios.map((scenario) =>
      valueAt(users.body(users.assignScenario(scenario.name, scenario), reads['subscriber'] ?? ''), 'result.bundleId'),
    ),
  )
  return bundles.filter(({ id }) => !covered.has(id)).map(({ name }) => `no scenario has the bundle ${name}`)
}
