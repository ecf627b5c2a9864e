import type { Severity } from '../rules/severity.ts'

/** One difference between the specification extensions of two versions. */
export interface Change {
  severity: Severity
  /** The kind of difference: stable, for filters. */
  kind: string
  /** The call, the outcome or the bundle that changed. */
  where: string
  text: string
  /** The name of the failure that changed. */
  failure?: string
}
