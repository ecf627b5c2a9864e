import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { digestsOf } from '../deploy/digests.ts'
import { RECOVERY_PATH, WORKER_PATH } from '../src/domain/service-worker.ts'

const web = join(import.meta.dirname, '..')

interface Options {
  target: string[]
  /** Plugins that note what is built. */
  plugins: Plugin[]
  define?: Record<string, string>
}
/** Builds a script without imports, whose name has no hash because its address must not change, and its source map, which is not served. */
async function writeScript(input: string, to: string, { target, plugins, define = {} }: Options): Promise<void> {
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    plugins,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      target,
      sourcemap: 'hidden',
      modulePreload: false,
      rolldownOptions: { input: join(web, input), output: { format: 'iife' } },
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error(`${input} was not built once`)
  const [{ code, map }] = built.output
  if (!map) throw new Error(`${input} was built without its source map`)
  await writeFile(to, code)
  await writeFile(`${to}.map`, map.toString())
}

/** Writes the scripts beside the app's own: the service worker, which knows what each hashed file contains, and the recovery. */
export const ownScripts = (target: string[], plugins: Plugin[]): Plugin => ({
  name: 'own-scripts',
  apply: 'build',
  // The files as they are served, after all other plugins.
  writeBundle: {
    sequential: true,
    async handler({ dir = '' }) {
      const define = { DIGESTS: JSON.stringify(await digestsOf(dir)) }
      await writeScript('worker/service-worker.ts', join(dir, WORKER_PATH), { target, plugins, define })
      await writeScript('src/recover.ts', join(dir, RECOVERY_PATH), { target, plugins })
    },
  },
})
