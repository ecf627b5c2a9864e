import type { Break, Fault } from './faults.ts'

/** What a call is answered with, before it is sent. */
export interface Reply {
  status: number
  body: unknown
  /** The media type of a body that is not `application/json`: other JSON is a value as well, all else is text or `bytesAsText`. */
  type?: string
  headers?: Readonly<Record<string, string>>
  code: number | null
  example: string | null
  /** Whether the contract's rule takes it for a success; null when it is broken on its way. */
  accepted: boolean | null
  fault: Fault | null
  note: string | null
  break: Break | null
  delayMs: number
  /** Whether it was given before, to the same idempotency key. */
  isRepeat: boolean
}
/** An answer that is fixed before the scenario is asked. */
export type FixedAnswer = Pick<Reply, 'status' | 'body' | 'type' | 'example' | 'note' | 'isRepeat'>
