import type { Import } from './sources.ts'
import type { LayeredSources, Workspace } from './workspaces.ts'

/**
 * Returns the module of a file: its folder directly below the sources' folder. A file beside the folders is a module of its own if the
 * order names it; otherwise its module has the name of the sources.
 */
export function moduleOf(path: string, sources: Pick<LayeredSources, 'folder' | 'name' | 'order'>): string {
  const [first = '', ...rest] = path.slice(sources.folder.length + 1).split('/')
  if (rest.length > 0) return first
  return modulesOf(sources).includes(first) ? first : sources.name
}

const layersOf = ({ order }: Pick<LayeredSources, 'order'>) => order.split(' > ').map((layer) => layer.split(', '))
export const modulesOf = (sources: Pick<LayeredSources, 'order'>): string[] => layersOf(sources).flat()
export const lowestModulesOf = (sources: Pick<LayeredSources, 'order'>): string[] => layersOf(sources).at(-1) ?? []
export const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)
/** Returns the imports between files of these sources. */
export const importsWithin = (imports: readonly Import[], { folder }: Pick<LayeredSources, 'folder'>): Import[] =>
  imports.filter(({ from, to }) => isInside(from, folder) && isInside(to, folder))

/** Returns imports between modules that violate the order, and between folders of a module that must not import each other. */
export function upwardImports(
  imports: readonly Import[],
  sources: Omit<LayeredSources, 'readme' | 'noCyclesOf'>,
): Import[] {
  const layers = layersOf(sources)
  const layerOf = (module: string) => layers.findIndex((layer) => layer.includes(module))
  const isUnlayered = (module: string) => module === sources.name && layerOf(module) < 0
  const partOf = (path: string) => path.slice(sources.folder.length + 1).split('/')[1]
  return importsWithin(imports, sources).filter(({ from, to }) => {
    const [above, below] = [moduleOf(from, sources), moduleOf(to, sources)]
    if (above === below) return sources.isolated?.includes(above) === true && partOf(from) !== partOf(to)
    return !isUnlayered(above) && !isUnlayered(below) && !(layerOf(above) >= 0 && layerOf(above) < layerOf(below))
  })
}

/** Returns the files of one import cycle; null if there is none. */
export function cycleIn(imports: readonly Import[]): string[] | null {
  const left = new Map<string, Set<string>>()
  for (const { from, to } of imports) left.set(from, (left.get(from) ?? new Set()).add(to))
  // A file that imports none of the remaining files cannot be in a cycle.
  const isFile = (path: string) => left.has(path)
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const [file, to] of left) if (![...to].some(isFile)) left.delete(file)
  }
  const walked: string[] = []
  for (let [file] = left.keys(); file !== undefined; file = [...(left.get(file) ?? [])].find(isFile)) {
    if (walked.includes(file)) return [...walked.slice(walked.indexOf(file)), file]
    walked.push(file)
  }
  return null
}

/** Returns imports by path into another workspace that the table does not allow. */
export function deepImports(imports: readonly Import[], workspaces: readonly Workspace[]): Import[] {
  const byLength = workspaces.toSorted((one, other) => other.folder.length - one.folder.length)
  const workspaceOf = (path: string) => byLength.find(({ folder }) => isInside(path, folder))
  return imports.filter(({ from, to }) => {
    const [above, below] = [workspaceOf(from), workspaceOf(to)]
    return above && below && above !== below && !above.reaches.includes(below.folder)
  })
}
