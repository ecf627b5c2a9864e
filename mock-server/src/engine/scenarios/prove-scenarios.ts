import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** Compares what every scenario answers at its start with the contract; throws one error with all that breaks it. `users` belong to no running mock: each is restarted. */
export function proveScenarios(users: Users, contract: Contract): void {
  const mistakes = users.scenarios().flatMap((scenario) => {
    try {
      const user = users.assignScenario(scenario.name, scenario)
      return contract.operations.flatMap((operation) => mistakeOf(operation, user, users, contract))
    } catch (error) {
      return [`${scenario.name}.yaml: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${[...new Set(mistakes)].join('\n  ')}`)
}

/** How a call's first answer breaks the contract; nothing when it does not. */
function mistakeOf(operation: Operation, user: User, users: Users, contract: Contract): string[] {
  const current = user.answers.get(operation.id)
  const example = current && contract.example(operation, current.example)
  // An example that nothing is laid over is the contract's own matter: its lint proves it.
  if (!example || Object.keys(current.set).length === 0) return []
  const file = `${user.scenario.name}.yaml`
  try {
    const violations = contract.answerViolations(operation, example.status, users.body(user, operation.id))
    if (violations.length === 0) return []
    return [`${file}: ${operation.id}, example ${example.name} with its overlay: ${inOneLine(violations)}`]
  } catch (error) {
    return [`${file}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
