import type { Break, Fault } from './faults.ts'

/** The answer of a call, before it is sent. */
export interface Reply {
  status: number
  body: unknown
  /**
   * The media type, when it is not `application/json`. Bodies of other JSON types are values too, everything else is a
   * string (bytes as in `bytesAsText`).
   */
  type?: string
  headers?: Readonly<Record<string, string>>
  code: number | null
  example: string | null
  /** Whether the answer is a success by `x-validity`; null when it is broken. */
  accepted: boolean | null
  fault: Fault | null
  note: string | null
  break: Break | null
  delayMs: number
  /** Whether this repeats the answer of an earlier call with the same idempotency key. */
  isRepeat: boolean
}
/** An answer that is determined without the scenario. */
export type FixedAnswer = Pick<Reply, 'status' | 'body' | 'type' | 'example' | 'note' | 'isRepeat'>
