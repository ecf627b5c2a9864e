import { callRules, codeRules } from './call-rules.ts'
import { requestRules, responseRules } from './field-rules.ts'
import type { Rule } from './rule.ts'
import { trafficRules } from './traffic-rules.ts'
import { wordRules } from './word-rules.ts'

/** The groups of rules, in the order of RULES.md. */
export const groups = [
  ['Calls', callRules],
  ['Codes', codeRules],
  ['Requests: the server must accept what clients send', requestRules],
  ['Responses: clients must understand what the server sends', responseRules],
  ['Specification extensions', wordRules],
  ['Exchanges', trafficRules],
] as const satisfies readonly (readonly [string, Record<string, Rule>])[]

const all = {
  ...callRules,
  ...codeRules,
  ...requestRules,
  ...responseRules,
  ...wordRules,
  ...trafficRules,
}
export type RuleId = keyof typeof all
export const rules: Record<RuleId, Rule> = all
export const isRuleId = (text: string): text is RuleId => Object.hasOwn(all, text)
