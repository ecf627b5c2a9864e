import type { Severity } from '../rules/severity.ts'

/** One difference between two versions of the contract, in words that a caller can act on. */
export interface Change {
  severity: Severity
  /** What kind of difference: stable, for filters. */
  kind: string
  /** The call, the outcome or the bundle that it is about. */
  where: string
  text: string
  /** The failure that it is about. */
  failure?: string
}
