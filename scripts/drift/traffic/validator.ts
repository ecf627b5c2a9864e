import type { RuleId } from '../rules/rules.ts'
import type { BodyFindings, Standing } from './body-findings.ts'
import type { Shown, Words } from './shown.ts'

export interface Details {
  /** The word of the call where the contract says it, such as `x-validity`. */
  word?: string
  /** What distinguishes findings of one rule at one place. */
  variant?: Shown
  /** What came, without its value. */
  shape?: Shown
}
/** What each part of an exchange is compared with, and where its findings go. */
export interface Validator {
  readonly bodies: BodyFindings
  readonly expectations: { readonly words: Words }
  /** Reports a finding of a call at one of its fields; the field is empty for the whole. */
  report(rule: RuleId, standing: Standing, field: Shown, differs: Shown, details?: Details): void
}
