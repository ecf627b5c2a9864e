import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { root } from '../../scripts/processes.ts'
import type { Edge } from '../sdk/edges.ts'
import type { Project } from './support.ts'

/** A runtime that may run a partner's program: answers what each edge sees there, see ../sdk/edges.ts. */
export type Runtime = (project: Project, origin: string, needs: readonly Edge['needs'][]) => Promise<unknown>

/** The edges as one file of the project: `@paket/sdk` is what is installed there, as a file of its own or bundled in. */
async function program(project: Project, file: string, main: string, isBundled: boolean): Promise<void> {
  const contents = `import * as sdk from '@paket/sdk'
    import { seeAll } from ${JSON.stringify(join(root, 'tests/sdk/edges.ts'))}
    ${main}`
  await build({
    stdin: { contents, resolveDir: project.path(), loader: 'ts' },
    outfile: project.path(file),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: isBundled ? [] : ['@paket/sdk'],
    logLevel: 'silent',
  })
}

/** Node, without what `older` takes away before anything else runs. */
export const node =
  (older = ''): Runtime =>
  async (project, origin, needs) => {
    await program(
      project,
      'edges.js',
      `console.log(JSON.stringify(await seeAll(sdk, '${origin}', [${needs.map((need) => `${need && `'${need}'`}`).join()}])))`,
      false,
    )
    await project.write('older.js', older)
    await project.write('run.js', `import './older.js'\nawait import('./edges.js')`)
    const { ok, output } = await project.node('run.js')
    if (!ok) throw new Error(output)
    return JSON.parse(output.split('\n').at(-1) ?? '') as unknown
  }

/** workerd, as Cloudflare's edge runs it. */
export const workerd: Runtime = async (project, origin, needs) => {
  await program(
    project,
    'worker.js',
    `export default { async fetch(request) { return Response.json(await seeAll(sdk, '${origin}', (await request.json()).map((need) => need ?? undefined))) } }`,
    true,
  )
  const script = await readFile(project.path('worker.js'), 'utf8')
  const runtime = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
  try {
    const answer = await runtime.dispatchFetch('http://worker.test/', { method: 'POST', body: JSON.stringify(needs) })
    return await answer.json()
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
