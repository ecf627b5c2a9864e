import { Clock } from './clock.ts'
import { Contract } from './contract/contract.ts'
import type { Behaviour, Product } from './product.ts'
import { loadScenarios, type Vocabulary } from './scenarios/load-scenarios.ts'
import { proveScenarios } from './scenarios/prove-scenarios.ts'
import type { Scenario } from './state/scenario.ts'
import { Users } from './state/users.ts'

export interface Folders {
  contractDir: string
  scenariosDir: string
  /** A folder with further scenarios; one with the name of ours replaces it. */
  moreScenariosDir: string
}
/** A product with its contract and its scenarios read and compared. Nothing of it changes. */
export interface Loaded {
  product: Product
  contract: Contract
  behaviour: Behaviour
  scenarios: readonly Scenario[]
  scenariosDirs: readonly string[]
}

/** Reads a product and proves what its scenarios answer at their start; throws an error that names what is wrong, with file and line. */
export async function load(product: Product, folders: Partial<Folders> = {}): Promise<Loaded> {
  const { contractDir = product.contractDir, scenariosDir = product.scenariosDir, moreScenariosDir } = folders
  const contract = await (product.readContract?.(contractDir) ?? Contract.load(contractDir))
  const behaviour = await product.load(contract, contractDir)
  const scenariosDirs = [scenariosDir, ...(moreScenariosDir === undefined ? [] : [moreScenariosDir])]
  const scenarios = await loadScenarios(scenariosDirs, vocabularyOf({ product, contract, behaviour }))
  const loaded = { product, contract, behaviour, scenarios, scenariosDirs }
  proveScenarios(newUsers(loaded, new Clock()), contract)
  return loaded
}

/** What scenarios are read by. */
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

/** Users of a product, none of whom has called yet. */
export const newUsers = (
  { product, contract, behaviour, scenarios }: Omit<Loaded, 'scenariosDirs'>,
  clock: Clock,
): Users =>
  new Users({
    scenarios,
    contract,
    clock,
    newcomer: product.scenarios.newcomer,
    constants: behaviour.constants,
    newState: () => behaviour.newState(),
    ...(behaviour.due && { due: behaviour.due.bind(behaviour) }),
  })
