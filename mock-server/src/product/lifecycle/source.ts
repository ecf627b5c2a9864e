import { join } from 'node:path'
import { durationMs, list, readDescriptionFile } from '@paket/contract'
import type { Contract } from '#engine/contract/contract.ts'
import { mapped, matchesSource, type SourceStep, SourceFile, stepOf } from '#engine/scenarios/scenario-source.ts'
import type { Change, Move, Step } from '#engine/state/scenario.ts'
import type { Overlay } from '#engine/state/overlay.ts'
import { checkLifecycle } from './check-lifecycle.ts'
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
export interface SourceRule {
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
export interface LifecycleSource {
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
    await readDescriptionFile(join(contractDir, LIFECYCLE_FILE)),
    matchesSource(schema),
  )
  const source = file.source as LifecycleSource | null
  if (source) checkLifecycle(file, source, contract, names)
  if (!source || file.mistakes.length > 0)
    throw new Error(`Mistakes in the lifecycle:\n  ${file.mistakes.join('\n  ')}`)
  const place = (...path: (string | number)[]) => `${LIFECYCLE_FILE}:${file.lineOf(path)}`
  const { mainCard, newCard, scores, opens, stepAfter } = source.orders
  return {
    reads: source.reads,
    orders: {
      mainCard: mainCard.map(stepOf),
      newCard: newCard.map(stepOf),
      scores: scores.map(stepOf),
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

function moveOf({ after, ...answers }: SourceChange): Move {
  const changes = mapped(answers as Record<string, Change>, (change) => ({ ...change, set: change.set ?? {} }))
  return { afterMs: after === undefined ? 0 : (durationMs(after) ?? 0), answers: changes }
}
