import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { digestsOf } from '../deploy/digests.ts'
import { RECOVERY_PATH, WORKER_PATH } from '../src/domain/service-worker.ts'

const web = join(import.meta.dirname, '..')

/** Builds a script without imports, whose name has no hash because its address must not change. */
async function scriptOf(input: string, target: string[], define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: join(web, input), output: { format: 'iife' } },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error(`${input} was not built once`)
  return built.output[0].code
}

/** Writes the scripts beside the app's own: the service worker, which knows what each hashed file contains, and the recovery. */
export const ownScripts = (target: string[]): Plugin => ({
  name: 'own-scripts',
  apply: 'build',
  // The files as they are served, after all other plugins.
  async writeBundle({ dir = '' }) {
    const define = { DIGESTS: JSON.stringify(await digestsOf(dir)) }
    await writeFile(join(dir, WORKER_PATH), await scriptOf('worker/service-worker.ts', target, define))
    await writeFile(join(dir, RECOVERY_PATH), await scriptOf('src/recover.ts', target))
  },
})
