import type { RuleId } from '../rules/rules.ts'
import type { BodyFindings, Occurrence } from './body-findings.ts'
import type { Shown, Words } from './shown.ts'

export interface Details {
  /** The keyword of the call that the finding is about, such as `x-validity`. */
  word?: string
  /** Distinguishes findings of one rule and place. */
  variant?: Shown
  /** The shape of the value. */
  shape?: Shown
}
/** What the parts of a validator share: the expectations and the report. */
export interface Validator {
  readonly bodies: BodyFindings
  readonly expectations: { readonly words: Words }
  /** Reports a finding of a call, at a field; empty for the whole. */
  report(rule: RuleId, occurrence: Occurrence, field: Shown, differs: Shown, details?: Details): void
}
