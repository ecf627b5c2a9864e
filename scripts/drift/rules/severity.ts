/** How much a change matters to those who call: breaking, they must act; risky, they should look; note, nothing to do. */
export const severities = ['breaking', 'risky', 'note'] as const
export type Severity = (typeof severities)[number]

/** One difference between two versions of the contract, in words that a caller can act on. */
export interface Change {
  severity: Severity
  /** What kind of difference: stable, for filters. */
  kind: string
  /** The call, the outcome or the bundle that it is about. */
  where: string
  text: string
}
