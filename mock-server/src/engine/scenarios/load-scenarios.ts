import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkScenario, type Names } from './check-scenario.ts'
import { durationMs } from '@paket/contract'
import type { Contract } from '#engine/contract/contract.ts'
import { type Answer, type Move, type Scenario, type SequenceStep, START, variables } from '#engine/state/scenario.ts'
import { LOGIN_RULE, loginPattern } from '#engine/state/user.ts'
import { decoded } from '#engine/http/media.ts'
import { messageOf } from '#engine/message-of.ts'
import type { ScenarioRules } from './rules.ts'
import {
  mapped,
  matchesSource,
  type Place,
  type Source,
  type SourceAnswer,
  SourceFile,
  type SourceMove,
  type SourceSequenceStep,
  stepOf,
} from './scenario-source.ts'

/** The answers and profile that scenarios inherit; not a user itself. */
const DEFAULTS = 'defaults'

/** What scenarios are validated with: the contract, the product's rules, and the names that its behaviour defines. */
export interface Vocabulary {
  contract: Contract
  rules: ScenarioRules
  effects: readonly string[]
  constants: readonly string[]
}

/** Returns the names that scenarios may use. */
export const namesOf = ({ contract, rules, effects, constants }: Vocabulary): Names => ({
  contract,
  effects,
  events: [START, ...rules.events],
  variables: [...variables, ...rules.variables, ...constants],
})

/**
 * Reads the scenarios of several folders; later folders override earlier ones. Throws one error with all mistakes, each
 * with file, line and the nearest known name.
 */
export async function loadScenarios(
  directories: readonly string[],
  vocabulary: Vocabulary,
): Promise<{ scenarios: Scenario[]; defaults: Source; placeOf: (scenario: string, place: Place) => string }> {
  const { rules } = vocabulary
  const matches = matchesSource(rules.schema)
  const files = new Map((await Promise.all(directories.map(filesIn))).flat())
  const read = await Promise.all(
    [...files].toSorted(byName).map(async ([name, path]) => ({
      name,
      file: new SourceFile(basename(path), decoded(await readFile(path)), matches),
    })),
  )
  const inherited = read.find(({ name }) => name === DEFAULTS)?.file
  const defaults = inherited?.source ?? {}
  const names = namesOf(vocabulary)
  for (const { file } of read) {
    if (!file.source) continue
    const check = checkScenario(file, file.source, names)
    // A mistake in the defaults would be repeated for each scenario that depends on them.
    if (file === inherited || !inherited?.mistakes.length) rules.check(file.source, defaults, check)
  }
  const scenarios = read.flatMap(({ name, file }) => {
    if (!file.source || name === DEFAULTS) return []
    if (!loginPattern.test(name)) file.blame([], `its name must be a login. ${LOGIN_RULE}`)
    if (!file.source.title) file.blame([], 'title is required')
    if (!file.source.description) file.blame([], 'description is required')
    return [assembled(name, file.source, defaults, rules)]
  })
  const mistakes = read.flatMap(({ file }) => file.mistakes)
  for (const needed of [rules.visitor, rules.newcomer])
    if (mistakes.length === 0 && !scenarios.some(({ name }) => name === needed))
      mistakes.push(`${needed}.yaml is missing: it is the scenario of users without one of their own`)
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${mistakes.join('\n  ')}`)
  const sources = new Map(read.map(({ name, file }) => [name, file]))
  const placeOf = (name: string, place: Place) => {
    const own = sources.get(name)
    return ([own, inherited].find((file) => file?.has(place)) ?? own)?.placeOf(place) ?? name
  }
  return { scenarios, defaults, placeOf }
}

/** Returns the paths of a folder's scenarios by name; throws an Error when it cannot be read. */
export async function filesIn(directory: string): Promise<[name: string, path: string][]> {
  const names = await readdir(directory).catch((error: unknown) => {
    throw new Error(`The scenarios in ${directory} cannot be read: ${messageOf(error)}`)
  })
  const files = new Map<string, string>()
  for (const file of names) {
    const [, name] = /^(.+)\.ya?ml$/i.exec(file) ?? []
    if (name === undefined) continue
    const other = files.get(name)
    if (other !== undefined) throw new Error(`${basename(other)} and ${file} in ${directory} have the same name`)
    files.set(name, join(directory, file))
  }
  return [...files]
}
/** Sorts by name, the defaults first. */
const byName = ([a]: [string, string], [b]: [string, string]) => (a === DEFAULTS || (b !== DEFAULTS && a < b) ? -1 : 1)

/** Reads one scenario from text; throws one error with all mistakes, each with its line. */
export function readScenario(name: string, text: string, defaults: Source, vocabulary: Vocabulary): Scenario {
  const { rules } = vocabulary
  const file = new SourceFile(`${name}.yaml`, text, matchesSource(rules.schema))
  if (file.source) rules.check(file.source, defaults, checkScenario(file, file.source, namesOf(vocabulary)))
  if (!file.source || file.mistakes.length > 0)
    throw new Error(`Mistakes in the scenario:\n  ${file.mistakes.join('\n  ')}`)
  return assembled(name, file.source, defaults, rules)
}

/** Merges a scenario with the defaults, per call and per event. */
function assembled(name: string, source: Source, defaults: Source, rules: ScenarioRules): Scenario {
  const activatesAfter = source.activatesAfter ?? defaults.activatesAfter ?? 'PT0S'
  const moves = { ...defaults.on, ...source.on }
  const asOf = source.examplesAsOf ?? defaults.examplesAsOf
  return {
    name,
    title: source.title ?? name,
    description: source.description ?? '',
    group: source.group ?? defaults.group ?? rules.usualGroup,
    profile: source.profile ?? defaults.profile ?? { name: null, surname: null, phone: '' },
    ...(asOf !== undefined && { examplesAsOf: Date.parse(asOf) }),
    answers: mapped({ ...defaults.answers, ...source.answers }, (each) => answer(each, activatesAfter)),
    on: mapped(moves, (list) => moved(list, activatesAfter)),
    details: rules.details(source, defaults),
  }
}

const sequenceStep = (step: SourceSequenceStep): SequenceStep =>
  typeof step === 'object' && 'violation' in step ? step : stepOf(step)

const moved = (moves: readonly SourceMove[] = [], activatesAfter: string): Move[] =>
  moves.map(({ after = 'PT0S', answers }) => ({
    afterMs: durationMs(after === 'activatesAfter' ? activatesAfter : after) ?? 0,
    answers: mapped(answers, (change) => ({ set: {}, ...change })),
  }))

function answer(source: SourceAnswer, activatesAfter: string): Answer {
  if (typeof source === 'string') return { example: source, set: {}, moves: [], when: [] }
  const { effect, afterRefusal, moves, sequence, when = [], ...rest } = source
  return {
    set: {},
    ...rest,
    moves: moved(moves, activatesAfter),
    ...(sequence && { sequence: sequence.map(sequenceStep) }),
    when: when.map(({ sequence: steps, ...each }) => ({
      body: {},
      parameters: {},
      state: {},
      set: {},
      ...each,
      ...(steps && { sequence: steps.map(sequenceStep) }),
      moves: moved(each.moves, activatesAfter),
    })),
    ...(effect && { effect }),
    ...(afterRefusal && { afterRefusal: { example: afterRefusal.example, forMs: durationMs(afterRefusal.for) ?? 0 } }),
  }
}
