import { type FailureEntry, isAssumed, type Operation } from '@paket/contract'
import type { Call, Parameter } from './description.ts'

/** A part of a call that no source shows: it is the contract's own until a backend confirms it. */
export type AssumedPart = { label: string } & (
  | { kind: 'parameter'; parameter: Parameter }
  | { kind: 'rule' }
  | { kind: 'failure'; failure: FailureEntry }
)
/** Headings of reports: what of the contract no backend has confirmed yet. */
export const CALLS_TITLE = 'Assumed calls: the contract has them, and no backend has confirmed them yet'
export const PARTS_TITLE = 'Assumed headers, rules and failures of calls'

/** The assumed parts of a call: what is in it with an `x-provenance` of its own. */
export function assumedParts({ id, at, parameters }: Call): AssumedPart[] {
  const operation = at.value as Partial<Operation>
  return [
    ...parameters
      .filter((parameter) => isAssumed(parameter.at.value))
      .map((parameter) => ({
        label: `${id}: ${parameter.in} ${parameter.name}`,
        kind: 'parameter' as const,
        parameter,
      })),
    ...(isAssumed(operation['x-validity']) ? [{ label: `${id}: x-validity`, kind: 'rule' as const }] : []),
    ...(operation['x-failures'] ?? [])
      .filter(isAssumed)
      .map((failure) => ({ label: `${id}: failure ${failure.name}`, kind: 'failure' as const, failure })),
  ]
}
