import { join } from 'node:path'
import { obtainBuild } from './build.ts'
import { freePort } from './ports.ts'
import { nodeCommand, root } from './processes.ts'
import { runStack, type Service } from './stack.ts'

const START_MS = 60_000

interface Ports {
  web: number
  mock: number
}

/**
 * Runs the app and a mock on free ports while `work` runs; `serve` returns the command that serves the app. Throws what
 * `work` throws, or why a service failed.
 */
export async function withMock(
  serve: (ports: Ports) => Omit<Service, 'address'>,
  work: (app: string) => Promise<void>,
  mockOptions: readonly string[] = [],
): Promise<void> {
  const ports = { web: await freePort(), mock: await freePort() }
  const app = `http://localhost:${ports.web}`
  const options = ['--port', String(ports.mock), '--app-origin', app, ...mockOptions]
  const mock = nodeCommand('the mock', 'mock-server/src/main.ts', options)
  const over = new AbortController()
  await runStack(
    [
      { ...mock, address: `http://localhost:${ports.mock}/__mock/health` },
      { ...serve(ports), address: `${app}/` },
    ],
    { signal: over.signal, patienceMs: START_MS, onReady: () => work(app).finally(() => over.abort()) },
  )
}

/** Vite's preview server of the built app. */
export const preview = ({ web, mock }: Ports) => ({
  ...nodeCommand('the app', 'node_modules/vite/bin/vite.js', ['preview']),
  cwd: join(root, 'web'),
  env: { PAKET_WEB_PORT: String(web), PAKET_MOCK_ORIGIN: `http://localhost:${mock}` },
})

/** Runs the built app with Vite's preview server while `work` runs. */
export async function withApp(work: (app: string) => Promise<void>): Promise<void> {
  const problem = await obtainBuild()
  if (problem) throw new Error(problem)
  await withMock(preview, work)
}
