import { type FailureEntry, isAssumed, type Operation } from '@paket/contract'
import type { Call, Parameter } from './description.ts'

/** A part of a call that the contract only assumes: no source describes it and no backend has confirmed it yet. */
export type AssumedPart = { label: string } & (
  | { kind: 'parameter'; parameter: Parameter }
  | { kind: 'rule' }
  | { kind: 'failure'; failure: FailureEntry }
)
/** Report headings of what no backend has confirmed yet. */
export const CALLS_TITLE = 'Assumed calls: the contract has them, and no backend has confirmed them yet'
export const PARTS_TITLE = 'Assumed headers, rules and failures of calls'

/** Returns the parts of a call that have an `x-provenance` of their own and are assumed. */
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
