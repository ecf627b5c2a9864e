import { list } from '@paket/contract'
import type { Contract } from '#engine/contract/contract.ts'
import { checkScenario } from '#engine/scenarios/check-scenario.ts'
import type { ScenarioCheck } from '#engine/scenarios/rules.ts'
import type { Place, SourceFile } from '#engine/scenarios/scenario-source.ts'
import { type Change, variables as ofEngine } from '#engine/state/scenario.ts'
import type { LifecycleNames, LifecycleSource, SourceRule } from './source.ts'

interface CheckContext {
  file: SourceFile
  source: LifecycleSource
  contract: Contract
  names: LifecycleNames
  check: ScenarioCheck
}

/** Validates every name in the file against the contract and the product. */
export function checkLifecycle(
  file: SourceFile,
  source: LifecycleSource,
  contract: Contract,
  names: LifecycleNames,
): void {
  const variables = [...ofEngine, ...names.facts, ...names.constants]
  const check = checkScenario(file, {}, { contract, effects: [], events: [], variables })
  const checked = { file, source, contract, names, check }
  checkReads(checked)
  checkOrders(checked)
  checkMachines(checked)
  checkEvents(checked)
  checkChanges(checked)
  checkCalls(checked)
  checkUnmet(checked)
}

function checkReads({ file, source, names, check }: CheckContext): void {
  for (const name of names.reads) if (!source.reads[name]) file.blame(['reads'], `${name} is required`)
  for (const [name, call] of Object.entries(source.reads)) check.call(['reads', name], call)
}

function checkOrders({ source, check }: CheckContext): void {
  check.duration(['orders', 'stepAfter'], source.orders.stepAfter)
  for (const call of Object.keys(source.orders.opens)) check.call(['orders', 'opens', call], call)
}

function checkMachines(checked: CheckContext): void {
  const { file, source, contract, names, check } = checked
  const triggers = [...contract.operations.map(({ id }) => id), ...names.events]
  for (const [name, { states, moves }] of Object.entries(source.machines)) {
    for (const [state, rule] of Object.entries(states)) checkRule(checked, ['machines', name, 'states', state], rule)
    for (const [index, move] of moves.entries()) {
      const { state, to, on, at, after } = move
      const place = ['machines', name, 'moves', index]
      checkRule(checked, place, move, on)
      for (const each of [...list(state), ...(to ? [to] : [])])
        check.name([...place, 'state'], 'state', each, statesOf(source, name))
      if (on) check.name([...place, 'on'], 'call or event', on, triggers)
      if (at) check.name([...place, 'at'], 'fact', at, names.facts)
      if (after !== 'activatesAfter') check.duration([...place, 'after'], after)
      if ([on, at, after].filter(Boolean).length !== 1) file.blame(place, 'must have exactly one of on, after and at')
    }
  }
}
const statesOf = ({ machines }: LifecycleSource, name: string) => Object.keys(machines[name]?.states ?? {})

function checkEvents(checked: CheckContext): void {
  for (const [event, rules] of Object.entries(checked.source.events)) {
    checked.check.name(['events', event], 'event', event, checked.names.events)
    for (const [index, rule] of rules.entries()) checkRule(checked, ['events', event, index], rule)
  }
}

function checkChanges({ source, contract, check }: CheckContext): void {
  const calls = callsByChange(source)
  for (const [name, change] of Object.entries(source.changes))
    for (const [index, { after, ...answers }] of list(change).entries()) {
      const place = Array.isArray(change) ? ['changes', name, index] : ['changes', name]
      check.duration([...place, 'after'], after)
      for (const [call, { example, set }] of Object.entries(answers as Record<string, Change>)) {
        const operation = check.call([...place, call], call)
        const causingCall = contract.operation(calls.get(name) ?? '')
        if (operation) check.example([...place, call], operation, example, set, causingCall)
      }
    }
}

function checkCalls(checked: CheckContext): void {
  const { source, names, check } = checked
  const { opens: _, stepAfter: __, ...walks } = source.orders
  for (const [call, rules] of Object.entries(source.calls)) {
    const operation = check.call(['calls', call], call)
    for (const [index, rule] of rules.entries()) {
      const place = ['calls', call, index]
      checkRule(checked, place, rule, call)
      if (rule.run) check.name([...place, 'run'], 'effect', rule.run, names.runs)
      if (!operation) continue
      check.example(place, operation, rule.answer, rule.set, operation)
      if (rule.run !== 'followOrder') continue
      for (const [kind, steps] of Object.entries(walks))
        for (const [nth, step] of steps.entries()) {
          const { example, set } = typeof step === 'string' ? { example: step, set: {} } : step
          check.example(['orders', kind, nth], operation, example, set)
        }
    }
  }
}

function checkUnmet({ source, check }: CheckContext): void {
  for (const [call, examples] of Object.entries(source.unmet)) {
    const operation = check.call(['unmet', call], call)
    for (const example of Object.keys(examples))
      if (operation) check.example(['unmet', call, example], operation, example)
  }
}

/** Validates conditions and changes; `call` is the one whose request the conditions may refer to. */
function checkRule(
  { source, contract, names, check }: CheckContext,
  place: Place,
  { if: conditions = {}, do: changes = [] }: SourceRule,
  call = '',
): void {
  const machines = Object.keys(source.machines)
  const operation = contract.operation(call)
  for (const [name, wanted] of Object.entries(conditions)) {
    const at = [...place, 'if', name]
    const field = /^body\.(.+)$/.exec(name)?.[1]
    if (field !== undefined && operation) check.requestField(at, operation, field)
    else if (machines.includes(name))
      for (const state of list(wanted)) check.name(at, 'state', String(state), statesOf(source, name))
    else check.name(at, 'fact', name, [...machines, ...names.facts])
  }
  for (const change of changes) check.name([...place, 'do'], 'change', change, Object.keys(source.changes))
}

/** Returns, by change, the call whose request the change may refer to. */
function callsByChange({ calls, machines }: LifecycleSource): Map<string, string> {
  const ofCalls = Object.entries(calls).flatMap(([call, rules]) =>
    rules.flatMap((each) => (each.do ?? []).map((change) => [change, call] as const)),
  )
  const ofMoves = Object.values(machines).flatMap(({ moves }) =>
    moves.flatMap(({ on, do: changes = [] }) => (on ? changes.map((change) => [change, on] as const) : [])),
  )
  return new Map([...ofMoves, ...ofCalls])
}
