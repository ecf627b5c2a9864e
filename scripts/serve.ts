import { buildWeb, isBuilt } from './build.ts'
import { obtainNginx } from './nginx.ts'
import { launch, nodeCommand, onStop, stopAll } from './processes.ts'

const help = `npm run serve: the built app behind nginx, as it is run in production; Ctrl-C stops it.

Without PAKET_ORIGIN it is http://localhost:8080, with the mock behind it (npm run mock -- --app-origin http://localhost:8080).
Everything after -- goes to web/deploy/start.ts: npm run serve -- --check, -- --print caddy, -- --site <folder>.

`
/** For a try on this machine; a server is given all of it. */
function local(): NodeJS.ProcessEnv {
  if (process.env['PAKET_ORIGIN']) return {}
  const mock = `http://127.0.0.1:${process.env['PAKET_MOCK_PORT'] ?? 4010}`
  const paths = ['/bff', '/cms', '/oidc', '/pay', '/__mock']
  return {
    PAKET_ORIGIN: `http://localhost:${process.env['PAKET_PORT'] ?? 8080}`,
    PAKET_BACKENDS: paths.map((path) => `${path}=${mock}`).join(' '),
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const isAsking = args.includes('--help')
  if (isAsking) process.stdout.write(help)
  onStop(() => void stopAll())
  const isOwnBuild = !args.includes('--site') && !isAsking
  const problem = isAsking ? '' : (await obtainNginx()) || (isOwnBuild && !(await isBuilt()) ? await buildWeb() : '')
  if (problem) throw new Error(problem)
  const server = { ...nodeCommand('nginx', 'web/deploy/start.ts', args), env: local(), onLine: 'inherit' as const }
  process.exitCode = (await launch({ ...server, graceMs: 15_000 }).ended).code
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
