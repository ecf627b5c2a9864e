import { join } from 'node:path'
import { buildWeb, isBuilt } from './build.ts'
import { freePort } from './ports.ts'
import { nodeCommand, root } from './processes.ts'
import { runStack } from './stack.ts'

/** The app as it is built and the mock on free ports, for as long as some work takes. Throws what keeps them from it. */
export async function withApp(work: (app: string) => Promise<void>): Promise<void> {
  const problem = (await isBuilt()) ? '' : await buildWeb()
  if (problem) throw new Error(problem)
  const [web, mock] = [await freePort(), await freePort()]
  const app = `http://localhost:${web}`
  const over = new AbortController()
  let failure: unknown
  const why = await runStack(
    [
      {
        ...nodeCommand('the mock', 'mock-server/src/main.ts', ['--port', String(mock), '--app-origin', app]),
        address: `http://localhost:${mock}/__mock/health`,
      },
      {
        ...nodeCommand('the app', 'node_modules/vite/bin/vite.js', ['preview']),
        cwd: join(root, 'web'),
        env: { PAKET_WEB_PORT: String(web), PAKET_MOCK_ORIGIN: `http://localhost:${mock}` },
        address: `${app}/`,
      },
    ],
    {
      signal: over.signal,
      patienceMs: 60_000,
      onReady: () =>
        work(app)
          .catch((error: unknown) => (failure = error))
          .then(() => over.abort()),
    },
  )
  if (failure) throw failure
  if (why) throw new Error(why)
}
