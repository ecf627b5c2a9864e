import type { IncomingMessage } from 'node:http'
import { durationMs } from '@paket/contract'
import { type Clock, instantOf, isDate } from '#engine/clock.ts'
import { Problem, readFields } from '#engine/http/http.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** A change of a clock. */
type Move = (clock: Clock) => void
interface ClockChange {
  move: Move
  /** The change of a user's own clock when the shared clock changes. */
  own: Move
}

/**
 * Moves the shared clock. Setting it, or returning to real time, removes the offsets of users; a jump moves every clock
 * by the same amount.
 */
export async function moveSharedClock(users: Users, request: IncomingMessage) {
  const clock = users.clockOf(null)
  const { move, own } = await changeOf(request, clock)
  users.moveClocks(move, own)
  return time(clock)
}

/**
 * Moves a user's clock. `{"stopped":false}` continues from the time at which it was stopped; `{"now":null}` follows the
 * shared clock again.
 */
export async function moveUserClock({ clock }: User, request: IncomingMessage) {
  const { move } = await changeOf(request, clock)
  move(clock)
  return time(clock)
}

export const time = (clock: Clock) => ({ now: new Date(clock.now()).toISOString(), stopped: clock.isStopped() })

const follow: Move = (clock) => clock.run()

/** Returns the error message for an invalid change of a clock. */
function errorFor(now: unknown, advance: unknown, ms: number | null): string {
  const isOne = (now === undefined) !== (advance === undefined)
  if (!isOne)
    return 'the clock takes one of {"now":"2026-12-01T09:00:00+03:00"}, {"advance":"PT15S"}, {"stopped":true}, {"stopped":false} and {"now":null}'
  if (advance !== undefined && ms === null)
    return `advance must be an ISO 8601 duration of days or less, such as P1D or PT15S, got ${JSON.stringify(advance)}`
  if (advance === undefined && (typeof now !== 'string' || Number.isNaN(instantOf(now))))
    return `now must be a date such as 2026-12-01T09:00:00+03:00, or null, got ${JSON.stringify(now)}`
  return 'the clock goes from 1970 to 9998'
}

/** Returns the change that stops a clock or lets it continue. Clocks of users preserve their offsets. */
function stopOrResume(stopped: unknown, isAlone: boolean, clock: Clock): ClockChange {
  if (typeof stopped !== 'boolean' || !isAlone)
    throw new Problem(400, 'Wrong time', `stopped is true or false, and alone, got ${JSON.stringify(stopped)}`)
  if (!stopped && clock.isBaseStopped())
    throw new Problem(409, 'Stopped clock', 'it follows the shared clock, which is stopped: let that one run')
  return { move: (each) => (stopped ? each.stopAt(each.now()) : each.resume()), own: () => undefined }
}

async function changeOf(request: IncomingMessage, clock: Clock): Promise<ClockChange> {
  const { now, advance, stopped } = await readFields(request, ['now', 'advance', 'stopped'])
  if (stopped !== undefined) return stopOrResume(stopped, now === undefined && advance === undefined, clock)
  const ms = typeof advance === 'string' ? durationMs(advance) : null
  const isBoth = now !== undefined && advance !== undefined
  if (!isBoth && now === null) return { move: follow, own: follow }
  if (!isBoth && typeof now === 'string' && isDate(instantOf(now)))
    return { move: (each) => each.stopAt(instantOf(now)), own: follow }
  if (!isBoth && ms !== null && isDate(clock.now() + ms))
    // Users' clocks that are not stopped themselves follow the shared one, so they must not be advanced too.
    return { move: (each) => each.advance(ms), own: (each) => each.isPinned() && each.advance(ms) }
  throw new Problem(400, 'Wrong time', errorFor(now, advance, ms))
}
