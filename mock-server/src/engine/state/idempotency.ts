import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '#engine/contract/contract.ts'
import type { Reply, FixedAnswer } from './reply.ts'

/** The first use of a key: its body, and the answer when there is one. */
export interface StoredKey {
  body: unknown
  since: number
  answer: FixedAnswer | null
}
/** One use of a key. `fixedAnswer` overrides the call's answer; null for the first use. */
export interface KeyUse {
  fixedAnswer: FixedAnswer | null
  /** Ends the use with the answer that was sent, or null. */
  end(reply: Reply | null): void
}
const STORED_MS = 24 * 3_600_000

/**
 * Applies an idempotency key as the IETF draft defines it: repeats the first answer; 422 when the body differs; 409
 * while the first call is in progress. `keys` are the user's. Must be called before the first `await`, so that of two
 * concurrent calls one is the first.
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
        fresh.answer = { ...reply, isRepeat: true, note: 'the stored answer of this idempotency key' }
      else if (keys.get(name) === fresh) keys.delete(name)
    },
  }
}

/**
 * Whether the call itself was processed. After an error of a gateway, the connection or the session nothing was done,
 * so the key can be used again.
 */
const isResult = ({ status, break: broken }: Reply) => broken === null && (status === 200 || status === 422)

function fixedAnswerOf({ body: first, answer }: StoredKey, operation: Operation, body: unknown): FixedAnswer {
  if (!isDeepStrictEqual(first, body))
    return refusal(operation, 422, 'the idempotency key was used before with another body')
  return answer ?? refusal(operation, 409, 'the first call with this idempotency key is still in progress')
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
