import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { WORKER_PATH } from '../src/domain/service-worker.ts'

const web = join(import.meta.dirname, '..')

/** Builds the service worker with some plugins: one script without imports, whose name has no hash because its address must not change. */
export const serviceWorker = (target: string[], plugins: Plugin[]): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async generateBundle() {
    const built = await build({
      configFile: false,
      root: web,
      publicDir: false,
      plugins,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target,
        sourcemap: 'hidden',
        modulePreload: false,
        rolldownOptions: {
          input: join(web, 'worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: WORKER_PATH.slice(1) },
        },
      },
    })
    if (Array.isArray(built) || !('output' in built)) throw new Error('the service worker was not built once')
    const [{ fileName, code, map }] = built.output
    if (!map) throw new Error('the service worker was built without its source map')
    this.emitFile({ type: 'asset', fileName, source: code })
    this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map.toString() })
  },
})
