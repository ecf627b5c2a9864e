import { join } from 'node:path'
import { styleText } from 'node:util'
import { nodeCommand, onStop, root, runToEnd, stopAll } from './processes.ts'
import { runStack, type Service } from './stack.ts'
import { portsOf } from './ports.ts'
import { portProblem } from './start.ts'
import { watchFolders } from './watch.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run dev: runs the mock and the app; edits of the contract, SDK, mock and app take effect at once. Ctrl-C stops it.

  --port <number>        the app's port (5173; or PAKET_WEB_PORT)
  --mock-port <number>   the mock's port (4010; or PAKET_MOCK_PORT)
  --help`
const GENERATE_TIMEOUT_MS = 60_000

type Colour = 'cyan' | 'magenta' | 'yellow'
const labelled = (name: string, colour: Colour) => (line: string) => {
  if (line.trim()) console.log(`${styleText(colour, name.padEnd(8))} ${line}`)
}

async function generate(): Promise<void> {
  const { ok, output } = await runToEnd(nodeCommand('generate', 'scripts/generate.ts'), GENERATE_TIMEOUT_MS)
  const print = labelled('contract', 'yellow')
  if (!ok || !output.includes('up to date')) for (const line of output.split('\n')) print(line)
}

function services(webPort: number, mockPort: number): Service[] {
  const web = `http://localhost:${webPort}`
  const mock = `http://localhost:${mockPort}`
  return [
    {
      ...nodeCommand('The mock', 'scripts/dev-mock.ts', ['--port', String(mockPort), '--app-origin', web]),
      address: `${mock}/__mock/health`,
      onLine: labelled('mock', 'magenta'),
    },
    {
      ...nodeCommand('The web app', 'node_modules/vite/bin/vite.js', ['dev', '--clearScreen', 'false']),
      cwd: join(root, 'web'),
      env: { PAKET_WEB_PORT: String(webPort), PAKET_MOCK_ORIGIN: mock, PAKET_WIDGETS: 'mock' },
      address: `${web}/`,
      onLine: labelled('app', 'cyan'),
    },
  ]
}

async function main(): Promise<void> {
  const { values } = parseOptions(help, { port: { type: 'string' }, 'mock-port': { type: 'string' } })
  const { web, mock } = portsOf(values)
  const leaving = new AbortController()
  onStop(() => {
    leaving.abort()
    void stopAll()
  })
  const problem = await portProblem({ web, mock }, 'npm run dev')
  if (problem) throw new Error(problem)
  await generate()
  const close = watchFolders([join(root, 'openapi')], generate)
  const onReady = () => console.log(`\nPaket is running at http://localhost:${web}. Ctrl-C stops it.\n`)
  try {
    await runStack(services(web, mock), { signal: leaving.signal, onReady })
  } finally {
    close()
  }
  console.log('\nStopped.')
}

if (import.meta.main) await runMain(main)
