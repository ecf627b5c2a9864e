import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { installOwnPackages } from '../../scripts/own-packages.ts'
import type { Edge } from '../sdk/edges.ts'
import type { Project } from './support.ts'

/** A runtime that may run a partner's program: answers what each edge sees there, see ../sdk/edges.ts. */
export type Runtime = (project: Project, origin: string, needs: readonly Edge['needs'][]) => Promise<unknown>

/** The edges as one file of the project: `@paket/sdk` is what is installed there, beside it or bundled with it. */
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

/** Node, without what `older` takes away before anything else runs. */
export const node =
  (older = ''): Runtime =>
  async (project, origin, needs) => {
    await program(project, 'edges.js', false)
    const asked = JSON.stringify({ origin, needs })
    const main = `${older}\nconst { run } = await import('./edges.js')\nconsole.log(JSON.stringify(await run(${asked})))`
    await project.write('run.js', main)
    const { ok, output } = await project.node('run.js')
    if (!ok) throw new Error(output)
    return JSON.parse(output) as unknown
  }

interface Workerd {
  dispatchFetch(url: string, init: RequestInit): Promise<Response>
  dispose(): Promise<void>
}
/** workerd, as Cloudflare's edge runs it. It is large: nothing but this installs it. */
export const workerd: Runtime = async (project, origin, needs) => {
  await program(project, 'worker.js', true)
  const script = await readFile(project.path('worker.js'), 'utf8')
  await installOwnPackages(import.meta.dirname)
  const { Miniflare } = createRequire(import.meta.url)('miniflare') as { Miniflare: new (options: object) => Workerd }
  const runtime = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
  try {
    const body = JSON.stringify({ origin, needs })
    return await (await runtime.dispatchFetch('http://worker.test/', { method: 'POST', body })).json()
  } finally {
    await runtime.dispose()
  }
}

/** What browsers and Node of some years ago lack: they have signals without reasons, and nothing that joins them. */
export const withoutNewSignals = `
  delete AbortSignal.prototype.throwIfAborted
  delete AbortSignal.prototype.reason
  delete AbortSignal.any
  delete AbortSignal.timeout
  delete Object.hasOwn
  delete globalThis.atob`
/** React Native's \`fetch\` has texts and no streams. */
export const withoutStreams = `${withoutNewSignals}
  Object.defineProperty(Response.prototype, 'body', { get: () => undefined })
  delete globalThis.TextDecoder`
