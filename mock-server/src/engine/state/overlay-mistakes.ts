import type { Contract, Operation } from '#engine/contract/contract.ts'
import { inOneLine } from '#engine/contract/violation.ts'
import { unknownName } from '#engine/nearest.ts'
import { stepsOf, WHOLE } from './overlay.ts'
import type { User } from './user.ts'
import type { Users } from './users.ts'

/** Validates the current answer of a call. Skips examples without an overlay: the contract's lint validates those. */
export function overlayMistakes(user: User, call: string, users: Users, contract: Contract): string[] {
  const operation = contract.operation(call)
  const current = user.answers.get(call)
  const example = operation && current && contract.example(operation, current.example)
  if (!example) return []
  const paths = Object.keys(current.set)
  if (paths.length === 0) return []
  const unknown = paths.flatMap((path) => unknownField(contract, operation, example, path) ?? [])
  if (unknown.length > 0) return unknown
  const violations = contract.answerViolations(operation, example.status, users.body(user, call))
  return violations.length > 0 ? [`${call}, example ${example.name} with its overlay: ${inOneLine(violations)}`] : []
}

/** Returns the mistake in a path of an overlay; null when the answer can have this field. */
export function unknownField(
  contract: Contract,
  operation: Operation,
  example: Operation['examples'][number],
  path: string,
): string | null {
  const written = path.replace(/\[\]$/, '')
  if (written === WHOLE) return null
  const steps = stepsOf(written)
  const fields = steps.length === 0 ? [written] : steps.flatMap((step) => ('field' in step ? [step.field] : []))
  for (const [index, field] of fields.entries()) {
    const parents = fields.slice(0, index)
    const known = contract.fields(operation, example, parents)
    if (!known) return `${operation.id} has no fields in ${parents.join('.')}`
    const knownPaths = known.map((name) => [...parents, name].join('.'))
    if (!known.includes(field)) return unknownName(`field of ${operation.id}`, written, knownPaths)
  }
  return null
}
