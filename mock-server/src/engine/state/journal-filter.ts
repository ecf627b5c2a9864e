import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'
import type { JournalEntry } from './journal.ts'

/** Fields of an entry that a query may name, and how their text is read. */
const fields = {
  login: String,
  operation: String,
  status: Number,
  code: Number,
  example: String,
  accepted: (text: string) => text === 'true',
} as const
/** Of a query beside those: entries after a sequence number; only so many, the latest. */
const bounds = ['after', 'limit'] as const
/** Of a query, but no filter. */
const others = ['format']

export interface JournalFilter {
  matches: (entry: JournalEntry) => boolean
  limit: number
}

/** What a query asks of a journal: `status=500&after=17`; a Problem names what is misspelt. */
export function journalFilter(query: URLSearchParams): JournalFilter {
  const wanted: [keyof typeof fields, unknown][] = []
  const numbers = { after: 0, limit: Infinity }
  for (const [name, text] of query) {
    if (others.includes(name)) continue
    if (isBound(name)) numbers[name] = wholeNumber(name, text)
    else if (!isField(name))
      throw new Problem(400, 'Wrong query', unknownName('filter', name, [...Object.keys(fields), ...bounds]))
    else if (name === 'accepted' && !['true', 'false'].includes(text))
      throw new Problem(400, 'Wrong query', `accepted must be true or false, got ${JSON.stringify(text)}`)
    else wanted.push([name, fields[name] === Number ? wholeNumber(name, text) : fields[name](text)])
  }
  return {
    matches: (entry) => entry.sequence > numbers.after && wanted.every(([name, value]) => entry[name] === value),
    limit: numbers.limit,
  }
}

/** The entries that a filter lets through. */
export function filtered(entries: readonly JournalEntry[], { matches, limit }: JournalFilter): JournalEntry[] {
  const found = entries.filter((entry) => matches(entry))
  return limit < found.length ? found.slice(found.length - limit) : found
}

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)
const isBound = (name: string): name is (typeof bounds)[number] => bounds.some((each) => each === name)

function wholeNumber(name: string, text: string): number {
  if (!/^-?\d+$/.test(text))
    throw new Problem(400, 'Wrong query', `${name} must be a whole number, got ${JSON.stringify(text)}`)
  return Number(text)
}
