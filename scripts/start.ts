import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, isBuilt } from './build.ts'
import { portInUseMessage, portsOf } from './ports.ts'
import { nodeCommand, onStop, root, runToEnd, stopAll } from './processes.ts'
import { runStack, type Service } from './stack.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm start: runs the app with the mock on this machine. Ctrl-C stops both.

  --port <number>        the app's port (5173; or PAKET_WEB_PORT)
  --mock-port <number>   the mock's port (4010; or PAKET_MOCK_PORT)
  --no-build             serve web/dist without a build
  --help`
const GENERATE_TIMEOUT_MS = 60_000

interface Ports {
  web: number
  mock: number
}

/** Describes a port that is in use; empty when both are free. */
export async function portProblem(ports: Ports, command: string): Promise<string> {
  if (ports.web === ports.mock) return `The app and the mock cannot both listen on port ${ports.web}.`
  for (const [port, flag] of [
    [ports.mock, '--mock-port'],
    [ports.web, '--port'],
  ] as const) {
    const why = await portInUseMessage(port, (other) => `${command} -- ${flag} ${other}`, Object.values(ports))
    if (why) return why
  }
  return ''
}

/** Updates generated code and the built app. Returns the reason on failure; empty on success. */
async function prepare(isBuilding: boolean, signal: AbortSignal): Promise<string> {
  const generated = await runToEnd(nodeCommand('generate', 'scripts/generate.ts'), GENERATE_TIMEOUT_MS)
  if (!generated.ok) return `The SDK could not be generated (${generated.why}):\n${generated.output}`
  if (!generated.output.includes('up to date')) console.log(generated.output)
  if (!isBuilding || signal.aborted || (await isBuilt())) return ''
  console.log('Building the web app.')
  return buildWeb()
}

const origin = (port: number) => `http://localhost:${port}`

function services(ports: Ports): Service[] {
  const mockArguments = ['--port', String(ports.mock), '--app-origin', origin(ports.web)]
  const labelled = (name: string) => (line: string) => isReady && console.log(`[${name}] ${line}`)
  return [
    {
      ...nodeCommand('The mock', 'mock-server/src/main.ts', mockArguments),
      address: `${origin(ports.mock)}/__mock/health`,
      onLine: labelled('mock'),
    },
    {
      ...nodeCommand('The web app', 'node_modules/vite/bin/vite.js', ['preview']),
      cwd: join(root, 'web'),
      env: { PAKET_WEB_PORT: String(ports.web), PAKET_MOCK_ORIGIN: origin(ports.mock), PAKET_WIDGETS: 'mock' },
      address: `${origin(ports.web)}/`,
      onLine: labelled('app'),
    },
  ]
}
/** Until all services are ready, their output is only stored, for the error message. */
let isReady = false

interface Scenario {
  name: string
  title: string
  /** The group in lists. */
  group: string
}

/** Formats rows as a table with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((seen, row) => row.map((cell, at) => Math.max(cell.length, seen[at] ?? 0)), [])
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n')
}

/** Lists the test users with their titles, by group. */
export function testUsers(scenarios: readonly Scenario[]): string {
  const persons = scenarios.filter(({ name }) => name !== 'anonymous')
  // Aligned over all groups.
  const lines = table(persons.map(({ name, title }) => [name, title])).split('\n')
  const groups = Map.groupBy(persons.keys(), (at) => persons[at]?.group)
  return [...groups].map(([group, all]) => [`  ${group}`, ...all.map((at) => `  ${lines[at]}`)].join('\n')).join('\n')
}

async function greet(ports: Ports): Promise<void> {
  const answer = await fetch(`${origin(ports.mock)}/__mock/scenarios`)
  const scenarios = (await answer.json()) as Scenario[]
  const addresses = table([
    ['App', origin(ports.web)],
    ['Test panel', `${origin(ports.mock)}/__mock`],
  ])
  // The addresses come last, because the list is long.
  console.log(
    `\nTest users, no password:\n\n${testUsers(scenarios)}\n\nPaket is running.\n\n${addresses}\n\nCtrl-C stops it.`,
  )
  isReady = true
}

async function main(): Promise<void> {
  const { values } = parseOptions(
    help,
    {
      port: { type: 'string' },
      'mock-port': { type: 'string' },
      build: { type: 'boolean', default: true },
    },
    { allowNegative: true },
  )
  const ports = portsOf(values)
  if (!values.build && !existsSync(join(root, 'web/dist/index.html')))
    throw new Error('web/dist is not built: leave out --no-build, or run npm run build first.')
  const leaving = new AbortController()
  onStop(() => {
    leaving.abort()
    void stopAll()
  })
  const { signal } = leaving
  const problem = (await portProblem(ports, 'npm start')) || (await prepare(values.build, signal))
  if (problem && !signal.aborted) throw new Error(problem)
  if (!signal.aborted) await runStack(services(ports), { signal, onReady: () => greet(ports) })
  console.log('\nStopped.')
}

if (import.meta.main) await runMain(main)
