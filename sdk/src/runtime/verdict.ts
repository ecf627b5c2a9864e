import { jsonOf } from '../answer.ts'
import { has, isGood, rejects } from '../validity.ts'
import type { RejectRule } from '../operation.ts'
import type { AnswerRule, Code } from './descriptor.ts'

/** An answer for `judge`; code null means accepted. */
interface Judged {
  body: object | undefined
  code: number | undefined
  /** Why an object is malformed. */
  message?: string
}
/** The rule of `judge` after `readBy`, which gives accepted answers the code null. */
export const acceptsNull = { except: [null] }

/** Returns a reader of answers: code null for an accepted one, else the code of a rejected one or of a failing status. */
export function readBy(
  rule: AnswerRule,
  require: readonly string[],
): (text: string | undefined, status: number) => Judged {
  return (text, status) => {
    // The text is undefined when the body was cut or too large.
    if (text === '' && rule.nothing) return judged(null, null)
    const body = jsonOf(text)
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    if (!isObject && (body === undefined || !rule.anything)) return malformed
    if (!isGood(status)) return judged(body, valueAt(body, rule.codeAt, rule.codeTypes) ?? undefined)
    const value = isObject ? valueAt(body, rule.at, rule.types) : null
    if (value === undefined || (!rule.reject.except?.includes(null) && endsInNull(body, rule.at)))
      return { ...malformed, message: `${rule.at} cannot be read` }
    // `from` compares numbers alone.
    const { from: _, ...equal } = rule.reject
    const applied = (typeof value === 'number' ? rule.reject : equal) as RejectRule
    if (!rejects(applied, value as number)) {
      const missing = require.find((place) => !has(body, place))
      return missing ? { ...malformed, message: `${missing} is missing` } : judged(body, null)
    }
    const code = rule.at === rule.codeAt ? value : valueAt(body, rule.codeAt, rule.codeTypes)
    if (code === undefined) return { ...malformed, message: `${rule.codeAt} cannot be read` }
    return judged(body, code ?? undefined)
  }
}
/** `judge` only compares codes, so codes of other types work too. */
const judged = (body: unknown, code: Code | null | undefined): Judged => ({
  body: body as object | undefined,
  code: code as number | undefined,
})
const malformed = judged(undefined, undefined)

/** Whether the value at a path is null itself. */
const endsInNull = (body: unknown, place: string) =>
  place.split('.').reduce((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], body) === null

/** The value at a path; null when it or a step is missing, undefined when it has another type or a step is not an object. */
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
