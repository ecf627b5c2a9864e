import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyFault, namesAnswer } from '#engine/state/faults.ts'
import type { Journal } from '#engine/state/journal.ts'
import type { User } from '#engine/state/user.ts'
import { sendReply } from './send-reply.ts'

/**
 * Applies the user's next fault for a part of the product that is not a call of the contract. Returns whether a
 * response was sent: a fault with only a delay sends none.
 */
export async function applyPartFault(
  { user, journal, part, path }: { user: User; journal: Journal; part: string; path: string },
  response: ServerResponse,
): Promise<boolean> {
  const { fault } = applyFault(user.faults, { name: part, isOfContract: false })
  if (!fault) return false
  const { status = 200, answer = {}, delayMs = 0 } = fault
  const isBroken = fault.break !== undefined
  const answers = isBroken || namesAnswer(fault)
  const entry = journal.note(user, { operation: part, method: 'GET', path, body: null })
  Object.assign(entry, {
    fault,
    ...(answers && !isBroken && { status, answer, accepted: status < 300 }),
  })
  journal.finish(entry)
  if (!answers) {
    await sleep(delayMs)
    return false
  }
  await sendReply(
    {
      status,
      body: answer,
      code: null,
      example: null,
      accepted: null,
      fault,
      note: null,
      break: fault.break ?? null,
      delayMs,
      isRepeat: false,
    },
    response,
  )
  return true
}
