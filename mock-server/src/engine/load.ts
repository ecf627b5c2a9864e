import { Clock } from './clock.ts'
import { Contract } from './contract/contract.ts'
import type { Behaviour, Product } from './product.ts'
import { loadScenarios } from './scenarios/load-scenarios.ts'
import { proveScenarios } from './scenarios/prove-scenarios.ts'
import type { Scenario } from './state/scenario.ts'
import { Users } from './state/users.ts'

export interface Folders {
  contractDir: string
  scenariosDir: string
}
/** A product with its contract and its scenarios read and compared. Nothing of it changes. */
export interface Loaded {
  product: Product
  contract: Contract
  behaviour: Behaviour
  scenarios: readonly Scenario[]
}

/** Reads a product and proves what its scenarios answer at their start; throws an error that names what is wrong, with file and line. */
export async function load(product: Product, folders: Partial<Folders> = {}): Promise<Loaded> {
  const { contractDir = product.contractDir, scenariosDir = product.scenariosDir } = folders
  const contract = await Contract.load(contractDir)
  const behaviour = await product.load(contract, contractDir)
  const scenarios = await loadScenarios(scenariosDir, {
    contract,
    rules: product.scenarios,
    effects: Object.keys(behaviour.effects),
    constants: Object.keys(behaviour.constants),
  })
  const loaded = { product, contract, behaviour, scenarios }
  proveScenarios(newUsers(loaded, new Clock()), contract)
  return loaded
}

/** Users of a product, none of whom has called yet. */
export const newUsers = ({ product, contract, behaviour, scenarios }: Loaded, clock: Clock): Users =>
  new Users({
    scenarios,
    contract,
    clock,
    newcomer: product.scenarios.newcomer,
    constants: behaviour.constants,
    newState: () => behaviour.newState(),
    ...(behaviour.due && { due: behaviour.due.bind(behaviour) }),
  })
