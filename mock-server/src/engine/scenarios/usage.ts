import { codeOf, type Example, failureOf, failuresOf, list, matchesAnswer } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import type { Answer, Move, Scenario } from '#engine/state/scenario.ts'
import type { ScenarioRules } from './rules.ts'

/** An example, a code or a scenario, and what uses it. */
export interface Use {
  name: string
  users: string[]
}
/** Input of `usage`. */
export interface Used {
  contract: Contract
  scenarios: readonly Scenario[]
  rules: ScenarioRules
  /** Rules of the product that name an example, by `call example`. */
  uses?: ReadonlyMap<string, readonly string[]> | undefined
  /** Problems that the product itself has found. */
  productProblems: readonly string[]
}
export interface Usage {
  examples: Use[]
  codes: Use[]
  scenarios: Use[]
  /** What is unused or missing, one sentence each. */
  problems: string[]
}

/**
 * Lists what uses each example, code and scenario. An example with a code counts as used by the states that lead to it,
 * an example of an HTTP error by the failure that it shows.
 */
export function usage({ contract, scenarios, rules, uses: ruled, productProblems }: Used): Usage {
  const named = new Map<string, Set<string>>()
  for (const scenario of scenarios)
    for (const key of [
      ...examplesIn(scenario),
      ...rules.steps(scenario).map(({ call, example }) => `${call} ${example}`),
    ])
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
  const behaviourOf = ({ answers, on, details }: Scenario) => JSON.stringify([answers, on, details])
  const alike = Map.groupBy(scenarios, behaviourOf)
  const uses = scenarios.map((scenario) => {
    const isTwin = alike.get(behaviourOf(scenario))!.length > 1
    return { name: scenario.name, users: isTwin ? [] : [listingOf(scenario, rules)] }
  })
  const twins = [...alike.values()].filter(({ length }) => length > 1)
  const places = ['a scenario', ...(rules.otherPlace === undefined ? [] : [rules.otherPlace])].join(', or in ')
  const problems = [
    ...examples.filter(isUnused).map(({ name }) => `the example ${name} is used in no state: name it in ${places}`),
    ...codes.filter(isUnused).map(({ name }) => `${name} has no example: add one to the call`),
    ...twins.map((group) => `the scenarios ${group.map(({ name }) => name).join(', ')} behave exactly alike`),
    ...productProblems,
  ]
  return { examples, codes, scenarios: uses, problems }
}
const isUnused = ({ users }: Use) => users.length === 0

/** Returns the examples that a scenario names, as `call example`. */
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

/** Returns the failure that an example shows; empty for a code that the call does not list. */
function shownFailure(contract: Contract, operation: Operation, example: Example): string[] {
  const failure = failureOf(contract.document, contract.documented(operation), answerOf(example))
  return failure && failure.when !== 'unknown-code' ? [`failure ${failure.name}`] : []
}

/** Lists the codes and statuses of a call, and the examples that show them. */
function codesOf(contract: Contract, operation: Operation): Use[] {
  return failuresOf(contract.document, contract.documented(operation)).flatMap(({ name, code, http }) => {
    const single = list(code).map((one) => ({ code: one, ...(http !== undefined && { http }) }))
    const wanted = single.length > 0 ? single : list(http).map((one) => ({ http: one }))
    return wanted.map((one) => {
      const label = 'code' in one ? `code ${one.code}` : `HTTP ${String(one.http)}`
      const found = operation.examples.filter((each) => matchesAnswer(one, answerOf(each)))
      return { name: `${operation.id} ${label} (${name})`, users: found.map((example) => example.name) }
    })
  })
}

/** Describes where a scenario is listed. */
const listingOf = ({ group, title }: Scenario, rules: ScenarioRules): string =>
  group === rules.hiddenGroup ? 'visitors without a sign-in' : `the sign-in page, ${group}: ${title}`

/** Shortens a long list of names to three and a count. */
function shortened(names: readonly string[], all: number): string[] {
  if (names.length === all) return ['every scenario']
  return names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more scenarios`] : [...names]
}

/** Formats the lists as text, problems last. */
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
