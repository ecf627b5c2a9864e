import type { Example } from '@paket/contract'
import { isJson } from '#engine/http/media.ts'

/** An answer in one media type: its examples by their names, JSON as values, all else as text. */
export interface Form {
  type: string
  values: ReadonlyMap<string, unknown>
}
/** By call and status, as `getBook 200`; the first form is what is sent when no one asks for another. */
export type Forms = Map<string, readonly Form[]>

/** The form of an example that an `Accept` header asks for; the first when it asks for none of them. Without forms it is JSON. */
export function formOf(
  forms: readonly Form[],
  { name, value }: Example,
  accept: string | undefined,
): { type: string; value: unknown } {
  const having = forms.filter((form) => form.values.has(name))
  const form =
    wanted(accept ?? '*/*').flatMap((range) => having.find(({ type }) => isIn(range, type)) ?? [])[0] ?? having[0]
  return form ? { type: form.type, value: form.values.get(name) } : { type: 'application/json', value }
}

/** The ranges of an `Accept` header, the most wanted first (RFC 9110). */
function wanted(accept: string): string[] {
  const ranges = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const q = parameters.find((each) => each.startsWith('q='))
    return { range, weight: q === undefined ? 1 : Number(q.slice(2)) }
  })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ range }) => range)
}

/** A media type without its parameters. */
export const essenceOf = (type: string): string => type.split(';')[0]!.trim().toLowerCase()
/** Whether a media type is one of a range, as `text/*`. */
export function isIn(range: string, type: string): boolean {
  const [wide, narrow] = [essenceOf(range), essenceOf(type)]
  if (wide === '*/*' || wide === narrow) return true
  if (wide.endsWith('/*')) return narrow.startsWith(wide.slice(0, -1))
  // Anyone who reads JSON reads all of it.
  return wide === 'application/json' && isJson(narrow)
}
