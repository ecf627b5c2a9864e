import { importsWithin, lowestRoomsOf, roomOf, roomsOf } from './rooms.ts'
import type { Import } from './sources.ts'
import type { House } from './workspaces.ts'

/** With more arrows than this, arrows to the lowest rooms, which all others import, become counts inside the rooms. */
const MOST_ARROWS = 40

/** Draws the rooms of a house and the number of imports between them, in Mermaid. */
export function pictureOf(imports: readonly Import[], house: House): string {
  const counts = new Map<string, Map<string, number>>()
  for (const { from, to } of importsWithin(imports, house)) {
    const [above, below] = [roomOf(from, house), roomOf(to, house)]
    if (above === below) continue
    const ofRoom = counts.get(above) ?? new Map<string, number>()
    counts.set(above, ofRoom.set(below, (ofRoom.get(below) ?? 0) + 1))
  }
  const rooms = [...new Set([house.name, ...roomsOf(house)])]
  const arrows = rooms.flatMap((above) =>
    rooms.flatMap((below) => {
      const count = counts.get(above)?.get(below)
      return count === undefined ? [] : [{ above, below, count }]
    }),
  )
  const counted = arrows.length > MOST_ARROWS ? lowestRoomsOf(house) : []
  const isCounted = (room: string) => counted.includes(room)
  const importsOfRoom = (room: string) =>
    arrows.filter(({ below }) => below === room).reduce((sum, { count }) => sum + count, 0)
  return [
    '```mermaid',
    'flowchart TD',
    ...counted.map((room) => `  ${room}["${room} ← ${importsOfRoom(room)}"]`),
    ...arrows
      .filter(({ below }) => !isCounted(below))
      .map(({ above, below, count }) => `  ${above} -->|${count}| ${below}`),
    '```',
  ].join('\n')
}

const markers = /(<!-- rooms[^>]*-->\n)[^]*?(<!-- \/rooms -->)/
/** Inserts the diagram between a README's markers. */
export function withPicture(readme: string, picture: string): string {
  if (!markers.test(readme)) throw new Error('the README has no <!-- rooms --> … <!-- /rooms -->')
  return readme.replace(markers, (_, start: string, end: string) => `${start}\n${picture}\n\n${end}`)
}
