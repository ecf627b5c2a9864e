import { createHash } from 'node:crypto'
import { access, constants, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inSeconds, nodeCommand, root, runToEnd } from './processes.ts'
import { cannotWrite, parseOptions, runMain } from './run-main.ts'

const help = `npm run build: builds the web app for production, in web/dist.

  --if-stale   only if the sources have changed
  --help

  PAKET_ORIGIN   the only origin that may serve this build, which its pages name; without it any may, and the pages name an example`
const stampFile = join(root, 'node_modules/.cache/paket/web-build')
const sources = ['web', 'sdk/src', 'sdk/package.json', 'scripts/third-party.ts', 'package-lock.json']
const BUILD_TIMEOUT_MS = 180_000

/** Lists all files under a path in a fixed order, without those that match `skip`. */
async function filesUnder(path: string, skip: RegExp): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (!entries) return [path]
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => !skip.test(file.slice(path.length))).toSorted()
}

async function hashOf(paths: readonly string[], skip: RegExp): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of await filesUnder(join(root, path), skip))
      hash.update(file.slice(root.length)).update(await readFile(file).catch(() => ''))
  return hash.digest('hex')
}

/** Hashes the sources and the output, so that a change of either is noticed, or of the origin. */
const buildStamp = async (origin: string) =>
  `${origin} ${await hashOf(sources, /[/\\](dist|node_modules)[/\\]/)} ${await hashOf(['web/dist'], /^$/)}`

/** Whether web/dist is up to date with the sources, and for this origin. */
export async function isBuilt(origin = ''): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === (await buildStamp(origin))
}

/** Says that a folder cannot be written to, and what to do; empty when it can. */
const whyNotWritable = (folder: string): Promise<string> =>
  access(folder, constants.W_OK).then(
    () => '',
    ({ code }: NodeJS.ErrnoException) => cannotWrite(folder, code),
  )

/** Builds the app, for an origin if there is one that its pages must name. Returns the reason on failure; empty on success. */
export async function buildWeb(origin = ''): Promise<string> {
  const places = [join(root, 'web'), join(root, 'node_modules')]
  const problem = (await Promise.all(places.map(whyNotWritable))).find(Boolean)
  if (problem) return `The web app could not be built: ${problem}`
  const vite = { ...nodeCommand('build', 'node_modules/vite/bin/vite.js', ['build']), cwd: join(root, 'web') }
  const { ok, why, output } = await runToEnd(
    { ...vite, env: { NODE_ENV: 'production', PAKET_ORIGIN: origin } },
    BUILD_TIMEOUT_MS,
  )
  if (!ok) return `The web app could not be built (${why}):\n${output}`
  await mkdir(dirname(stampFile), { recursive: true })
  await writeFile(stampFile, await buildStamp(origin))
  return ''
}

/** Builds the app unless it is up to date. Returns the reason on failure; empty on success. */
export const obtainBuild = async (origin = ''): Promise<string> => ((await isBuilt(origin)) ? '' : buildWeb(origin))

async function main() {
  const { values } = parseOptions(help, { 'if-stale': { type: 'boolean', default: false } })
  const started = performance.now()
  const origin = process.env['PAKET_ORIGIN']
  if (values['if-stale'] && (await isBuilt(origin))) return console.log('The web app is built already.')
  const problem = await buildWeb(origin)
  if (problem) {
    console.error(problem)
    process.exitCode = 1
  } else console.log(`The web app is built (${inSeconds(performance.now() - started)}).`)
}

if (import.meta.main) await runMain(main)
