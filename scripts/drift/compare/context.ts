import type { Call } from '../description/description.ts'
import type { At, Reading } from '../description/reading.ts'
import { placeOf } from '../description/reading.ts'
import type { Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'

/**
 * `spec`: a backend's description against the contract; `changes`: a later version of the contract against an earlier
 * one.
 */
export type Mode = 'spec' | 'changes'
/** `request`: values that clients send; `response`: values that the server sends. */
export type Direction = 'request' | 'response'
/** A difference, or the key of a pair of schemas that is compared once. */
export type Item = Found | { pair: string }
/** The mode, the call and the direction of a comparison. */
export interface Context {
  mode: Mode
  call: string
  direction: Direction
  ours: Reading
  theirs: Reading
  /** Findings by pair of schemas. */
  compared: Map<string, Item[]>
  /** Comparisons that are too deep, to be made later. */
  deferred: (() => void)[]
}
/** A call on both sides. */
export interface Matched {
  our: Call
  their: Call
}
/** The schemas of each side; a value must match all of a list. */
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
  /** What differs, by name. With the rule it gives the finding's id. */
  subject: string
  /** What differs, without the consequence. */
  differs: string
  ours?: At | undefined
  theirs?: At | undefined
  value?: Found['value']
  severity?: Found['severity']
  /** Replaces the rule's hint. */
  hint?: string | undefined
}
/** A rule and what differs, in each direction. */
export type TextByDirection = Record<Direction, [rule: RuleId, differs: string]>
/** Returns a difference as a finding, with the rule's consequence and both places. */
export function found({ call }: Pick<Context, 'call'>, difference: Difference): Found {
  const { rule, subject, differs, ours, theirs, value, severity, hint } = difference
  return {
    rule,
    subject,
    calls: [call],
    says: `${differs}: ${rules[rule].breaks}.`,
    ours: ours && placeOf(ours),
    theirs: theirs && placeOf(theirs),
    value,
    severity,
    hint,
  }
}
/** Returns what a rule says of a field or a value in one direction. */
export function foundIn(
  context: Context,
  label: string,
  byDirection: TextByDirection,
  difference: Omit<Difference, 'rule' | 'differs'>,
): Found {
  const [rule, differs] = byDirection[context.direction]
  return found(context, { ...difference, rule, differs: `\`${label}\` ${differs}` })
}
