import type { Code, Contract, Operation, Provenance } from './document.ts'
import { parametersOf } from './operations.ts'

/** Whether a part of the contract (a call, rule, failure, parameter or header) is marked as assumed. */
export function isAssumed(part: unknown): boolean {
  return (part as { 'x-provenance'?: { kind?: unknown } } | null | undefined)?.['x-provenance']?.kind === 'assumed'
}

/** A part of a call that is assumed until a backend confirms it: its rule, a failure, a parameter. */
export interface AssumedPart {
  /** `the failure underWay` */
  what: string
  provenance: Provenance
}
/** Returns the parts of a call that are marked as assumed. */
export function assumedParts<C extends Code = number>(
  contract: Pick<Contract<C>, 'components'>,
  operation: Operation<C>,
): AssumedPart[] {
  const parts: { what: string; part: { 'x-provenance'?: Provenance } }[] = [
    { what: 'the rule', part: operation['x-validity'] },
    ...operation['x-failures'].map((failure) => ({ what: `the failure ${failure.name}`, part: failure })),
    ...parametersOf(contract, operation).map((parameter) => ({
      what: `the ${parameter.in} ${parameter.name}`,
      part: parameter,
    })),
  ]
  return parts.flatMap(({ what, part: { 'x-provenance': provenance } }) =>
    provenance?.kind === 'assumed' ? [{ what, provenance }] : [],
  )
}
