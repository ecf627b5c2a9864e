import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'
import type { JournalEntry } from './journal.ts'

/** Fields of an entry that a query can filter by, and their parsers. */
const fields = {
  login: String,
  operation: String,
  status: Number,
  code: Number,
  example: String,
  accepted: (text: string) => text === 'true',
} as const
/** Other query parameters: entries after a sequence number, and the maximum number of entries (the latest). */
const bounds = ['after', 'limit'] as const
/** Query parameters that are not filters. */
const others = ['format']

export interface JournalFilter {
  matches: (entry: JournalEntry) => boolean
  limit: number
}

/**
 * Parses the filter of a journal query, as `status=500&after=17`; throws a Problem for an unknown or malformed
 * parameter, or an operation that is not one of `operations`.
 */
export function journalFilter(query: URLSearchParams, operations: readonly string[]): JournalFilter {
  const wanted: [keyof typeof fields, unknown][] = []
  const numbers = { after: 0, limit: Infinity }
  for (const [name, text] of query) {
    if (others.includes(name)) continue
    if (isBound(name)) numbers[name] = wholeNumber(name, text, name === 'limit' ? 1 : 0)
    else if (!isField(name))
      throw new Problem(400, 'Wrong query', unknownName('filter', name, [...Object.keys(fields), ...bounds]))
    else if (name === 'accepted' && !['true', 'false'].includes(text))
      throw new Problem(400, 'Wrong query', `accepted must be true or false, got ${JSON.stringify(text)}`)
    else if (name === 'operation' && !operations.includes(text))
      throw new Problem(400, 'Wrong query', unknownName('operation', text, operations))
    else wanted.push([name, fields[name] === Number ? wholeNumber(name, text) : fields[name](text)])
  }
  return {
    matches: (entry) =>
      entry.sequence > numbers.after &&
      // A broken answer, whose `accepted` is null, is no success either.
      wanted.every(([name, value]) => (entry[name] ?? false) === value),
    limit: numbers.limit,
  }
}

/** Returns the entries that match a filter. */
export function filtered(entries: readonly JournalEntry[], { matches, limit }: JournalFilter): JournalEntry[] {
  const found = entries.filter((entry) => matches(entry))
  return limit < found.length ? found.slice(found.length - limit) : found
}

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)
const isBound = (name: string): name is (typeof bounds)[number] => bounds.some((each) => each === name)

function wholeNumber(name: string, text: string, least = -Infinity): number {
  const what = least === -Infinity ? 'a whole number' : `a whole number from ${least}`
  if (!/^-?\d+$/.test(text) || Number(text) < least)
    throw new Problem(400, 'Wrong query', `${name} must be ${what}, got ${JSON.stringify(text)}`)
  return Number(text)
}
