import { Clock } from '#engine/clock.ts'
import { inOneLine } from '#engine/contract/breach.ts'
import type { Contract } from '#engine/contract/contract.ts'
import type { Scenario } from './scenario.ts'
import { Users } from '#engine/users/users.ts'

/** Compares what every scenario answers at its start with the contract; throws one error with all that breaks it. */
export function proveScenarios(scenarios: readonly Scenario[], contract: Contract): void {
  const mistakes = scenarios.flatMap((scenario) =>
    contract.operations.flatMap((operation) => {
      try {
        const users = new Users(scenarios, contract, new Clock())
        const user = users.become(scenario.name, scenario)
        const laid = user.answers.get(operation.id)
        const example = laid && contract.example(operation, laid.example)
        // An example that nothing is laid over is the contract's own matter: its lint proves it.
        if (!example || Object.keys(laid.set).length === 0) return []
        const breaches = contract.answerBreaches(operation, example.status, users.body(user, operation.id))
        return breaches.length > 0
          ? [`${scenario.name}.yaml: ${operation.id}, example ${example.name} with its overlay: ${inOneLine(breaches)}`]
          : []
      } catch (error) {
        return [`${scenario.name}.yaml: ${error instanceof Error ? error.message : String(error)}`]
      }
    }),
  )
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${[...new Set(mistakes)].join('\n  ')}`)
}
