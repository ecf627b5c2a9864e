import { access, chmod, constants, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installOwnPackages } from '../../scripts/own-packages.ts'
import { runToEnd } from '../../scripts/processes.ts'
import type { Edge } from '../sdk/edges.ts'
import type { Project, Ran } from './support.ts'

/** Runs the edge cases of ../sdk/edges.ts in a runtime; resolves with their results. */
export type Runtime = (project: Project, origin: string, needs: readonly Edge['needs'][]) => Promise<unknown>

/** Bundles the edge cases to one file of the project, with the installed `@paket/sdk` as an import or inside the bundle. */
async function program(project: Project, file: string, isBundled: boolean): Promise<void> {
  const packed = project.path('node_modules/@paket/sdk/dist/index.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'partner/edges.ts')],
    outfile: project.path(file),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    ...(isBundled ? { alias: { '@paket/sdk': packed } } : { external: ['@paket/sdk'] }),
  })
}

/** Writes `run.js`, which runs the edge cases after `older`, a script that removes features of the platform. */
async function writeMain(project: Project, older: string, origin: string, needs: readonly Edge['needs'][]) {
  await program(project, 'edges.js', false)
  const asked = JSON.stringify({ origin, needs })
  const main = `${older}\nconst { run } = await import('./edges.js')\nconsole.log(JSON.stringify(await run(${asked})))`
  await project.write('run.js', main)
}

/** Node, after a script that removes features of the platform. */
export const node =
  (older = ''): Runtime =>
  async (project, origin, needs) => {
    await writeMain(project, older, origin, needs)
    const { ok, output } = await project.node('run.js')
    if (!ok) throw new Error(output)
    return JSON.parse(output) as unknown
  }

/** A runtime that is an executable, installed by this folder's lock file if it exists for this platform. */
export interface Installed {
  /** Path of the executable below `node_modules`. */
  file: string
  /** Arguments before the script. */
  args: readonly string[]
}
export const installed = {
  'Node 20': { file: 'node-20-linux-x64/bin/node', args: [] },
  'Node 22': { file: 'node-22-linux-x64/bin/node', args: [] },
  Deno: { file: '@deno/linux-x64-glibc/deno', args: ['run', '--quiet', '--allow-all', '--node-modules-dir=manual'] },
  Bun: { file: '@oven/bun-linux-x64/bin/bun', args: ['run'] },
} as const satisfies Record<string, Installed>

/** Runs a script of the project in an installed runtime; undefined when it does not exist for this platform. */
export async function runIn(
  { file, args }: Installed,
  project: Pick<Project, 'path'>,
  script: string,
): Promise<Ran | undefined> {
  await installOwnPackages(import.meta.dirname)
  const binary = join(import.meta.dirname, 'node_modules', file)
  const isThere = await access(binary, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  // Without install scripts npm does not make the file executable.
  await chmod(binary, 0o755)
  const env = { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' }
  const command = { name: file, file: binary, args: [...args, script], cwd: project.path(), env }
  const { ok, output } = await runToEnd(command, STEP_MS)
  return { ok, output }
}
const STEP_MS = 120_000

/** Runs a module with the packed SDK; resolves with its output, undefined when the runtime does not exist here. */
export type Program = (project: Project, source: string) => Promise<Ran | undefined>

async function inNode(project: Project, source: string, older = ''): Promise<Ran> {
  await project.write('older.js', older)
  await project.write('program.js', `import './older.js'\n${source}`)
  return project.node('program.js')
}
const inInstalled =
  (runtime: Installed): Program =>
  async (project, source) => {
    await project.write('program.js', source)
    return runIn(runtime, project, 'program.js')
  }
const importsOf = /^import .*\n/gm
async function inWorkerd(project: Project, source: string): Promise<Ran> {
  const handler = `${source.match(importsOf)?.join('') ?? ''}
    export default { async fetch() {
      const lines = []
      const console = { log: (...parts) => lines.push(parts.join(' ')) }
      ${source.replaceAll(importsOf, '')}
      return new Response(lines.join('\\n'))
    } }`
  const { outputFiles } = await build({
    stdin: { contents: handler, resolveDir: project.path() },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return answerOf(outputFiles[0]?.text ?? '', {}, async (answer) => ({ ok: answer.ok, output: await answer.text() }))
}
/** The runtimes that can run a module. */
export const programs = (): [name: string, run: Program][] => [
  ['Node', inNode],
  ['Node as webviews of 2021', (project, source) => inNode(project, source, withoutNewSignals)],
  ['Node as React Native', (project, source) => inNode(project, source, withoutStreams)],
  ...Object.entries(installed).map(([name, runtime]): [string, Program] => [name, inInstalled(runtime)]),
  ['workerd', inWorkerd],
]

/** Runs the edge cases in an installed runtime; undefined when it does not exist here. */
export async function edgesIn(runtime: Installed, project: Project, origin: string, needs: readonly Edge['needs'][]) {
  await writeMain(project, '', origin, needs)
  const ran = await runIn(runtime, project, 'run.js')
  if (ran && !ran.ok) throw new Error(ran.output)
  return ran && (JSON.parse(ran.output) as unknown)
}

interface Workerd {
  dispatchFetch(url: string, init: RequestInit): Promise<Response>
  dispose(): Promise<void>
}
/** workerd, the runtime of Cloudflare Workers. Only these tests install it, because it is large. */
export const workerd: Runtime = async (project, origin, needs) => {
  await program(project, 'worker.js', true)
  const script = await readFile(project.path('worker.js'), 'utf8')
  return answerOf(script, { method: 'POST', body: JSON.stringify({ origin, needs }) }, (answer) => answer.json())
}

/** Sends one request to a worker with this script. */
async function answerOf<Read>(script: string, init: RequestInit, read: (answer: Response) => Promise<Read>) {
  await installOwnPackages(import.meta.dirname)
  const { Miniflare } = createRequire(import.meta.url)('miniflare') as { Miniflare: new (options: object) => Workerd }
  const runtime = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
  try {
    return await read(await runtime.dispatchFetch('http://worker.test/', init))
  } finally {
    await runtime.dispose()
  }
}

/** Removes what older browsers and Node lack: reasons of abort signals, and functions that combine signals. */
export const withoutNewSignals = `
  delete AbortSignal.prototype.throwIfAborted
  delete AbortSignal.prototype.reason
  delete AbortSignal.any
  delete AbortSignal.timeout
  delete Object.hasOwn
  delete globalThis.atob`
/** Also removes streams, which React Native's \`fetch\` lacks. */
export const withoutStreams = `${withoutNewSignals}
  Object.defineProperty(Response.prototype, 'body', { get: () => undefined })
  delete globalThis.TextDecoder`
