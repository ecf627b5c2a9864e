import type { Severity } from './severity.ts'

export interface Rule {
  severity: Severity
  /** What differs. */
  title: string
  /** What breaks for whom: the end of the finding's sentence. */
  breaks: string
  /** What a backend engineer can do. */
  hint: string
}
/** A rule as a row of a table. */
export type Row = readonly [title: string, severity: Severity, breaks: string, hint: string]
export const table = <Id extends string>(rows: Record<Id, Row>): Record<Id, Rule> =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([id, [title, severity, breaks, hint]]) => [id, { title, severity, breaks, hint }]),
  ) as Record<Id, Rule>
