import type { Change } from './change.ts'
import { type At, child, placeOf } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { isRuleId, type RuleId } from '../rules/rules.ts'

const ruleOf = ({ kind, text }: Change): RuleId => {
  if (isRuleId(kind)) return text.startsWith('x-cache key:') ? 'cache-key' : kind
  if (/-(added|removed|id)$/.test(kind)) return kind.replace(/^.*-/, 'catalogue-') as RuleId
  return 'catalogue-changed'
}
const wordOf = (kind: string) =>
  kind.startsWith('rule') ? 'x-validity' : kind.startsWith('failure') ? 'x-failures' : `x-${kind}`

/** Returns a change of a specification extension as a finding. */
export function changeAsFound(change: Change, calls: readonly string[], ours?: At, theirs?: At): Found {
  const at = (side: At | undefined) => side && placeOf(child(side, wordOf(change.kind)) ?? side)
  return {
    rule: ruleOf(change),
    subject: `${change.where} ${change.text}`,
    calls,
    says: `${change.where}: ${change.text}.`,
    ours: at(ours),
    theirs: at(theirs),
    severity: change.severity,
    failure: change.failure,
  }
}
