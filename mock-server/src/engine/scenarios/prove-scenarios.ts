import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { variablesIn } from '#engine/state/overlay.ts'
import { overlayMistakes } from '#engine/state/overlay-mistakes.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { messageOf } from '#engine/message-of.ts'

/**
 * Validates the first answers of every scenario against the contract; throws one error with all violations. Restarts
 * each of `users`, so they must not belong to a running mock.
 */
export function proveScenarios(users: Users, contract: Contract): void {
  const mistakes = users.scenarios().flatMap((scenario) => {
    try {
      const user = users.assignScenario(scenario.name, scenario)
      return contract.operations.flatMap((operation) => [
        ...firstMistakes(operation, user, users, contract).map((mistake) => `${scenario.name}.yaml: ${mistake}`),
        ...sequenceMistakes(operation, user, users, contract),
      ])
    } catch (error) {
      return [`${scenario.name}.yaml: ${messageOf(error)}`]
    }
  })
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${[...new Set(mistakes)].join('\n  ')}`)
}

/** Validates the first answer of a call. */
function firstMistakes({ id }: Operation, user: User, users: Users, contract: Contract): string[] {
  try {
    return overlayMistakes(user, id, users, contract)
  } catch (error) {
    return [messageOf(error)]
  }
}

/** Validates the steps of a call's sequences, except recorded violations. */
function sequenceMistakes(operation: Operation, user: User, users: Users, contract: Contract): string[] {
  const answer = user.scenario.answers[operation.id]
  const steps = [answer, ...(answer?.when ?? [])].flatMap((each) => each?.sequence ?? [])
  return steps.flatMap((step, at) => {
    // A step that refers to the request can be validated only with a request.
    if ('violation' in step || variablesIn(step.set).some((name) => /^(body|call)\./.test(name))) return []
    const where = `${user.scenario.name}.yaml: ${operation.id}, step ${at + 1} of its sequences`
    try {
      const status = contract.example(operation, step.example)?.status ?? 0
      const violations = contract.answerViolations(operation, status, users.preview(user, operation.id, step))
      return violations.length > 0 ? [`${where}: ${inOneLine(violations)}`] : []
    } catch (error) {
      return [`${where}: ${messageOf(error)}`]
    }
  })
}
