import type { Import } from './sources.ts'
import type { House, Workspace } from './workspaces.ts'

/**
 * Returns the room of a file: the folder that it is in, directly below the house's. A file beside the folders is its own room if the
 * order names it, otherwise it belongs to the house's room.
 */
export function roomOf(path: string, house: Pick<House, 'folder' | 'name' | 'order'>): string {
  const [first = '', ...rest] = path.slice(house.folder.length + 1).split('/')
  if (rest.length > 0) return first
  return roomsOf(house).includes(first) ? first : house.name
}

const levelsOf = ({ order }: Pick<House, 'order'>) => order.split(' > ').map((level) => level.split(', '))
export const roomsOf = (house: Pick<House, 'order'>): string[] => levelsOf(house).flat()
export const lowestRoomsOf = (house: Pick<House, 'order'>): string[] => levelsOf(house).at(-1) ?? []
export const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)
/** Returns the imports between files of the house. */
export const importsWithin = (imports: readonly Import[], { folder }: Pick<House, 'folder'>): Import[] =>
  imports.filter(({ from, to }) => isInside(from, folder) && isInside(to, folder))

/** Returns imports between rooms that violate the order, and between folders of a room that must not import each other. */
export function backwards(imports: readonly Import[], house: Omit<House, 'readme' | 'noCyclesOf'>): Import[] {
  const levels = levelsOf(house)
  const levelOf = (room: string) => levels.findIndex((level) => level.includes(room))
  const isFree = (room: string) => room === house.name && levelOf(room) < 0
  const part = (path: string) => path.slice(house.folder.length + 1).split('/')[1]
  return importsWithin(imports, house).filter(({ from, to }) => {
    const [above, below] = [roomOf(from, house), roomOf(to, house)]
    if (above === below) return house.apart?.includes(above) === true && part(from) !== part(to)
    return !isFree(above) && !isFree(below) && !(levelOf(above) >= 0 && levelOf(above) < levelOf(below))
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
