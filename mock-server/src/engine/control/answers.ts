import { Ajv2020 } from 'ajv/dist/2020.js'
import { inOneLine, toViolation } from '#engine/contract/violation.ts'
import { Problem } from '#engine/http/http.ts'
import { checkChanges, type Names } from '#engine/scenarios/check-scenario.ts'
import type { SourceMove } from '#engine/scenarios/scenario-source.ts'
import { overlayMistakes } from '#engine/state/overlay-mistakes.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'
import { messageOf } from '#engine/message-of.ts'

const schema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: { example: { type: 'string' }, set: { type: 'object' } },
  },
}
const isChanges = new Ajv2020({ allErrors: true, verbose: true }).compile<SourceMove['answers']>(schema)
const wrong = (detail: string) => new Problem(400, 'Wrong answers', detail)

/**
 * Sets a user's answers from now on, as a scenario's `moves` do: `{"call":{"example":"…","set":{"result.field":1}}}`.
 * Throws a Problem and changes nothing when an answer is unknown or would violate the contract.
 */
export function setAnswers(user: User, value: unknown, users: Users, names: Names): Record<string, unknown> {
  if (!isChanges(value)) throw wrong(inOneLine((isChanges.errors ?? []).map((error) => toViolation(error))))
  const mistakes = checkChanges(value, names)
  if (mistakes.length > 0) throw wrong(mistakes.join('; '))
  const before = { answers: new Map(user.answers), planned: user.planned }
  try {
    const answers = Object.fromEntries(Object.entries(value).map(([call, change]) => [call, { set: {}, ...change }]))
    users.move(user, [{ afterMs: 0, answers }])
    const violations = Object.keys(value).flatMap((call) => overlayMistakes(user, call, users, names.contract))
    if (violations.length > 0) throw wrong(violations.join('; '))
  } catch (error) {
    Object.assign(user, before)
    throw error instanceof Problem ? error : wrong(messageOf(error))
  }
  return Object.fromEntries(Object.keys(value).map((call) => [call, user.answers.get(call)]))
}
