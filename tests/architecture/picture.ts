import { importsWithin, lowestModulesOf, moduleOf, modulesOf } from './modules.ts'
import type { Import } from './sources.ts'
import type { LayeredSources } from './workspaces.ts'

/** With more arrows than this, arrows to the lowest modules, which all others import, become counts inside the modules. */
const MOST_ARROWS = 40

/** Draws the modules of the sources and the number of imports between them, in Mermaid. */
export function pictureOf(imports: readonly Import[], sources: LayeredSources): string {
  const counts = new Map<string, Map<string, number>>()
  for (const { from, to } of importsWithin(imports, sources)) {
    const [above, below] = [moduleOf(from, sources), moduleOf(to, sources)]
    if (above === below) continue
    const countsBelow = counts.get(above) ?? new Map<string, number>()
    counts.set(above, countsBelow.set(below, (countsBelow.get(below) ?? 0) + 1))
  }
  const modules = [...new Set([sources.name, ...modulesOf(sources)])]
  const arrows = modules.flatMap((above) =>
    modules.flatMap((below) => {
      const count = counts.get(above)?.get(below)
      return count === undefined ? [] : [{ above, below, count }]
    }),
  )
  const countedModules = arrows.length > MOST_ARROWS ? lowestModulesOf(sources) : []
  const isCounted = (module: string) => countedModules.includes(module)
  const importsOfModule = (module: string) =>
    arrows.filter(({ below }) => below === module).reduce((sum, { count }) => sum + count, 0)
  return [
    '```mermaid',
    'flowchart TD',
    ...countedModules.map((module) => `  ${module}["${module} ← ${importsOfModule(module)}"]`),
    ...arrows
      .filter(({ below }) => !isCounted(below))
      .map(({ above, below, count }) => `  ${above} -->|${count}| ${below}`),
    '```',
  ].join('\n')
}

const markers = /(<!-- imports[^>]*-->\n)[^]*?(<!-- \/imports -->)/
/** Inserts the diagram between a README's markers. */
export function withPicture(readme: string, picture: string): string {
  if (!markers.test(readme)) throw new Error('the README has no <!-- imports --> … <!-- /imports -->')
  return readme.replace(markers, (_, start: string, end: string) => `${start}\n${picture}\n\n${end}`)
}
