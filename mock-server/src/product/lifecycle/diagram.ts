import type { Lifecycle, Machine, MoveRule } from './source.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What moves a machine, in a few words. */
export function triggerOf({ on, at, after }: MoveRule): string {
  if (on !== undefined) return on
  if (at !== undefined) return `at ${at}`
  if (after === 'activatesAfter' || after === undefined) return 'connected'
  return after % HOUR_MS === 0 ? `after ${after / HOUR_MS} h` : `after ${after / 1000} s`
}

/** The moves of a machine from state to state, each pair once with all that makes it. */
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

/** A machine as Mermaid draws it. */
export function diagramOf(machine: Machine): string {
  const edges = edgesOf(machine).map(({ from, to, by }) => `  ${from} --> ${to}: ${by.join(', ')}`)
  const loose = machine.states
    .map(({ name }) => name)
    .filter((name) => !machine.moves.some(({ state, to }) => state.includes(name) || to === name))
    .map((name) => `  ${name}`)
  return ['```mermaid', 'stateDiagram-v2', ...loose, ...edges, '```'].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const conditions = (of: Record<string, unknown>) =>
  Object.entries(of)
    .map(([name, value]) => `\`${name}\` ${[value].flat().map(String).join(' or ')}`)
    .join(', ')

/** The lifecycle as a page: each machine drawn, and what each call answers in which state. */
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
      ({ if: when, answer = 'as the test user has it', source }) =>
        `| ${answer} | ${cell(conditions(when)) || 'otherwise'} | ${source} |`,
    )
    return [`### ${call}`, ['| answer | when | source |', '| --- | --- | --- |', ...rows].join('\n')]
  })
  const rest = Object.entries(unmet).flatMap(([call, examples]) =>
    Object.entries(examples).map(([example, why]) => `| ${call} | ${example} | ${cell(why)} |`),
  )
  return `${[
    '# How the product goes on',
    'Drawn from `lifecycle.yaml` by `npm run format`; the mock runs it and the tests walk it.',
    ...drawn.flat(),
    '## What calls answer',
    'The first row that holds.',
    ...answers.flat(),
    '## Failures that no state leads to',
    ['| call | example | why |', '| --- | --- | --- |', ...rest].join('\n'),
  ].join('\n\n')}\n`
}
