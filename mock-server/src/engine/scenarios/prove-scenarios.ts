import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { variablesIn } from '#engine/state/overlay.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** Compares what every scenario answers at its start with the contract; throws one error with all that breaks it. `users` belong to no running mock: each is restarted. */
export function proveScenarios(users: Users, contract: Contract): void {
  const mistakes = users.scenarios().flatMap((scenario) => {
    try {
      const user = users.assignScenario(scenario.name, scenario)
      return contract.operations.flatMap((operation) => [
        ...mistakeOf(operation, user, users, contract),
        ...sequenceMistakes(operation, user, users, contract),
      ])
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

/** How steps of a call's sequences break the contract; a violation may. */
function sequenceMistakes(operation: Operation, user: User, users: Users, contract: Contract): string[] {
  const answer = user.scenario.answers[operation.id]
  const steps = [answer, ...(answer?.when ?? [])].flatMap((each) => each?.sequence ?? [])
  return steps.flatMap((step, at) => {
    // What quotes the request is known when one comes.
    if ('violation' in step || variablesIn(step.set).some((name) => /^(body|call)\./.test(name))) return []
    const where = `${user.scenario.name}.yaml: ${operation.id}, step ${at + 1} of its sequences`
    try {
      const status = contract.example(operation, step.example)?.status ?? 0
      const violations = contract.answerViolations(operation, status, users.preview(user, operation.id, step))
      return violations.length > 0 ? [`${where}: ${inOneLine(violations)}`] : []
    } catch (error) {
      return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}
