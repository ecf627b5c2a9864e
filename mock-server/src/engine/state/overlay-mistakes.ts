import type { Contract } from '#engine/contract/contract.ts'
import { inOneLine } from '#engine/contract/violation.ts'
import type { User } from './user.ts'
import type { Users } from './users.ts'

/** Validates the current answer of a call. Skips examples without an overlay: the contract's lint validates those. */
export function overlayMistakes(user: User, call: string, users: Users, contract: Contract): string[] {
  const operation = contract.operation(call)
  const current = user.answers.get(call)
  const example = operation && current && contract.example(operation, current.example)
  if (!example || Object.keys(current.set).length === 0) return []
  const violations = contract.answerViolations(operation, example.status, users.body(user, call))
  return violations.length > 0 ? [`${call}, example ${example.name} with its overlay: ${inOneLine(violations)}`] : []
}
