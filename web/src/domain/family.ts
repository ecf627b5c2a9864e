/** Whether an option is the family subscription. An option of an unknown type is not (O-ENTITY-09). */
export const isFamily = ({ type }: { type: string }): boolean => type === 'family_subscription'

/** A member of the family as the server lists it. The status may be one that this release does not know. */
export interface Member {
  relationId: string
  subscriberName: string | null
  subscriberPhone: string | null
  status: string
}

interface StatusRow {
  label: string
  isListed: boolean
  canBeRemoved: boolean
  takesPlace: boolean
}
/** What each status of a member means (options T7). */
const rows: Readonly<Record<string, StatusRow>> = {
  owner: { label: 'Организатор', isListed: true, canBeRemoved: false, takesPlace: false },
  new: { label: 'Подключаем', isListed: true, canBeRemoved: false, takesPlace: true },
  waiting_for_activation: { label: 'Подключаем', isListed: true, canBeRemoved: false, takesPlace: true },
  active: { label: 'Активный', isListed: true, canBeRemoved: true, takesPlace: true },
  waiting_for_renewal: { label: 'Активный', isListed: true, canBeRemoved: false, takesPlace: true },
  waiting_for_deactivation: { label: 'Удаляем', isListed: true, canBeRemoved: false, takesPlace: true },
  error: { label: 'Ошибка', isListed: true, canBeRemoved: false, takesPlace: false },
  inactive: { label: '', isListed: false, canBeRemoved: false, takesPlace: false },
}
/** An unknown status counts as one that is still changing (OO-09). */
const unknown: StatusRow = { label: 'Обновляем', isListed: true, canBeRemoved: false, takesPlace: true }
const rowOf = (status: string): StatusRow => (Object.hasOwn(rows, status) ? (rows[status] ?? unknown) : unknown)

type WithStatus = Pick<Member, 'status'>
export const isOwner = ({ status }: WithStatus): boolean => status === 'owner'
export const memberLabel = ({ status }: WithStatus): string => rowOf(status).label
export const canBeRemoved = ({ status }: WithStatus): boolean => rowOf(status).canBeRemoved

/** The members that are listed, the organizer first (OO-13). */
export function shownMembers<Shown extends WithStatus>(members: readonly Shown[]): Shown[] {
  const shown = members.filter(({ status }) => rowOf(status).isListed)
  return [...shown.filter(isOwner), ...shown.filter((member) => !isOwner(member))]
}

/** How many places are taken; the organizer takes none (OO-11). */
export const placesTaken = (members: readonly WithStatus[]): number =>
  members.filter(({ status }) => rowOf(status).takesPlace).length

/** How many more members can be added. */
export const placesLeft = (members: readonly WithStatus[], maxRelations: number): number =>
  Math.max(0, maxRelations - placesTaken(members))

const COLOURS = 5
/** The index in the palette of a member's colour, by their index in the list. */
export const avatarColour = (index: number): number => index % COLOURS
