import type { Call } from '../description/description.ts'
import type { At, Reading } from '../description/reading.ts'
import { placeOf } from '../description/reading.ts'
import type { Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'

/** `spec`: a backend's description beside the contract; `changes`: a later contract beside an earlier one. */
export type Mode = 'spec' | 'changes'
/** Whose values are compared: what clients send, or what the server answers. */
export type Direction = 'request' | 'response'
/** A difference, or a pair of schemas that is compared once, no matter who refers to it. */
export type Item = Found | { pair: string }
/** Where a comparison is: in which call, and which way the values go. */
export interface Context {
  call: string
  direction: Direction
  ours: Reading
  theirs: Reading
  /** Pairs of schemas that were compared. */
  compared: Map<string, Item[]>
  /** Comparisons that are still to be made. */
  deferred: (() => void)[]
}
/** A call on both sides. */
export interface Matched {
  our: Call
  their: Call
}
/** A schema of each side that belong together: all of each list hold. */
export interface Pair {
  ours: readonly At[]
  theirs: readonly At[]
}
/** One alternative of each side. */
export interface Two {
  ours: Shape
  theirs: Shape
}
interface Difference {
  rule: RuleId
  /** What it is about, as a person names it. */
  subject: string
  /** What differs, without what breaks. */
  differs: string
  ours?: At | undefined
  theirs?: At | undefined
  severity?: Found['severity']
  /** Instead of the rule's. */
  hint?: string | undefined
}
/** A difference as a finding: with what breaks for whom, and with both places. */
export function found({ call }: Pick<Context, 'call'>, difference: Difference): Found {
  const { rule, subject, differs, ours, theirs, severity, hint } = difference
  return {
    rule,
    subject,
    calls: [call],
    says: `${differs}: ${rules[rule].breaks}.`,
    ours: ours && placeOf(ours),
    theirs: theirs && placeOf(theirs),
    severity,
    hint,
  }
}
