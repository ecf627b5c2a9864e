import type { Code, Contract, Operation, Provenance } from './document.ts'
import { parametersOf } from './operations.ts'

/** Whether the contract marks this as its own assumption: a call, a rule, a failure, a parameter, a header. */
export function isAssumed(part: unknown): boolean {
  return (part as { 'x-provenance'?: { kind?: unknown } } | null | undefined)?.['x-provenance']?.kind === 'assumed'
}

/** A part of a call that is the contract's own until a backend confirms it: its rule, a failure, a parameter. */
export interface AssumedPart {
  /** `the failure underWay` */
  what: string
  provenance: Provenance
}
/** The assumed parts of a call, as far as they are marked by themselves. */
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
