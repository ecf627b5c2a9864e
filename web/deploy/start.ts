import './node-version.ts'
import { existsSync, realpathSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAccessLog } from './access-log.ts'
import { findAuthorities } from './authorities.ts'
import { openLog } from './log.ts'
import { connectionsFor, type Machine, nginxConfiguration } from './nginx.ts'
import { checkConfiguration, checkPorts, type Nginx, readMachine, startNginx } from './nginx-process.ts'
import { readServing, ServingError, type ServerSettings, variables } from './serving.ts'
import { prepareSite, type Site } from './site.ts'
import { rulesTable } from './table.ts'

const help = `Serves the built app by nginx, in the foreground. Settings are environment variables:

${Object.entries(variables)
  .map(([name, what]) => `  ${name.padEnd(22)} ${what}`)
  .join('\n')}

SIGHUP reloads the release and the settings without closing connections. If they are invalid, it prints the error and changes nothing.
SIGTERM exits after the last response is sent.

  --site <folder>     the build, or the site/ folder of a release (web/dist)
  --assets <folder>   the folder with assets/ of this release and earlier ones (the folder of --site)
  --check             only checks whether the server could start; exits with 1 if not
  --print <what>      nginx: prints its configuration; table: prints the rules for a CDN, in Markdown
  --help`

let configurations = 0
/**
 * Writes a new configuration and replaces the current one if nginx accepts it; otherwise throws a ServingError.
 * Returns the id of the release. Resolves the link `current` once, so that all files are of one release.
 */
async function configure(site: Site, server: ServerSettings, { machine, base, stdin }: Setting): Promise<string> {
  const run = join(base, `run${++configurations}`)
  const folders = { site: realpathSync(site.site), assets: realpathSync(site.assets), config: server.config }
  const { places, settings, inlineStyles } = await prepareSite(folders, run, server)
  const written = nginxConfiguration(
    { ...places, log: accessLogIn(base), filtersErrors: true },
    settings,
    { ...server, inlineStyles },
    { ...machine, authorities: findAuthorities(server) },
  )
  const file = join(run, 'nginx.conf')
  await writeFile(file, written)
  await checkConfiguration(file, stdin)
  await rename(file, configurationIn(base))
  return places.release
}
interface Setting {
  machine: Machine
  /** The folder of the server. */
  base: string
  /** Standard input of `nginx -t`. */
  stdin: number | 'ignore'
}
const accessLogIn = (base: string) => join(base, 'access.log')
const configurationIn = (base: string) => join(base, 'nginx.conf')

async function inFolder(work: (base: string) => Promise<number>): Promise<number> {
  const base = await mkdtemp(join(tmpdir(), 'paket-serve-'))
  try {
    // If root starts nginx, its workers run as another user, who must be able to read the folder.
    await chmod(base, 0o755)
    return await work(base)
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

/** What signals need; a signal that comes earlier takes effect when nginx listens. */
interface Listening {
  nginx: Nginx
  configureNow: () => Promise<unknown>
}
async function load({ nginx, configureNow }: Listening): Promise<void> {
  await configureNow()
  nginx.signal('SIGHUP')
}

async function serve(site: Site, server: ServerSettings, base: string): Promise<number> {
  const { promise: listening, resolve: startSignals } = Promise.withResolvers<Listening>()
  let isStopped = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isStopped = true
      void listening.then(({ nginx }) => nginx.signal('SIGQUIT'))
    })
  // One after the other, so that the last one is what is served.
  let reload: Promise<unknown> = listening
  process.on('SIGHUP', () => {
    reload = reload.then(() => listening.then(load)).catch(say)
  })
  const log = openLog()
  const accessLog = await openAccessLog(accessLogIn(base), log)
  try {
    const machine = await readMachine()
    const configureNow = () => configure(site, server, { machine, base, stdin: accessLog.fd })
    const release = await configureNow()
    await checkPorts(server, machine)
    if (isStopped) return 0
    const connections = connectionsFor(machine.files)
    if (connections < connectionsFor(Infinity))
      say(`only ${machine.files} files can be open, so a worker has ${connections} connections: raise ulimit -n`)
    const nginx = startNginx(configurationIn(base), server, log)
    const isListening = await nginx.listens
    if (isListening) {
      say(`${server.origin}, release ${release}`)
      startSignals({ nginx, configureNow })
    }
    const how = await nginx.ended
    if (how !== 0) say(`nginx has ended unexpectedly: ${how}`)
    // It writes to the folder that is removed next.
    if (isListening) await reload
    return how === 0 ? 0 : 1
  } finally {
    await accessLog.close()
  }
}
function say(error: unknown): void {
  console.error(`paket: ${error instanceof Error ? error.message : String(error)}`)
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { site: text, assets: text, check: flag, print: text, help: flag } })
  if (values.help) return (console.log(help), 0)
  const folder = resolve(values.site ?? 'web/dist')
  const site = { site: folder, assets: resolve(values.assets ?? folder) }
  const server = readServing(process.env)
  if (!existsSync(folder)) throw new ServingError(`${folder} is not there: is the app built?`)
  if (values.check) {
    const machine = await readMachine()
    return inFolder(async (base) => (await configure(site, server, { machine, base, stdin: 'ignore' }), 0))
  }
  if (values.print === undefined) return inFolder((base) => serve(site, server, base))
  return print(values.print, { ...site, config: server.config }, server)
}

async function print(kind: string, site: Site, server: ServerSettings): Promise<number> {
  const write = { nginx: nginxConfiguration, table: () => rulesTable() }[kind]
  if (!write) throw new ServingError(`--print ${kind}: it must be nginx or table`)
  const run = await mkdtemp(join(tmpdir(), 'paket-print-'))
  try {
    const { places, settings, inlineStyles } = await prepareSite(site, run, server)
    const { version } = await readMachine()
    console.log(write({ ...places, run: '/run/paket' }, settings, { ...server, inlineStyles }, { version }))
    return 0
  } finally {
    await rm(run, { recursive: true, force: true })
  }
}

process.exitCode = await main().catch((error: unknown) => {
  say(error)
  return 1
})
// Output that is not read does not delay the end for longer.
setTimeout(() => process.exit(), 1000).unref()
