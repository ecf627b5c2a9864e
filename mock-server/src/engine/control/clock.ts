import type { IncomingMessage } from 'node:http'
import { durationMs } from '@paket/contract'
import type { Clock } from '#engine/clock.ts'
import { Problem, readFields } from '#engine/http/http.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** Dates have four digits of a year. */
const LAST_MS = Date.UTC(9999, 0)

/** What a move makes of a clock. */
type Move = (clock: Clock) => void
interface Moves {
  move: Move
  /** What it makes of a user's own clock when it is everybody's that moves. */
  own: Move
}

/** Everybody's clock as a request says: to one instant, or real time, for all; a jump moves each from where it is. */
export async function moveEverybody(users: Users, request: IncomingMessage) {
  const clock = users.clockOf(null)
  const { move, own } = await movesOf(request, clock)
  users.moveClocks(move, own)
  return time(clock)
}

/** One user's clock; `null` follows everybody's again. */
export async function moveUser({ clock }: User, request: IncomingMessage) {
  const { move } = await movesOf(request, clock)
  move(clock)
  return time(clock)
}

export const time = (clock: Clock) => ({ now: new Date(clock.now()).toISOString(), stopped: clock.isStopped() })

const follow: Move = (clock) => clock.run()

async function movesOf(request: IncomingMessage, clock: Clock): Promise<Moves> {
  const { now, advance } = await readFields(request, ['now', 'advance'])
  const ms = typeof advance === 'string' ? durationMs(advance) : null
  const isBoth = now !== undefined && advance !== undefined
  const isDate = (at: number) => at >= 0 && at < LAST_MS
  if (!isBoth && now === null) return { move: follow, own: follow }
  if (!isBoth && typeof now === 'string' && isDate(Date.parse(now)))
    return { move: (each) => each.stopAt(Date.parse(now)), own: follow }
  if (!isBoth && ms !== null && isDate(clock.now() + ms))
    // A clock that runs or jumped follows by itself.
    return { move: (each) => each.advance(ms), own: (each) => each.isPinned() && each.advance(ms) }
  throw new Problem(
    400,
    'Wrong time',
    'the clock takes one of {"now":"2026-12-01T09:00:00+03:00"}, {"advance":"PT15S"} and {"now":null}, from 1970 to 9998',
  )
}
