import { inOneLine } from '#engine/contract/violation.ts'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { type Overlay, variablesIn, variablesInPath } from '#engine/state/overlay.ts'
import { overlayMistakes } from '#engine/state/overlay-mistakes.ts'
import type { Change, Move, Scenario, SequenceStep } from '#engine/state/scenario.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { messageOf } from '#engine/message-of.ts'
import type { ScenarioRules } from './rules.ts'
import type { Place } from './scenario-source.ts'

/**
 * Validates the first answers, the cases, the sequences, the changes and the product's steps of every scenario against the contract;
 * throws one error with all violations. Restarts each of `users`, so they must not belong to a running mock. `placeOf`
 * returns the file and line of a part of a scenario.
 */
export function proveScenarios(
  users: Users,
  contract: Contract,
  rules: ScenarioRules,
  placeOf = (scenario: string, _place: Place) => `${scenario}.yaml`,
): void {
  const mistakes = users.scenarios().flatMap((scenario) => {
    try {
      const of: Proved = { user: users.assignScenario(scenario.name, scenario), users, contract }
      return [
        ...contract.operations.flatMap((operation) =>
          [...firstMistakes(operation, of), ...laterMistakes(operation, of)].map(
            (mistake) => `${placeOf(scenario.name, ['answers', operation.id])} ${mistake}`,
          ),
        ),
        ...movesOf(scenario).flatMap(({ place, answers }) =>
          Object.entries(answers).flatMap(([call, change]) => {
            const at = [...place, 'answers', call]
            const wrong = changeMistakes(contract.operation(call)!, change, place.join('.'), of)
            return wrong.map((mistake) => `${placeOf(scenario.name, at)} ${mistake}`)
          }),
        ),
        ...rules.steps(scenario).flatMap(({ call, place, ...step }) => {
          const wrong = stepMistakes(contract.operation(call)!, step, place.join('.'), of)
          return wrong.map((mistake) => `${placeOf(scenario.name, place)} ${mistake}`)
        }),
      ]
    } catch (error) {
      return [`${scenario.name}.yaml: ${messageOf(error)}`]
    }
  })
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${[...new Set(mistakes)].join('\n  ')}`)
}

/** A scenario at its start, and what its answers must match. */
interface Proved {
  user: User
  users: Users
  contract: Contract
}

/** Validates the first answer of a call. */
function firstMistakes({ id }: Operation, { user, users, contract }: Proved): string[] {
  try {
    return overlayMistakes(user, id, users, contract)
  } catch (error) {
    return [messageOf(error)]
  }
}

/** Validates the cases and the steps of a call's sequences, except recorded violations. */
function laterMistakes(operation: Operation, of: Proved): string[] {
  const answer = of.user.scenario.answers[operation.id]
  const current = of.user.answers.get(operation.id)
  const mistakesOf = (step: SequenceStep, where: string, before?: Overlay) =>
    stepMistakes(operation, step, where, of, before)
  const cases = answer?.when ?? []
  return [
    ...cases.flatMap((each, at) =>
      mistakesOf(each, `case ${at + 1} of when`, each.example === current?.example ? current.set : {}),
    ),
    ...[answer, ...cases]
      .flatMap((each) => each?.sequence ?? [])
      .flatMap((step, at) => mistakesOf(step, `step ${at + 1} of its sequences`)),
  ]
}

/** The changes by events and calls, with their places. */
function movesOf({ answers, on }: Scenario) {
  const placed = (place: Place, moves: readonly Move[]) =>
    moves.map((move, index) => ({ place: [...place, index], answers: move.answers }))
  return [
    ...Object.entries(on).flatMap(([event, moves]) => placed(['on', event], moves)),
    ...Object.entries(answers).flatMap(([call, { moves, when }]) => [
      ...placed(['answers', call, 'moves'], moves),
      ...when.flatMap((each, at) => placed(['answers', call, 'when', at, 'moves'], each.moves)),
    ]),
  ]
}
/** Validates a change as if the first answer was still current. */
function changeMistakes(operation: Operation, { example, set }: Change, where: string, of: Proved): string[] {
  const current = of.user.answers.get(operation.id)
  const step = { example: example ?? current?.example ?? of.contract.example(operation)?.name ?? '', set }
  return stepMistakes(operation, step, where, of, step.example === current?.example ? current.set : {})
}

/** Validates one step, after the overlay `before`. Skips an example without an overlay: the contract's lint validates those. */
function stepMistakes(
  operation: Operation,
  step: SequenceStep,
  where: string,
  { user, users, contract }: Proved,
  before: Overlay = {},
): string[] {
  if ('violation' in step || Object.keys({ ...before, ...step.set }).length === 0) return []
  // What refers to the request or the event can be validated only with it.
  const known = users.variables(user)
  const asked = Object.entries(step.set).flatMap(([path, value]) => [...variablesInPath(path), ...variablesIn(value)])
  if (asked.some((name) => !(name in known))) return []
  try {
    const status = contract.example(operation, step.example)?.status ?? 0
    const violations = contract.answerViolations(operation, status, users.preview(user, operation.id, step, before))
    return violations.length > 0 ? [`${operation.id}, ${where}: ${inOneLine(violations)}`] : []
  } catch (error) {
    return [`${operation.id}, ${where}: ${messageOf(error)}`]
  }
}
