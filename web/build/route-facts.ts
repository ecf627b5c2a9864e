import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const web = join(import.meta.dirname, '..')

/** Evaluates `src/app/route-facts.ts` at build time and replaces its exports by their values, so that its imports are not part of the build. */
export const evaluatedRouteFacts: Plugin = {
  name: 'evaluated-route-facts',
  apply: 'build',
  async load(id) {
    if (!id.endsWith('/src/app/route-facts.ts')) return
    const { module } = await runnerImport<object>(id, { configFile: false, root: web, logLevel: 'error' })
    return Object.entries(module)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
}
