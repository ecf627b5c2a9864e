import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkScenario } from './check-scenario.ts'
import { durationMs } from '#engine/clock.ts'
import type { Contract } from '#engine/contract/contract.ts'
import type { EffectName } from '#product/effects/index.ts'
import type { Answer, Move, Orders, Scenario, Step } from './scenario.ts'
import { type Source, type SourceAnswer, SourceFile, type SourceMove, type SourceStep } from './scenario-source.ts'

/** What every scenario has unless it says otherwise; no user by itself. */
const DEFAULTS = 'defaults.yaml'

/** Reads every scenario of a folder; throws one error that names each mistake with file, line and nearest match. */
export async function loadScenarios(directory: string, contract: Contract): Promise<Scenario[]> {
  const names = (await readdir(directory)).filter((file) => file.endsWith('.yaml')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => new SourceFile(name, await readFile(join(directory, name), 'utf8'))),
  )
  const defaults = files.find(({ file }) => file === DEFAULTS)
  const others = files.filter((file) => file !== defaults)
  const statusCall = defaults?.source?.orders?.status ?? ''
  for (const file of files) if (file.source) checkScenario(file, file.source, contract, statusCall)
  const scenarios = others.flatMap((file) => {
    if (!file.source) return []
    if (!file.source.title) file.blame([], 'title is required')
    if (!file.source.description) file.blame([], 'description is required')
    return [assembled(basename(file.file, '.yaml'), file.source, defaults?.source ?? {})]
  })
  const mistakes = files.flatMap((file) => file.mistakes)
  for (const needed of ['anonymous', 'registered'])
    if (mistakes.length === 0 && !scenarios.some(({ name }) => name === needed))
      mistakes.push(`${needed}.yaml is missing: who has no scenario of his own gets it`)
  if (mistakes.length > 0) throw new Error(`Mistakes in the scenarios:\n  ${mistakes.join('\n  ')}`)
  return scenarios
}

/** A scenario over the defaults: call by call, event by event. */
function assembled(name: string, source: Source, defaults: Source): Scenario {
  const activatesAfter = source.activatesAfter ?? defaults.activatesAfter ?? 'PT0S'
  const moves = { ...defaults.on, ...source.on }
  return {
    name,
    title: source.title ?? name,
    description: source.description ?? '',
    group: source.group ?? defaults.group ?? 'subscriber',
    profile: source.profile ?? defaults.profile ?? { name: null, surname: null, phone: '' },
    answers: mapped({ ...defaults.answers, ...source.answers }, (each) => answer(each, activatesAfter)),
    orders: orders({ ...defaults.orders, ...source.orders }),
    family: { members: '', withoutPlace: [], ...defaults.family, ...source.family },
    on: mapped(moves, (list) => moved(list, activatesAfter)),
  }
}

const moved = (moves: readonly SourceMove[] = [], activatesAfter: string): Move[] =>
  moves.map(({ after = 'PT0S', every, answers }) => ({
    afterMs: durationMs(after === 'activatesAfter' ? activatesAfter : after) ?? 0,
    ...(every && { everyMs: durationMs(every) ?? 0 }),
    answers: mapped(answers, (change) => ({ set: {}, ...change })),
  }))

function answer(source: SourceAnswer, activatesAfter: string): Answer {
  if (typeof source === 'string') return { example: source, set: {}, moves: [], when: [] }
  const { effect, afterRefusal, moves, when = [], ...rest } = source
  return {
    set: {},
    ...rest,
    moves: moved(moves, activatesAfter),
    when: when.map((each) => ({ body: {}, state: {}, set: {}, ...each, moves: moved(each.moves, activatesAfter) })),
    // Checked before: the table of effects has it.
    ...(effect && { effect: effect as EffectName }),
    ...(afterRefusal && { afterRefusal: { example: afterRefusal.example, forMs: durationMs(afterRefusal.for) ?? 0 } }),
  }
}
const step = (source: SourceStep): Step =>
  typeof source === 'string' ? { example: source, set: {} } : { set: {}, ...source }

const orders = (source: NonNullable<Source['orders']>): Orders => ({
  status: source.status ?? '',
  subscriber: source.subscriber ?? '',
  balance: source.balance ?? '',
  options: source.options ?? '',
  mainCard: (source.mainCard ?? []).map(step),
  newCard: (source.newCard ?? []).map(step),
  scores: (source.scores ?? []).map(step),
  paid: source.paid ?? '',
  declined: source.declined ?? '',
})

const mapped = <Value, Result>(from: Record<string, Value>, to: (value: Value) => Result): Record<string, Result> =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]))
