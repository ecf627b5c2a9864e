import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '#engine/contract/contract.ts'
import type { Reply, FixedAnswer } from './reply.ts'

/** What is stored of a key: the body that came with it, and the answer once there is one. */
export interface StoredKey {
  body: unknown
  since: number
  answer: FixedAnswer | null
}
/** One use of a key. `fixedAnswer`: what the call is answered instead; null at the first use. */
export interface KeyUse {
  fixedAnswer: FixedAnswer | null
  /** The call is over, with this answer or none. */
  end(reply: Reply | null): void
}
const STORED_MS = 24 * 3_600_000

/**
 * What a key means for a call of the user whose `keys` these are, as the IETF draft has it: the answer of the first use again, 422 when it came with another body, 409 while
 * the first use is under way. To be called before the first `await`, so that of two calls at once one is the first.
 */
export function useKey(
  keys: Map<string, StoredKey>,
  operation: Operation,
  key: string,
  body: unknown,
  now: number,
): KeyUse {
  for (const [name, { since }] of keys) if (now - since >= STORED_MS) keys.delete(name)
  const name = `${operation.id} ${key.toLowerCase()}`
  const stored = keys.get(name)
  if (stored) return { fixedAnswer: fixedAnswerOf(stored, operation, body), end() {} }
  const fresh: StoredKey = { body, since: now, answer: null }
  keys.set(name, fresh)
  return {
    fixedAnswer: null,
    end(reply) {
      if (reply && isResult(reply))
        fresh.answer = { ...reply, isRepeat: true, note: 'the answer that this key had before' }
      else if (keys.get(name) === fresh) keys.delete(name)
    },
  }
}

/** Whether the call itself fixedAnswer this: what a gateway, a broken connection or the session says is no result, and nothing was done. */
const isResult = ({ status, break: broken }: Reply) => broken === null && (status === 200 || status === 422)

function fixedAnswerOf({ body: first, answer }: StoredKey, operation: Operation, body: unknown): FixedAnswer {
  if (!isDeepStrictEqual(first, body))
    return refusal(operation, 422, 'the idempotency key came with another body before')
  return answer ?? refusal(operation, 409, 'the first call with this idempotency key is still under way')
}
function refusal({ examples }: Operation, status: number, message: string): FixedAnswer {
  const example = examples.find((each) => each.status === status)
  return {
    status,
    body: { ...(example?.value as object | undefined), message },
    example: example?.name ?? null,
    note: message,
    isRepeat: false,
  }
}
