import { examples } from '../generated/examples.gen.ts'
import type { OperationId, Request as RequestOf } from '../operation.ts'
import { report } from '../report.ts'
import { nearest } from './nearest.ts'
import type { Reply } from './reply.ts'

/**
 * What the stubbed calls answer: always the same, one after another (the last one stays), or what a function makes of the request's body and its number,
 * counted from 1.
 */
export type Stubs = {
  readonly [Id in OperationId]?: Reply<Id> | readonly Reply<Id>[] | ((body: RequestOf<Id>, nth: number) => Reply<Id>)
}
/** A recorded call. */
export interface Made {
  readonly operation: OperationId
  readonly body: unknown
}
/** The stubbed calls with how often each was made. */
export interface Stubbed {
  /** The operation of an address; undefined when no call has its path. */
  operationAt(url: string): OperationId | undefined
  /** Paths of the calls that have a stub. */
  readonly paths: readonly string[]
  /** The next reply to a call. Writes to the console and throws when it has no stub, or that of another call. */
  next(operation: OperationId, body: unknown): Reply
  readonly calls: readonly Made[]
}

export function stubbed(stubs: Stubs): Stubbed {
  const calls: Made[] = []
  const ids = Object.keys(examples) as OperationId[]
  for (const id of Object.keys(stubs))
    if (!(id in examples)) throw new TypeError(`${id} is no call of the contract: did you mean ${nearest(id, ids)}?`)
  return {
    calls,
    paths: ids.filter((id) => stubs[id]).map((id) => examples[id].path),
    operationAt: (url) => ids.find((id) => new URL(url, 'http://page').pathname.endsWith(examples[id].path)),
    next(operation, body) {
      calls.push({ operation, body })
      const nth = calls.filter((made) => made.operation === operation).length
      const stub = stubs[operation] as Reply | readonly Reply[] | ((body: unknown, nth: number) => Reply) | undefined
      const reply = typeof stub === 'function' ? stub(body, nth) : [stub].flat().slice(0, nth).at(-1)
      const { operation: of = operation } = reply ?? {}
      if (reply && of === operation) return reply
      const wrong = new Error(
        reply
          ? `${operation} was called, and its stub is an answer of ${of}`
          : `${operation} was called and has no stub: add ${operation} to the stubs`,
      )
      // Also logged, because the client turns the error into a failure that a test could mistake for a stubbed one.
      report(wrong)
      throw wrong
    },
  }
}

/** The text of a body, whole or half. */
export function textOf({ body, end }: Reply): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  return end === 'cut' ? text.slice(0, Math.ceil(text.length / 2)) : text
}
