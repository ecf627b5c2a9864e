import { join } from 'node:path'
import { parseAst, type Plugin, runnerImport } from 'vite'

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

/** What a row of `src/routes.ts` has only for the gallery and the tests. */
const examples = /^(states|visits)$/

/** Replaces these properties by spaces, so that source maps stay right. */
export function withoutExamples(code: string): string {
  let result = code
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, key, start, end } = node as { type?: string; key?: { name?: string }; start: number; end: number }
    if (type !== 'Property' || !examples.test(key?.name ?? '')) return Object.values(node).forEach(look)
    const last = code[end] === ',' ? end + 1 : end
    result = result.slice(0, start) + result.slice(start, last).replace(/[^\n]/g, ' ') + result.slice(last)
  }
  look(parseAst(code))
  return result
}

/** Does so in the app's build, whose users would load them before every page of the account. The gallery, which is built from its own page, has them. */
export const routesWithoutExamples: Plugin = {
  name: 'routes-without-examples',
  apply: ({ build }, { command }) => command === 'build' && build?.rolldownOptions?.input === undefined,
  transform: (code, id) => (id.endsWith('/src/routes.ts') ? { code: withoutExamples(code), map: null } : null),
}
