import { strictPatternOf } from '@paket/contract'

/** Keywords with data, in which `pattern` is a name. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Writes patterns so that Prism reads them, and removes those that JavaScript cannot read, because nothing in a schema
 * with one would be validated.
 */
export function makePatternsReadable(part: unknown, areNames = false, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return
  seen.add(part)
  const fields = part as Record<string, unknown>
  for (const [key, value] of Object.entries(fields)) {
    if (!areNames && DATA.has(key)) continue
    if (!areNames && key === 'pattern' && typeof value === 'string') {
      const readable = strictPatternOf(value)
      if (readable === null) delete fields[key]
      else fields[key] = readable
    } else makePatternsReadable(value, !areNames && key === 'properties', seen)
  }
}
