import { CannotCheck } from '../report/cannot-check.ts'
import { otherKind } from '../report/kind-of-file.ts'
import { readText } from '../report/read-text.ts'

/** A place in a code base, and how it uses the contract there. */
export interface Use {
  /** Such as `src/checkout.ts:41`, relative to the folder of the tsconfig. */
  at: string
  /** Such as `reads result.orderId`. */
  does: string
}
/** What a code base uses of the contract: names of the contract and places, no values. */
export interface Manifest {
  consumer: string
  /** By call. */
  calls: Record<string, Use[]>
  /** By call and failure, such as `createOrder.alreadyConnecting`. */
  failures: Record<string, Use[]>
  /**
   * Fields read from responses, by schema and path: `CreatedOrderAnswer.result.orderId`; `ClientData.*` when any field
   * may be read.
   */
  reads: Record<string, Use[]>
  /** Fields sent in requests, in the same form. */
  sends: Record<string, Use[]>
}
const parts = ['calls', 'failures', 'reads', 'sends'] as const

const isUse = (value: unknown): value is Use =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Use>).at === 'string' &&
  typeof (value as Partial<Use>).does === 'string'
const isUses = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((uses) => Array.isArray(uses) && uses.every(isUse))

/** Reads a manifest of `drift consumer`. Throws `CannotCheck` when it is not one. */
export async function readManifest(place: string): Promise<Manifest> {
  const text = await readText(place)
  const wrong = new CannotCheck(
    `${place} is no manifest of a consumer: ${otherKind(text, '--consumers') ?? 'drift consumer <tsconfig> writes one'}`,
  )
  let value: Partial<Manifest> | null
  try {
    value = JSON.parse(text) as Partial<Manifest> | null
  } catch {
    throw wrong
  }
  if (typeof value?.consumer !== 'string' || !parts.every((part) => isUses(value[part]))) throw wrong
  return value as Manifest
}
