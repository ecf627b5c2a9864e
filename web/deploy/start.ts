import { spawn, spawnSync } from 'node:child_process'
import { existsSync, fstatSync, realpathSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { caddyfile } from './caddy.ts'
import { nginxConfiguration } from './nginx.ts'
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
  --print <what>      nginx, caddy: prints that configuration; table: prints the rules for a CDN, in Markdown
  --help`

/** Debian installs nginx outside of a user's PATH. */
const nginx =
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file)) ?? 'nginx'
/** Without it nginx first opens the log of its package, which only root may write. */
const toStderr = ['-e', 'stderr']
const machine = () => ({
  hasIpv6: Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6')),
  version: spawnSync(nginx, ['-v'], { encoding: 'utf8' }).stderr,
})

let configurations = 0
/**
 * Writes a new configuration and replaces the current one if `nginx -t` accepts it; otherwise throws a ServingError.
 * Returns the id of the release. Resolves the link `current` once, so that all files are of one release.
 */
async function configure(site: Site, server: ServerSettings, base: string): Promise<string> {
  const run = join(base, `run${++configurations}`)
  const folders = {
    site: realpathSync(site.site),
    assets: realpathSync(site.assets),
    config: server.config,
    origin: server.origin,
  }
  const { places, settings, inlineStyles } = await prepareSite(folders, run)
  // Node can pass stdout as a socket, which nginx cannot open as /dev/stdout.
  const log = fstatSync(1).isSocket() ? join(base, 'access.log') : places.log
  const written = nginxConfiguration({ ...places, log }, settings, { ...server, inlineStyles }, machine())
  const file = join(run, 'nginx.conf')
  await writeFile(file, written)
  const { status, stderr, error } = spawnSync(nginx, ['-t', '-q', ...toStderr, '-c', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  if (error)
    throw new ServingError(
      `nginx cannot be run (${(error as NodeJS.ErrnoException).code}): install it, in Debian by apt-get install nginx`,
    )
  // Warnings come first.
  const reason = stderr.split('\n').find((line) => line.includes('[emerg]')) ?? stderr.trim()
  if (status !== 0) throw new ServingError(`nginx refuses its configuration: ${reason}`)
  await rename(file, join(base, 'nginx.conf'))
  return places.release
}

async function serve(site: Site, server: ServerSettings, isChecking: boolean): Promise<number> {
  const base = await mkdtemp(join(tmpdir(), 'paket-serve-'))
  // If root starts nginx, its workers run as another user, who must be able to read the folder.
  await chmod(base, 0o755)
  try {
    const release = await configure(site, server, base)
    if (isChecking) return 0
    const child = spawn(nginx, [...toStderr, '-c', join(base, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' })
    // One after the other, so that the last one is what is served.
    let reload: Promise<unknown> = Promise.resolve()
    process.on('SIGHUP', () => {
      reload = reload.then(() => configure(site, server, base)).then(() => child.kill('SIGHUP'), complain)
    })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill('SIGQUIT'))
    console.log(`paket: ${server.origin}, release ${release}`)
    return await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)))
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}
function complain(error: unknown): void {
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
  if (values.print === undefined) return serve(site, server, values.check)
  return print(values.print, { ...site, config: server.config }, server)
}

async function print(kind: string, site: Site, server: ServerSettings): Promise<number> {
  const write = { nginx: nginxConfiguration, caddy: caddyfile, table: () => rulesTable() }[kind]
  if (!write) throw new ServingError(`--print ${kind}: it must be nginx, caddy or table`)
  const run = await mkdtemp(join(tmpdir(), 'paket-print-'))
  try {
    const { places, settings, inlineStyles } = await prepareSite({ ...site, origin: server.origin }, run)
    console.log(
      write({ ...places, run: '/run/paket' }, settings, { ...server, inlineStyles }, { ...machine(), hasIpv6: true }),
    )
    return 0
  } finally {
    await rm(run, { recursive: true, force: true })
  }
}

process.exitCode = await main().catch((error: unknown) => {
  complain(error)
  return 1
})
