import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { durationMs, list } from '@paket/contract'
import type { Contract } from '#engine/contract/contract.ts'
import { checkScenario } from '#engine/scenarios/check-scenario.ts'
import { matchesSource, type SourceStep, SourceFile } from '#engine/scenarios/scenario-source.ts'
import { type Change, type Move, type Step, variables as ofEngine } from '#engine/state/scenario.ts'
import type { Overlay } from '#engine/state/overlay.ts'
import schema from './lifecycle.schema.json' with { type: 'json' }

export const LIFECYCLE_FILE = 'lifecycle.yaml'

/** Facts or machines by name, with the required value or a list of allowed values. */
export type Conditions = Record<string, unknown>
export interface StateRule {
  name: string
  if: Conditions
  source: string
}
/** A transition of a machine: on a call or an event, after a time in the state, or at a date. */
export interface MoveRule {
  state: readonly string[]
  /** The next state; omitted when it stays the same. */
  to?: string
  on?: string
  /** Milliseconds, or the activation time of the test user. */
  after?: number | 'activatesAfter'
  /** The name of a fact that is an instant. */
  at?: string
  if: Conditions
  do: readonly string[]
  source: string
  /** The place in the file, as `lifecycle.yaml:12`. */
  place: string
}
export interface Machine {
  name: string
  title: string
  states: readonly StateRule[]
  moves: readonly MoveRule[]
}
/** The answer of a call when the conditions hold; without an example, the current answer. */
export interface CallRule {
  if: Conditions
  answer?: string
  set: Overlay
  do: readonly string[]
  run?: string
  source: string
  place: string
}
export type EventRule = Pick<CallRule, 'if' | 'do' | 'source' | 'place'>
export const orderKinds = ['mainCard', 'newCard', 'scores'] as const
export type OrderKind = (typeof orderKinds)[number]

/** What a call creates: an order by card, an order by points, or a card binding. */
export type Opened = 'card' | 'scores' | 'binding'

/** The parsed `lifecycle.yaml`. */
export interface Lifecycle {
  reads: Readonly<Record<string, string>>
  orders: Readonly<Record<OrderKind, readonly Step[]>> & {
    opens: Readonly<Record<string, Opened>>
    stepAfterMs: number
  }
  machines: readonly Machine[]
  events: Readonly<Record<string, readonly EventRule[]>>
  changes: Readonly<Record<string, readonly Move[]>>
  calls: Readonly<Record<string, readonly CallRule[]>>
  /** Examples of failures that no state causes, with the reason, by call. */
  unmet: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Names that the file may use, besides the contract's. */
export interface LifecycleNames {
  facts: readonly string[]
  runs: readonly string[]
  events: readonly string[]
  reads: readonly string[]
  constants: readonly string[]
}

type SourceChange = { after?: string } & Record<string, Change | string>
interface SourceRule {
  if?: Conditions
  do?: string[]
  source: string
}
interface SourceMove extends SourceRule {
  state: string | string[]
  to?: string
  on?: string
  after?: string
  at?: string
}
interface SourceCall extends SourceRule {
  answer?: string
  set?: Overlay
  run?: string
}
interface LifecycleSource {
  reads: Record<string, string>
  orders: Record<OrderKind, SourceStep[]> & { opens: Record<string, Opened>; stepAfter: string }
  machines: Record<string, { title: string; states: Record<string, SourceRule>; moves: SourceMove[] }>
  events: Record<string, SourceRule[]>
  changes: Record<string, SourceChange | SourceChange[]>
  calls: Record<string, SourceCall[]>
  unmet: Record<string, Record<string, string>>
}

/** Reads `lifecycle.yaml`; throws one error with all mistakes, each with its line and the nearest known name. */
export async function loadLifecycle(
  contractDir: string,
  contract: Contract,
  names: LifecycleNames,
): Promise<Lifecycle> {
  const file = new SourceFile(
    LIFECYCLE_FILE,
    await readFile(join(contractDir, LIFECYCLE_FILE), 'utf8'),
    matchesSource(schema),
  )
  const source = file.source as LifecycleSource | null
  if (source) checkLifecycle(file, source, contract, names)
  if (!source || file.mistakes.length > 0)
    throw new Error(`Mistakes in the lifecycle:\n  ${file.mistakes.join('\n  ')}`)
  const place = (...path: (string | number)[]) => `${LIFECYCLE_FILE}:${file.lineOf(path)}`
  const steps = (from: readonly SourceStep[]): Step[] =>
    from.map((step) => (typeof step === 'string' ? { example: step, set: {} } : { set: {}, ...step }))
  const { mainCard, newCard, scores, opens, stepAfter } = source.orders
  return {
    reads: source.reads,
    orders: {
      mainCard: steps(mainCard),
      newCard: steps(newCard),
      scores: steps(scores),
      opens,
      stepAfterMs: durationMs(stepAfter) ?? 0,
    },
    machines: Object.entries(source.machines).map(([name, { title, states, moves }]) => ({
      name,
      title,
      states: Object.entries(states).map(([state, rule]) => ({ name: state, if: rule.if ?? {}, source: rule.source })),
      moves: moves.map(({ state, after, ...move }, index) => ({
        if: {},
        do: [],
        ...move,
        state: list(state),
        ...(after && { after: after === 'activatesAfter' ? after : (durationMs(after) ?? 0) }),
        place: place('machines', name, 'moves', index),
      })),
    })),
    events: mapped(source.events, (rules, event) =>
      rules.map((rule, index) => ({ if: {}, do: [], ...rule, place: place('events', event, index) })),
    ),
    changes: mapped(source.changes, (change) => list(change).map(moveOf)),
    calls: mapped(source.calls, (rules, call) =>
      rules.map((rule, index) => ({ if: {}, set: {}, do: [], ...rule, place: place('calls', call, index) })),
    ),
    unmet: source.unmet,
  }
}

const mapped = <Value, Result>(from: Record<string, Value>, to: (value: Value, name: string) => Result) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value, name)]))

function moveOf({ after, ...answers }: SourceChange): Move {
  const changes = mapped(answers as Record<string, Change>, (change) => ({ ...change, set: change.set ?? {} }))
  return { afterMs: after === undefined ? 0 : (durationMs(after) ?? 0), answers: changes }
}

/** Validates every name in the file against the contract and the product. */
function checkLifecycle(file: SourceFile, source: LifecycleSource, contract: Contract, names: LifecycleNames): void {
  const variables = [...ofEngine, ...names.facts, ...names.constants]
  const check = checkScenario(file, {}, { contract, effects: [], events: [], variables })
  const machines = Object.keys(source.machines)
  const calls = contract.operations.map(({ id }) => id)
  const states = (machine: string) => Object.keys(source.machines[machine]?.states ?? {})
  const rule = (place: (string | number)[], { if: conditions = {}, do: changes = [] }: SourceRule, call?: string) => {
    for (const [name, wanted] of Object.entries(conditions)) {
      const at = [...place, 'if', name]
      const field = /^body\.(.+)$/.exec(name)?.[1]
      const operation = call === undefined ? undefined : contract.operation(call)
      if (field !== undefined && operation) check.requestField(at, operation, field)
      else if (machines.includes(name))
        for (const state of list(wanted)) check.name(at, 'state', String(state), states(name))
      else check.name(at, 'fact', name, [...machines, ...names.facts])
    }
    for (const change of changes) check.name([...place, 'do'], 'change', change, Object.keys(source.changes))
  }
  for (const name of names.reads) if (!source.reads[name]) file.blame(['reads'], `${name} is required`)
  for (const [name, call] of Object.entries(source.reads)) check.call(['reads', name], call)
  check.duration(['orders', 'stepAfter'], source.orders.stepAfter)
  for (const call of Object.keys(source.orders.opens)) check.call(['orders', 'opens', call], call)
  for (const [name, { states: all, moves }] of Object.entries(source.machines)) {
    for (const [state, each] of Object.entries(all)) rule(['machines', name, 'states', state], each)
    for (const [index, move] of moves.entries()) {
      const place = ['machines', name, 'moves', index]
      rule(place, move, move.on)
      for (const state of [...list(move.state), ...(move.to ? [move.to] : [])])
        check.name([...place, 'state'], 'state', state, states(name))
      if (move.on) check.name([...place, 'on'], 'call or event', move.on, [...calls, ...names.events])
      if (move.at) check.name([...place, 'at'], 'fact', move.at, names.facts)
      if (move.after && move.after !== 'activatesAfter') check.duration([...place, 'after'], move.after)
      if ([move.on, move.at, move.after].filter(Boolean).length !== 1)
        file.blame(place, 'must have exactly one of on, after and at')
    }
  }
  for (const [event, rules] of Object.entries(source.events)) {
    check.name(['events', event], 'event', event, names.events)
    for (const [index, each] of rules.entries()) rule(['events', event, index], each)
  }
  const asked = askersOf(source)
  for (const [name, change] of Object.entries(source.changes))
    for (const [index, { after, ...answers }] of list(change).entries()) {
      const place = Array.isArray(change) ? ['changes', name, index] : ['changes', name]
      check.duration([...place, 'after'], after)
      for (const [call, { example, set }] of Object.entries(answers as Record<string, Change>)) {
        const operation = check.call([...place, call], call)
        const asker = contract.operation(asked.get(name) ?? '')
        if (operation) check.example([...place, call], operation, example, set, asker)
      }
    }
  for (const [call, rules] of Object.entries(source.calls)) {
    const operation = check.call(['calls', call], call)
    for (const [index, each] of rules.entries()) {
      const place = ['calls', call, index]
      rule(place, each, call)
      if (each.run) check.name([...place, 'run'], 'effect', each.run, names.runs)
      if (operation) check.example(place, operation, each.answer, each.set, operation)
      if (operation && each.run === 'followOrder') checkSteps(source.orders, call)
    }
  }
  function checkSteps(orders: LifecycleSource['orders'], call: string): void {
    for (const kind of orderKinds)
      for (const [index, step] of orders[kind].entries()) {
        const { example, set } = typeof step === 'string' ? { example: step, set: {} } : step
        check.example(['orders', kind, index], contract.operation(call)!, example, set)
      }
  }
  for (const [call, examples] of Object.entries(source.unmet)) {
    const operation = check.call(['unmet', call], call)
    for (const example of Object.keys(examples))
      if (operation) check.example(['unmet', call, example], operation, example)
  }
}

/** Returns, by change, the call whose request the change may refer to. */
function askersOf({ calls, machines }: LifecycleSource): Map<string, string> {
  const ofCalls = Object.entries(calls).flatMap(([call, rules]) =>
    rules.flatMap((each) => (each.do ?? []).map((change) => [change, call] as const)),
  )
  const ofMoves = Object.values(machines).flatMap(({ moves }) =>
    moves.flatMap(({ on, do: changes = [] }) => (on ? changes.map((change) => [change, on] as const) : [])),
  )
  return new Map([...ofMoves, ...ofCalls])
}
