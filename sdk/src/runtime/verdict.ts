import { jsonOf } from '../answer.ts'
import { has, isGood, rejects } from '../validity.ts'
import type { RejectRule } from '../operation.ts'
import type { AnswerRule, Code } from './descriptor.ts'

/** An answer as the judge takes it: null as its code accepts it. */
interface Judged {
  body: object | undefined
  code: number | undefined
}
/** The rule that the judge applies after `readBy`: what that found to be accepted has null as its code. */
export const acceptsNull = { except: [null] }

/** Reads answers by a rule: null for an accepted answer, the code of a rejected one and of one whose status is a failure. */
export function readBy(
  rule: AnswerRule,
  require: readonly string[],
): (text: string | null | undefined, status: number) => Judged {
  return (text, status) => {
    // An unread body, one that was cut or too large, is undefined.
    if (text === '' && rule.nothing) return judged(null, null)
    const body = jsonOf(text)
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    if (!isObject && (body === undefined || !rule.anything)) return malformed
    if (!isGood(status)) return judged(body, valueAt(body, rule.codeAt, rule.codeTypes) ?? undefined)
    const value = isObject ? valueAt(body, rule.at, rule.types) : null
    if (value === undefined || (!rule.reject.except?.includes(null) && endsInNull(body, rule.at))) return malformed
    // `from` compares numbers alone.
    const { from: _, ...equal } = rule.reject
    const applied = (typeof value === 'number' ? rule.reject : equal) as RejectRule
    if (!rejects(applied, value as number))
      return require.every((place) => has(body, place)) ? judged(body, null) : malformed
    const code = rule.at === rule.codeAt ? value : valueAt(body, rule.codeAt, rule.codeTypes)
    return code === undefined ? malformed : judged(body, code ?? undefined)
  }
}
/** The judge compares codes and nothing else, so that other types than its own pass. */
const judged = (body: unknown, code: Code | null | undefined): Judged => ({
  body: body as object | undefined,
  code: code as number | undefined,
})
const malformed = judged(undefined, undefined)

/** Whether null itself is at a place. */
const endsInNull = (body: unknown, place: string) =>
  place.split('.').reduce((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], body) === null

/** The value; null where it, or a step to it, is missing; undefined where it has another type or a step is no object. */
function valueAt(body: unknown, place: string, types: readonly string[]): Code | null | undefined {
  let at = body
  for (const step of place.split('.')) {
    if (at === undefined || at === null) return null
    if (typeof at !== 'object' || Array.isArray(at)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  if (at === undefined || at === null) return null
  return types.includes(typeof at) ? (at as Code) : undefined
}
