import { readFile } from 'node:fs/promises'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'

/** A place in a code base, and what it does there. */
export interface Use {
  /** `src/checkout.ts:41`, from the folder of the tsconfig. */
  at: string
  /** `reads result.orderId`. */
  does: string
}
/** What a code base uses of the contract: names of the contract and places, no values. */
export interface Manifest {
  consumer: string
  /** By the name of the call. */
  calls: Record<string, Use[]>
  /** By call and failure: `createOrder.alreadyConnecting`. */
  failures: Record<string, Use[]>
  /** Read in answers, by schema and way: `CreatedOrderAnswer.result.orderId`; `ClientData.*` when all of it may be read. */
  reads: Record<string, Use[]>
  /** Written into requests, in the same way. */
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

/** Reads a manifest that `drift consumer` has written. */
export async function readManifest(place: string): Promise<Manifest> {
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    throw new CannotCheck(`${place} cannot be read: ${messageOf(error)}`)
  })
  const wrong = new CannotCheck(`${place} is no manifest of a consumer: drift consumer <tsconfig> writes one`)
  let value: Partial<Manifest> | null
  try {
    value = JSON.parse(text) as Partial<Manifest> | null
  } catch {
    throw wrong
  }
  if (typeof value?.consumer !== 'string' || !parts.every((part) => isUses(value[part]))) throw wrong
  return value as Manifest
}
