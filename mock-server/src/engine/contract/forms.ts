import type { Example } from '@paket/contract'
import { isJson } from '#engine/http/media.ts'

/** An answer in one media type: its examples by name, JSON as values, everything else as strings. */
export interface Form {
  type: string
  values: ReadonlyMap<string, unknown>
}
/** By operation and status, as `getBook 200`; the first form is the default. */
export type Forms = Map<string, readonly Form[]>

/**
 * Selects the form of an example by an `Accept` header; falls back to the first, or to JSON when there are no forms.
 */
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

/** Returns the ranges of an `Accept` header by weight, highest first (RFC 9110). */
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

/** Returns the media type without parameters. */
export const essenceOf = (type: string): string => type.split(';')[0]!.trim().toLowerCase()
/** Whether a media type matches a range such as `text/*`. */
export function isIn(range: string, type: string): boolean {
  const [wide, narrow] = [essenceOf(range), essenceOf(type)]
  if (wide === '*/*' || wide === narrow) return true
  if (wide.endsWith('/*')) return narrow.startsWith(wide.slice(0, -1))
  // A client that accepts JSON can read every JSON type.
  return wide === 'application/json' && isJson(narrow)
}
