import { parseArgs } from 'node:util'
import { obtainBuild } from './build.ts'
import { obtainNginx } from './nginx.ts'
import { portOf, portInUseMessage } from './ports.ts'
import { launch, nodeCommand, onStop, stopAll } from './processes.ts'
import { runMain } from './run-main.ts'

const help = `npm run serve: serves the built app with nginx, as in production. Ctrl-C stops it.

With PAKET_ORIGIN it builds the app for that origin. Without, it serves http://localhost:8080 and proxies to the mock (npm run mock -- --app-origin http://localhost:8080).
Arguments after -- are passed to web/deploy/start.ts: npm run serve -- --check, -- --print nginx, -- --site <folder>.

`
/** Settings for a try on this machine; a server must set all of them. */
function local(): NodeJS.ProcessEnv {
  if (process.env['PAKET_ORIGIN']) return {}
  const mock = `http://127.0.0.1:${process.env['PAKET_MOCK_PORT'] ?? 4010}`
  const paths = ['/bff', '/cms', '/oidc', '/pay', '/__mock']
  return {
    PAKET_ORIGIN: `http://localhost:${process.env['PAKET_PORT'] ?? 8080}`,
    PAKET_BACKENDS: paths.map((path) => `${path}=${mock}`).join(' '),
  }
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

async function main(): Promise<void> {
  // The options of web/deploy/start.ts: a wrong one is refused before the app is built.
  const options = { site: text, assets: text, check: flag, print: text, help: flag }
  const { values } = parseArgs({ options })
  if (values.help) process.stdout.write(help)
  onStop(() => void stopAll())
  if (!values.help && !values.check && values.print === undefined) {
    const ports = { PAKET_PORT: '8080', ...(process.env['PAKET_TLS_CERTIFICATE'] && { PAKET_TLS_PORT: '8443' }) }
    for (const [name, usual] of Object.entries(ports)) {
      const port = portOf(name, process.env[name] ?? usual)
      const why = await portInUseMessage(port, (other) => `${name}=${other} npm run serve`)
      if (why) throw new Error(why)
    }
  }
  const problem =
    !values.help &&
    ((await obtainNginx()) || (values.site === undefined && (await obtainBuild(process.env['PAKET_ORIGIN']))))
  if (problem) throw new Error(problem)
  const server = {
    ...nodeCommand('nginx', 'web/deploy/start.ts', process.argv.slice(2)),
    env: local(),
    onLine: 'inherit' as const,
  }
  process.exitCode = (await launch({ ...server, graceMs: 15_000 }).ended).code
}

await runMain(main)
