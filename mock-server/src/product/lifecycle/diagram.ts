import type { Lifecycle, Machine, MoveRule } from './source.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Describes the trigger of a transition. */
export function triggerOf({ on, at, after }: MoveRule): string {
  if (on !== undefined) return on
  if (at !== undefined) return `at ${at}`
  if (after === 'activatesAfter' || after === undefined) return 'activation'
  return after % HOUR_MS === 0 ? `after ${after / HOUR_MS} h` : `after ${after / 1000} s`
}

/** Lists a machine's transitions, each pair of states once with all triggers. */
export function edgesOf({ moves }: Pick<Machine, 'moves'>): { from: string; to: string; by: string[] }[] {
  const edges = new Map<string, { from: string; to: string; by: string[] }>()
  for (const move of moves)
    for (const from of move.state) {
      const to = move.to ?? from
      const edge = edges.get(`${from} ${to}`) ?? { from, to, by: [] }
      if (!edge.by.includes(triggerOf(move))) edge.by.push(triggerOf(move))
      edges.set(`${from} ${to}`, edge)
    }
  return [...edges.values()]
}

/** Draws a machine in Mermaid. */
export function diagramOf(machine: Machine): string {
  const edges = edgesOf(machine).map(({ from, to, by }) => `  ${from} --> ${to}: ${by.join(', ')}`)
  const loose = machine.states
    .map(({ name }) => name)
    .filter((name) => !machine.moves.some(({ state, to }) => state.includes(name) || to === name))
    .map((name) => `  ${name}`)
  return ['```mermaid', 'stateDiagram-v2', ...loose, ...edges, '```'].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')
/** Describes conditions: all of them must be met. A fact that is true or false is written as `fact` or not `fact`. */
const conditions = (of: Record<string, unknown>) =>
  Object.entries(of)
    .map(([name, value]) => {
      if (typeof value === 'boolean') return value ? `\`${name}\`` : `not \`${name}\``
      return `\`${name}\` is ${[value].flat().map(String).join(' or ')}`
    })
    .join(', ')

/** Renders the lifecycle as Markdown: a diagram of each machine, and the answers of each call. */
export function pageOf({ machines, calls, unmet }: Lifecycle): string {
  const drawn = machines.map((machine) => {
    const rows = machine.states.map(
      ({ name, if: when, source }) => `| ${name} | ${cell(conditions(when))} | ${source} |`,
    )
    return [
      `## ${machine.title}`,
      diagramOf(machine),
      ['| state | when | source |', '| --- | --- | --- |', ...rows].join('\n'),
    ]
  })
  const answers = Object.entries(calls).map(([call, rules]) => {
    const rows = rules.map(
      ({ if: when, answer = 'the answer of the scenario', source }) =>
        `| ${answer} | ${cell(conditions(when)) || 'otherwise'} | ${source} |`,
    )
    return [`### ${call}`, ['| answer | when | source |', '| --- | --- | --- |', ...rows].join('\n')]
  })
  const rest = Object.entries(unmet).flatMap(([call, examples]) =>
    Object.entries(examples).map(([example, why]) => `| ${call} | ${example} | ${cell(why)} |`),
  )
  return `${[
    '# Lifecycle',
    'Generated from `lifecycle.yaml` by `npm run format`. The mock executes these rules, and the tests check them.',
    'An arrow is labelled with its triggers: a successful call, an event (`orderPaid`), a point in time, or the activation, some time after the payment.',
    ...drawn.flat(),
    '## Answers of each call',
    'The first row whose conditions are met applies.',
    ...answers.flat(),
    '## Failures that no state causes',
    ['| call | example | why |', '| --- | --- | --- |', ...rest].join('\n'),
  ].join('\n\n')}\n`
}
