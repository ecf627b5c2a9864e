import { Clock } from './clock.ts'
import { Contract } from './contract/contract.ts'
import type { Behaviour, Product } from './product.ts'
import { loadScenarios, type Vocabulary } from './scenarios/load-scenarios.ts'
import { proveScenarios } from './scenarios/prove-scenarios.ts'
import type { Source } from './scenarios/scenario-source.ts'
import type { Scenario } from './state/scenario.ts'
import { Users } from './state/users.ts'

export interface Folders {
  contractDir: string
  scenariosDir: string
  /** A folder with more scenarios; one with the same name replaces ours. */
  moreScenariosDir: string
}
/** A product with its contract and validated scenarios. Immutable. */
export interface Loaded {
  product: Product
  contract: Contract
  behaviour: Behaviour
  scenarios: readonly Scenario[]
  /** What every scenario inherits. */
  defaults: Source
}

/** Reads a product and validates the first answers of its scenarios; throws an error with file and line. */
export async function load(product: Product, folders: Partial<Folders> = {}): Promise<Loaded> {
  const { contractDir = product.contractDir, scenariosDir = product.scenariosDir, moreScenariosDir } = folders
  const contract = await (product.readContract?.(contractDir) ?? Contract.load(contractDir))
  const behaviour = await product.load(contract, contractDir)
  const scenariosDirs = [scenariosDir, ...(moreScenariosDir === undefined ? [] : [moreScenariosDir])]
  const { placeOf, ...read } = await loadScenarios(scenariosDirs, vocabularyOf({ product, contract, behaviour }))
  const loaded = { product, contract, behaviour, ...read }
  proveScenarios(newUsers(loaded, new Clock()), contract, product.scenarios, placeOf)
  return loaded
}

/** Returns the names that scenarios are validated with. */
export const vocabularyOf = ({
  product,
  contract,
  behaviour,
}: Pick<Loaded, 'product' | 'contract' | 'behaviour'>): Vocabulary => ({
  contract,
  rules: product.scenarios,
  effects: Object.keys(behaviour.effects),
  constants: Object.keys(behaviour.constants),
})

/** Creates the users of a product; none of them has called yet. */
export const newUsers = ({ product, contract, behaviour, scenarios }: Omit<Loaded, 'defaults'>, clock: Clock): Users =>
  new Users({
    scenarios,
    contract,
    clock,
    newcomer: product.scenarios.newcomer,
    constants: behaviour.constants,
    newState: () => behaviour.newState(),
    ...(behaviour.due && { due: behaviour.due.bind(behaviour) }),
  })
