import { codeOf, type Example, failureOf, failuresOf, list, shownBy } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Answer, Move, Scenario } from '#engine/state/scenario.ts'
import type { ScenarioRules } from './rules.ts'

/** A named example, a code or a scenario, and who uses it. */
export interface Use {
  name: string
  users: string[]
}
/** What is looked at. */
export interface Used {
  contract: Contract
  scenarios: readonly Scenario[]
  rules: ScenarioRules
  /** Where the product's rules name an example, by `call example`. */
  uses?: ReadonlyMap<string, readonly string[]> | undefined
  /** What the product itself finds missing. */
  productProblems: readonly string[]
}
export interface Usage {
  examples: Use[]
  codes: Use[]
  scenarios: Use[]
  /** What is unused, and what is needed and missing: one sentence each. */
  problems: string[]
}

/**
 * Who uses each example, code and scenario. A refusal by code is used by the state that leads to it; what only its HTTP status says is used by the
 * failure that it shows.
 */
export function usage({ contract, scenarios, rules, uses: ruled, productProblems }: Used): Usage {
  const named = new Map<string, Set<string>>()
  for (const scenario of scenarios)
    for (const key of [...examplesIn(scenario), ...rules.examples(scenario)])
      named.set(key, (named.get(key) ?? new Set()).add(scenario.name))

  const examples = contract.operations.flatMap((operation) =>
    operation.examples.map((example) => ({
      name: `${operation.id} ${example.name}`,
      users: [
        ...(example.status === 200 ? [] : shownFailure(contract, operation, example)),
        ...(ruled?.get(`${operation.id} ${example.name}`) ?? []),
        ...shortened([...(named.get(`${operation.id} ${example.name}`) ?? [])], scenarios.length),
      ],
    })),
  )
  const codes = contract.operations.flatMap((operation) => codesOf(contract, operation))
  const uses = scenarios.map((scenario) => ({ name: scenario.name, users: saysOf(scenario, scenarios, rules) }))
  const problems = [
    ...examples.filter(isUnused).map(({ name }) => `the example ${name} is met in no state`),
    ...codes.filter(isUnused).map(({ name }) => `${name} has no example`),
    ...uses.filter(isUnused).map(({ name }) => `the scenario ${name} says nothing that another does not say`),
    ...productProblems,
  ]
  return { examples, codes, scenarios: uses, problems }
}
const isUnused = ({ users }: Use) => users.length === 0

/** Every example that a scenario names, as `call example`. */
function examplesIn({ answers, on }: Scenario): string[] {
  const ofMoves = (moves: readonly Move[]): string[] =>
    moves.flatMap((move) =>
      Object.entries(move.answers).flatMap(([call, { example }]) => (example ? [`${call} ${example}`] : [])),
    )
  const ofAnswer = ([call, { example, otherwise, afterRefusal, when, moves }]: [string, Answer]) => [
    ...[example, otherwise, afterRefusal?.example, ...when.map((each) => each.example)].flatMap((name) =>
      name ? [`${call} ${name}`] : [],
    ),
    ...ofMoves([...moves, ...when.flatMap((each) => each.moves)]),
  ]
  return [...Object.entries(answers).flatMap(ofAnswer), ...Object.values(on).flatMap((moves) => ofMoves(moves))]
}

const answerOf = ({ status, value }: Example) => ({ status, code: codeOf(value) })
const documented = (contract: Contract, operation: Operation) => contract.documented(operation)

/** The failure that an example shows; none for a code that the call does not list. */
function shownFailure(contract: Contract, operation: Operation, example: Example): string[] {
  const failure = failureOf(contract.document, documented(contract, operation), answerOf(example))
  return failure && failure.when !== 'unknown-code' ? [`failure ${failure.name}`] : []
}

/** Every code and status that a call lists, and the examples that show it. */
function codesOf(contract: Contract, operation: Operation): Use[] {
  return failuresOf(contract.document, documented(contract, operation)).flatMap(({ name, code, http }) => {
    const single = list(code).map((one) => ({ code: one, ...(http !== undefined && { http }) }))
    const wanted = single.length > 0 ? single : list(http).map((one) => ({ http: one }))
    return wanted.map((one) => {
      const label = 'code' in one ? `code ${one.code}` : `HTTP ${String(one.http)}`
      const found = operation.examples.filter((each) => shownBy(documented(contract, operation), one, answerOf(each)))
      return { name: `${operation.id} ${label} (${name})`, users: found.map((example) => example.name) }
    })
  })
}

/** Where a scenario is listed; nothing when another one behaves just like it. */
function saysOf(scenario: Scenario, scenarios: readonly Scenario[], rules: ScenarioRules): string[] {
  const behaviour = ({ answers, on, details }: Scenario) => JSON.stringify([answers, on, details])
  const twin = scenarios.find((other) => other !== scenario && behaviour(other) === behaviour(scenario))
  if (twin) return []
  return [
    scenario.group === rules.hiddenGroup
      ? 'who has not signed in'
      : `the sign-in page, ${scenario.group}: ${scenario.title}`,
  ]
}

/** A few names; of many, how many. */
function shortened(names: readonly string[], all: number): string[] {
  if (names.length === all) return ['every scenario']
  return names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more scenarios`] : [...names]
}

/** All of it as text, the problems last. */
export function usageText({ examples, codes, scenarios, problems }: Usage): string {
  const part = (title: string, uses: readonly Use[]) => [
    title,
    ...uses.map(({ name, users }) => `  ${users.length > 0 ? '✓' : '✗'} ${name}: ${users.join(', ') || 'no one'}`),
    '',
  ]
  const count = `${examples.length} examples, ${codes.length} codes and statuses, ${scenarios.length} scenarios`
  const end =
    problems.length === 0
      ? [`${count}: none unused, none missing.`]
      : [...problems.map((problem) => `✗ ${problem}`), `${count}: ${problems.length} unused or missing.`]
  return [...part('Examples', examples), ...part('Codes', codes), ...part('Scenarios', scenarios), ...end].join('\n')
}
